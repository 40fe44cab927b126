#include "calibrate/student.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

double fw_student(double p, size_t dof)
{
    return dof > 0 ? gsl_cdf_tdist_Pinv(p, (double)dof) : (double)INFINITY;
}
