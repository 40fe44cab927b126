/* story_sources.c - sections: the conventions, and where everything comes from. */
#include <string.h>

#include "report/bibliography.h"
#include "report/story_parts.h"

/* What holds for all models; what depends on the workload follows from its tables. */
static const char *const conventions[] = {
    "One multiply-add counts 2 FLOP. A look-up counts none.",
    "Products with weights: 2 FLOP per matrix parameter in use and token. The LM head counts on "
    "the rows that are computed, tied or not.",
    "Attention: scores and weighted sum, 2 FLOP for every element of a query-key pair in each, "
    "over query heads. The number of KV heads changes bytes, not FLOP.",
    "Norms, rotation, softmax, activations, residuals and biases are elementwise work: a line of "
    "its own, in no total.",
    "Counts are exact integers. Ratios, rates and energies are rounded where they are shown.",
    "MFU is useful FLOP over device-seconds times the dense peak; work done twice (recompute) "
    "gives HFU.",
    "Energy has a boundary: chip (devices), it (with hosts), facility (with cooling, × PUE). A "
    "PUE is applied once.",
    "GB is 10⁹ bytes, GiB 2³⁰. CO2eq is that of the electricity, without the making of the "
    "devices.",
};

void fw_story_conventions(struct fw_story *s)
{
    const struct fw_answer *const a = &s->a[0];
    struct fw_table t;
    fw_doc_list(&s->doc);
    for (size_t i = 0; i < sizeof conventions / sizeof conventions[0]; i++)
        fw_doc_item(&s->doc, conventions[i]);
    fw_story_item(s, "Here: attention %s; LM head %s.", fw_attention_texts[a->workload.attention],
                  fw_lm_head_texts[a->workload.lm_head]);
    fw_doc_list_end(&s->doc);
    fw_view_conventions(a, &t, s->arena);
    fw_doc_fold(&s->doc, fw_say(&s->say, "%s by every convention", fw_say_name(a)));
    fw_story_table(s, &t, "FLOP by every convention");
    fw_doc_fold_end(&s->doc);
}

static void equation_sources(struct fw_story *s)
{
    fw_story_heading(s, "Equations");
    fw_doc_list(&s->doc);
    for (size_t i = 0; i < s->doc.num_used; i++) {
        const struct fw_reference *const r = fw_bibliography_find(s->doc.used[i]);
        if (r != NULL)
            fw_doc_source(
                &s->doc, r->id,
                fw_say(&s->say, "%s (%s). %s. %s.", r->authors, r->year, r->title, r->where));
    }
    fw_doc_list_end(&s->doc);
}

const char *fw_story_source_id(struct fw_story *s, const struct fw_answer *a, const char *id)
{
    const char *const model = a->description->id;
    return id == NULL ? NULL : fw_say(&s->say, "%s:%s", model != NULL ? model : "model", id);
}

/* The source whose id stands in brackets at p, "[card]". */
static const struct fw_source *bracketed(const struct fw_description *d, const char *p)
{
    for (size_t i = 0; i < d->num_sources; i++) {
        const char *const id = d->sources[i].id;
        const size_t n = strlen(id);
        if (p[0] == '[' && strncmp(p + 1, id, n) == 0 && p[n + 1] == ']')
            return &d->sources[i];
    }
    return NULL;
}

const char *fw_story_note(struct fw_story *s, const struct fw_answer *a, const char *note)
{
    struct fw_text out;
    fw_text_init(&out);
    for (const char *p = note; *p != '\0'; p++) {
        const struct fw_source *const source = bracketed(a->description, p);
        if (source == NULL) {
            fw_text_putc(&out, *p);
            continue;
        }
        fw_text_printf(&out, "[[%s]]", fw_story_source_id(s, a, source->id));
        p += strlen(source->id) + 1;
    }
    const char *const kept = fw_say(&s->say, "%s", out.data);
    s->say.failed = s->say.failed || out.failed;
    fw_text_free(&out);
    return kept;
}

static void list_sources(struct fw_story *s, const char *prefix, const struct fw_source *list,
                         size_t n)
{
    fw_doc_list(&s->doc);
    for (size_t i = 0; i < n; i++)
        fw_doc_source(
            &s->doc, fw_say(&s->say, "%s:%s", prefix, list[i].id),
            fw_say(&s->say, "%s%s", list[i].text, list[i].unverified ? " (not verified)" : ""));
    fw_doc_list_end(&s->doc);
}

/* The same device may have trained several models. */
static bool listed_before(const struct fw_story *s, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (s->a[k].hardware != NULL && strcmp(s->a[k].hardware->id, s->a[i].hardware->id) == 0)
            return true;
    return false;
}

void fw_story_sources(struct fw_story *s)
{
    equation_sources(s);
    for (size_t i = 0; i < s->n; i++) {
        const struct fw_description *const d = s->a[i].description;
        fw_story_heading(s, "%s (%s)", fw_say_name(&s->a[i]), fw_say_path(&s->say, &s->a[i]));
        list_sources(s, d->id != NULL ? d->id : "model", d->sources, d->num_sources);
    }
    for (size_t i = 0; i < s->n; i++) {
        const struct fw_hardware *const hw = s->a[i].hardware;
        if (hw == NULL || hw->num_sources == 0 || listed_before(s, i))
            continue;
        fw_story_heading(s, "%s (hardware.d/%s.yaml)", hw->name != NULL ? hw->name : hw->id,
                         hw->id);
        list_sources(s, hw->id, hw->sources, hw->num_sources);
    }
}
