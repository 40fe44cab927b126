/* sections.h - the sections of a description besides architecture. Used inside input/ alone. */
#ifndef FW_INPUT_SECTIONS_H
#define FW_INPUT_SECTIONS_H

#include "core/description.h"
#include "input/yaml_tree.h"

/* The top of a model file. Texts are NULL and nodes NULL where absent. */
struct fw_model_top {
    const char *name, *developer, *released, *extends, *note;
    const struct fw_node *sources, *architecture, *training, *published;
};
void fw_top_load(struct fw_load *ld, const struct fw_node *root, struct fw_model_top *out);

/* sources: {id: text} or {id: {text: ..., unverified: true}}. The n_old entries of old come
 * first, those that the map gives anew are left out. map may be NULL. */
void fw_sources_load(struct fw_load *ld, const struct fw_node *map, const struct fw_source *old,
                     size_t n_old, const struct fw_source **out, size_t *n);

void fw_training_load(struct fw_load *ld, const struct fw_node *map, struct fw_training *out);
/* What an absent section looks like. */
void fw_training_init(struct fw_training *out);

void fw_published_load(struct fw_load *ld, const struct fw_node *map,
                       const struct fw_published **out, size_t *n);

/* Section of a model file that has this key: "" for its top, "architecture", "training",
 * "published", or NULL. */
const char *fw_section_of(const char *key);

#endif
