// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Never built. Its entry in compile_commands.json tells check_headers.py how Heddle is compiled.
