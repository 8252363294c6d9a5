// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a caller of sparse Hessians can choose.
#pragma once

#include <heddle/coloring/options.hpp>
#include <heddle/jacobian/options.hpp>
#include <heddle/place/policy.hpp>

namespace heddle::jacobian {

/// How entries are recovered from the compressed Hessian.
enum class Recovery {
  direct,       ///< a star colouring; each entry is read
  substitution  ///< an acyclic colouring: fewer colours; entries follow from others
};

/// Which entries are wanted.
enum class Triangle { full, lower, upper };

/// Options of SparseHessian.
struct HessianOptions {
  Recovery recovery = Recovery::direct;
  Triangle triangle = Triangle::full;  ///< lower and upper contain the diagonal
  int lanes = 0;                       ///< as in JacobianOptions
  Check check = Check::first_call;
  place::Policy place = {};              ///< of "jacobian::evaluate_hessian": the device
  coloring::ColoringOptions color = {};  ///< `kind` is set by the plan
};

}  // namespace heddle::jacobian
