/* steps.h - the data flow of a forward pass as a list of steps with shapes, FLOP and bytes.
 *
 * Bytes are those of an ideal machine: every weight read once per step, every activation read and
 * written once (in the dtype of the weights if that is a plain float, else bf16), scores never
 * stored (as in a fused attention), the KV cache written in prefill and read once.
 */
#ifndef FW_CORE_STEPS_H
#define FW_CORE_STEPS_H

#include "core/estimate.h"

enum fw_step_where { FW_STEP_EMBED, FW_STEP_LAYER, FW_STEP_HEAD };

struct fw_step {
    enum fw_step_where where;
    size_t group;              /* of LAYER steps */
    const char *id, *name, *weight, *note;
    fw_u128 in[2], w[2], out[2]; /* rows, columns; w = 0, 0 if there is no operand */
    fw_u128 flop;              /* for the whole batch, one layer; 0 for elementwise steps */
    fw_u128 bytes;
    bool elementwise;
    bool product; /* in (r, c) x w (c, m) = out (r, m) has been checked */
};

/* All steps: EMBED, the LAYER steps of each group in turn, HEAD. The list is in the arena.
 * The sum of flop over a group's steps equals F_linear + F_attn of that group, which is
 * asserted. MLA keeps one step for each of W_Q, W_K, W_V. */
enum fw_status fw_steps_prefill(const struct fw_model *m, const struct fw_estimate *e,
                                struct fw_step **steps, size_t *count, struct fw_arena *arena,
                                struct fw_err *err);

/* The same for decoding one token per sequence after the context. */
enum fw_status fw_steps_decode(const struct fw_model *m, const struct fw_workload *w,
                               const struct fw_estimate *e, struct fw_step **steps,
                               size_t *count, struct fw_arena *arena, struct fw_err *err);

#endif
