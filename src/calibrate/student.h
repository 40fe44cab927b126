/* student.h - the one quantile that intervals of few rows need. */
#ifndef FW_CALIBRATE_STUDENT_H
#define FW_CALIBRATE_STUDENT_H

#include <stddef.h>

/* x with P(t < x) = p for Student's t with dof degrees of freedom; infinite for dof = 0. */
double fw_student(double p, size_t dof);

#endif
