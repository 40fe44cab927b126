/* walk_parts.h - what the two halves of the walk share. Private to report: see walk.h. */
#ifndef FW_REPORT_WALK_PARTS_H
#define FW_REPORT_WALK_PARTS_H

#include "core/steps.h"
#include "kernel/kernel.h"
#include "report/walk.h"

enum { FW_WALK_PLANS = 26 }; /* kinds of steps, walk.c */

struct fw_walk_maker {
    struct fw_walk *out;
    const struct fw_answer *a;
    struct fw_kernel_config *c;  /* of the small model */
    const struct fw_step *steps; /* of the full one */
    size_t num_steps, capacity;
    size_t rows[FW_WALK_PLANS];    /* that came of steps which come row by row */
    float *values[FW_WALK_PLANS];  /* of these */
    struct fw_arena *arena;
    bool failed; /* out of memory: sticky */
};

const struct fw_kernel_group *fw_walk_group(const struct fw_walk_maker *m, uint64_t layer);
/* The last step of that id in the layer; NULL = none yet. */
const struct fw_walk_step *fw_walk_find(const struct fw_walk_maker *m, const char *id,
                                        uint64_t layer);

/* walk_say.c: name, rule and remark of a step whose values are complete. */
void fw_walk_say(struct fw_walk_maker *m, struct fw_walk_step *s);
const char *fw_walk_say_sharing(struct fw_walk_maker *m);

#endif
