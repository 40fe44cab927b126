/* axis.h - from the range of the data to ticks and positions. Private to draw. */
#ifndef FW_DRAW_AXIS_H
#define FW_DRAW_AXIS_H

#include "draw/numfmt.h"

enum { FW_TICKS_MAX = 160, FW_AXIS_TITLE = 200 };

struct fw_tick {
    double value;
    bool labelled; /* else a minor tick */
    char label[FW_NUM_LEN];
};

/* What the data says about an axis. */
struct fw_extent {
    double lo, hi;   /* of the values that the scale can show; lo > hi = there are none */
    bool zero;       /* log scales: there are zeros */
    size_t negative; /* log scales: values below zero, which cannot be shown at all */
    size_t unknown;
};

struct fw_axis {
    const struct fw_chart_axis *spec;
    double lo, hi;         /* shown range, lo < hi */
    double at_lo, at_hi;   /* where they stand on the page [pt] */
    bool has_zero;         /* log scales: zero has a place of its own beside the scale */
    double at_zero;
    double before, after;    /* [pt] room for labels beyond the ends */
    struct fw_factor factor; /* linear: labels are value / factor */
    bool powers;             /* log: labels are powers of ten */
    char title[FW_AXIS_TITLE];
    size_t tick_count;
    struct fw_tick ticks[FW_TICKS_MAX];
};

struct fw_extent fw_extent_none(void);
/* Takes one value into account; NAN counts as unknown. */
void fw_extent_add(struct fw_extent *e, enum fw_scale scale, double value);

/* The room that an axis has. A level axis runs along the text of its labels; they stay within
 * before and after its ends. */
struct fw_axis_room {
    double length; /* [pt] from lo to hi */
    bool level;
    double before, after; /* [pt], level only */
    bool snap;            /* the range grows to whole ticks */
};

/* Chooses range and ticks. Labels never overlap. */
void fw_axis_solve(struct fw_axis *axis, const struct fw_chart_axis *spec,
                   const struct fw_extent *extent, const struct fw_axis_room *room,
                   struct fw_draw *d, const struct fw_font *font);

/* Middle of a tick's label on a level axis [pt]: at the tick, or where the room ends. */
double fw_axis_label_at(const struct fw_axis *axis, const struct fw_tick *tick, double width);

/* Where a value stands [pt]; zero of a log scale is at_zero. Only for values inside the range. */
double fw_axis_at(const struct fw_axis *axis, double value);

/* A value as it is written on a bar, without unit on linear axes (the axis title has it). */
char *fw_axis_value(char buf[static FW_NUM_LEN], const struct fw_axis *axis, double value);

#endif
