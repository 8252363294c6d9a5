// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "process.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace heddle::test {
namespace {

std::string command() {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "heddle").string();
}

/// What a child writes to a terminal, until it hangs up.
class Terminal {
 public:
  Terminal() : master_(posix_openpt(O_RDWR | O_NOCTTY)) {
    if (master_ < 0 || grantpt(master_) != 0 || unlockpt(master_) != 0) {
      throw std::runtime_error("no pseudo-terminal");
    }
  }
  ~Terminal() { close(master_); }
  Terminal(Terminal const&) = delete;
  Terminal& operator=(Terminal const&) = delete;

  std::string name() const { return ptsname(master_); }
  std::string read_all() const {
    std::string text;
    char buffer[4096];
    ssize_t got = 0;
    while ((got = read(master_, buffer, sizeof buffer)) > 0) {
      text.append(buffer, static_cast<std::size_t>(got));
    }
    return text;
  }

 private:
  int master_;
};

void set_threads(int count) {
  setenv("OMP_NUM_THREADS", std::to_string(count).c_str(), 1);
  setenv("OMP_PROC_BIND", "false", 1);
}

int threads_of_runs = 1;

pid_t spawn(std::vector<std::string> const& arguments, std::string const& out_path,
            std::string const& err_path) {
  auto const program = command();
  set_threads(threads_of_runs);
  std::vector<char*> words = {const_cast<char*>(program.c_str())};
  for (auto const& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);

  constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out_path.c_str(), flags, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err_path.c_str(), flags, 0600);
  pid_t child = 0;
  int const problem =
      posix_spawn(&child, program.c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0) throw std::runtime_error("cannot start " + program);
  return child;
}

int wait_for(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace

Threads::Threads(int count) { threads_of_runs = count; }
Threads::~Threads() { threads_of_runs = 1; }

bool has_terminals() {
  try {
    Terminal const terminal;
    return true;
  } catch (std::runtime_error const&) {
    return false;
  }
}

Run run_heddle(std::vector<std::string> const& arguments, StandardError standard_error) {
  Scratch const scratch;
  auto const out = scratch.path("out");
  auto const err = scratch.path("err");
  Run run;
  if (standard_error == StandardError::file) {
    run.exit_code = wait_for(spawn(arguments, out, err));
    run.err = text_of(err);
  } else {
    Terminal const terminal;
    auto const child = spawn(arguments, out, terminal.name());
    run.err = terminal.read_all();
    run.exit_code = wait_for(child);
  }
  run.out = text_of(out);
  return run;
}

Run run_heddle_into(std::string const& out_path, std::vector<std::string> const& arguments) {
  Scratch const scratch;
  auto const err = scratch.path("err");
  Run run;
  run.exit_code = wait_for(spawn(arguments, out_path, err));
  run.err = text_of(err);
  return run;
}

bool is_one_line(std::string const& text) {
  return !text.empty() && std::count(text.begin(), text.end(), '\n') == 1 && text.back() == '\n';
}

bool has_backend(std::string const& name) {
  // Asked once: on a machine with a GPU each start of the command takes a third of a second.
  static auto const info = nlohmann::json::parse(run_heddle({"info", "--json"}).out);
  auto const& backends = info.at("backends");
  return std::find(backends.begin(), backends.end(), name) != backends.end();
}

std::string example_data(std::string const& name) {
  char const* root = std::getenv("HEDDLE_TEST_ROOT");
  return (root ? std::string(root) + "/examples/data" : std::string(HEDDLE_EXAMPLE_DATA)) + "/" +
         name;
}

Scratch::Scratch() {
  auto pattern = (std::filesystem::temp_directory_path() / "heddle_test_XXXXXX").string();
  if (!mkdtemp(pattern.data())) throw std::runtime_error("cannot make a folder");
  folder_ = pattern;
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string Scratch::write(std::string const& name, std::string const& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
  return path(name);
}

std::string text_of(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace heddle::test
