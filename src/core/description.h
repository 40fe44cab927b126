/* description.h - everything that a file under models.d, hardware.d or grids.d says.
 *
 * Filled by input/, read by everybody. Strings live in the arena that was given to the reader.
 * Unknown numbers are NaN, unknown strings NULL.
 */
#ifndef FW_CORE_DESCRIPTION_H
#define FW_CORE_DESCRIPTION_H

#include "base/count.h"
#include "core/arch.h"
#include "core/calibration.h"
#include "core/chain.h"
#include "core/dtype.h"

struct fw_source {
    const char *id, *text;
    bool unverified; /* written down from memory, no document at hand */
    bool inherited;  /* stands in a description that this one extends */
};

struct fw_published {
    const char *quantity; /* "parameters", "active_parameters", "layer_parameters", ... */
    fw_u128 value;
    int digits;         /* significant digits that were published; 0 = exact to the unit */
    const char *source; /* id */
    const char *note;   /* the convention that turns the derived figure into this one; NULL */
};

enum fw_boundary { FW_BOUNDARY_UNKNOWN, FW_BOUNDARY_CHIP, FW_BOUNDARY_IT, FW_BOUNDARY_FACILITY };

struct fw_training {
    bool present;
    struct fw_facts facts;
    fw_u128 tokens;       /* exact; 0 = unknown */
    const char *hardware; /* id under hardware.d */
    enum fw_dtype dtype;  /* of the arithmetic; FW_DTYPE_COUNT = the model's */
    uint64_t sequence_length; /* 0 = max_position_embeddings */
    enum fw_boundary energy_boundary; /* which energy the publication states */
    const char *source;   /* id */
    const char *note;
};

struct fw_description {
    const char *id, *path;
    const char *name, *developer, *released;
    size_t num_sources;
    const struct fw_source *sources;
    struct fw_arch arch;
    const char *arch_source;
    struct fw_training training;
    size_t num_published;
    const struct fw_published *published;
    const char *note;
};

struct fw_hardware {
    const char *id, *name, *vendor, *form;
    int year;
    double peak[FW_DTYPE_COUNT];  /* dense FLOP/s (int8: OP/s); NaN = unknown */
    double mem_bytes_min, mem_bytes_max; /* "80 GB" read as 1e9 and as 2^30 */
    double mem_bw;                /* B/s */
    double link_dir;              /* B/s per direction */
    const char *link_name;
    double power;                 /* W */
    const char *power_term;       /* "TDP", "TGP", "TBP" */
    const char *note;
    size_t num_sources;
    const struct fw_source *sources;
    const char *unverified;       /* blank-separated fields without a document, or NULL */
    const struct fw_calibration *calibration; /* fitted curves of this machine, or NULL */
};

struct fw_grid {
    const char *id, *name;
    double intensity;  /* kg CO2eq per kWh */
    int year;          /* 0 = not stated */
    const char *kind;  /* lifecycle, direct, average, marginal, market, production */
    const char *family;/* countries, us-states, gcp, aws, azure, ... */
    double pue;        /* of the cloud region, NaN = unknown */
    const char *source;
    bool unverified;
};

#endif
