/* views.h - the tables and JSON objects that answers are shown as.
 *
 * One function per question; the commands, `compare`, `whatif` and the reports call the same
 * ones. Tables carry their convention in table.note.
 */
#ifndef FW_REPORT_VIEWS_H
#define FW_REPORT_VIEWS_H

#include "report/answer.h"
#include "report/json.h"
#include "report/table.h"

/* Tables. The arena holds cells and composed text. */
void fw_view_model(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena);
void fw_view_parameters(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena);
void fw_view_flops(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena);
void fw_view_conventions(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena);
void fw_view_kv(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena);
void fw_view_memory(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena);
void fw_view_training(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena);
void fw_view_training_rules(const struct fw_answer *a, struct fw_table *out,
                            struct fw_arena *arena);
void fw_view_chain(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena);
/* Data flow; decode = one token after the context. */
enum fw_status fw_view_trace(const struct fw_answer *a, bool decode, struct fw_table *out,
                             struct fw_arena *arena, struct fw_err *err);
/* n answers side by side; the last columns are ratios of each to the first. */
void fw_view_compare(const struct fw_answer *a, size_t n, struct fw_table *out,
                     struct fw_arena *arena);
/* The design changes from a to b (norm, KV heads, positions, FFN ...) with their numeric effect. */
void fw_view_design(const struct fw_answer *a, const struct fw_answer *b, struct fw_table *out,
                    struct fw_arena *arena);

/* JSON objects of the contract (DESIGN section 5), each under its key: "model", "workload",
 * "parameters", "memory", "kv_cache", "prefill", "decode", "training". */
void fw_json_model(struct fw_json *j, const struct fw_answer *a);
void fw_json_workload(struct fw_json *j, const struct fw_answer *a);
void fw_json_parameters(struct fw_json *j, const struct fw_answer *a);
void fw_json_memory(struct fw_json *j, const struct fw_answer *a);
void fw_json_kv_cache(struct fw_json *j, const struct fw_answer *a);
void fw_json_prefill(struct fw_json *j, const struct fw_answer *a);
void fw_json_decode(struct fw_json *j, const struct fw_answer *a);
void fw_json_training(struct fw_json *j, const struct fw_answer *a);
/* The whole "flopwatt.estimate/1" object. */
void fw_json_estimate(struct fw_json *j, const struct fw_answer *a);

/* Named scalar quantities of an answer, for --get, explain, whatif and assert: "kv_bytes",
 * "parameters", "prefill_flop", "decode_flop", "mfu", ... (quantities.def), and every row id of
 * the equation tables. */
struct fw_quantity_value {
    bool exact, known;
    fw_u128 count;
    double real;
    enum fw_dim dim;
};
struct fw_quantity_info {
    const char *name, *json_path, *meaning;
    enum fw_dim dim;
};
extern const struct fw_quantity_info fw_quantity_table[];
extern const size_t fw_quantity_count;
/* FW_USAGE with the nearest names if there is no such quantity. */
enum fw_status fw_quantity_get(const struct fw_answer *a, const char *name,
                               struct fw_quantity_value *out, struct fw_err *err);

#endif
