// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files on disk: gzip in all states, folders, missing and unreadable files.
#include <heddle/io/read.hpp>
#include <heddle/io/write.hpp>

#include <gtest/gtest.h>

#include <unistd.h>
#include <zlib.h>

#include "refusal.hpp"
#include "tests/reference/slow_reader.hpp"
#include "tests/support/data.hpp"

#include <filesystem>
#include <fstream>
#include <string>

namespace {

using heddle::io::parse_matrix;
using heddle::io::read_matrix;
using heddle::io::write_matrix;
using heddle::test::refusal_of;
using heddle::test::refusal_of_text;
using heddle::test::small_data;

std::string const small_text = "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2.5\n";

/// One gzip member, by zlib.
std::string compressed(std::string const& text) {
  z_stream stream = {};
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string result(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

class Files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("heddle_io_" + std::to_string(getpid()) + "_" +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(std::string const& name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

TEST_F(Files, ReadPlainAndCompressed) {
  EXPECT_EQ(parse_matrix(compressed(small_text), "file").values.at(0), 2.5);
  // Two members, cut inside a line, and padding with zeros behind them.
  auto const members = compressed(small_text.substr(0, 60)) + compressed(small_text.substr(60));
  EXPECT_EQ(parse_matrix(members + std::string(512, '\0'), "file").values.at(0), 2.5);
}

TEST_F(Files, WriteByName) {
  auto const matrix = read_matrix(small_data("west0479.mtx"));
  for (std::string const name : {"plain.mtx", "small.mtx.gz"}) {
    write_matrix(path(name), matrix);
    std::ifstream file(path(name), std::ios::binary);
    EXPECT_EQ(file.get(), name == "plain.mtx" ? '%' : 0x1f) << name;
    auto const back = read_matrix(path(name));
    EXPECT_EQ(back.rows, matrix.rows) << name;
    EXPECT_EQ(back.columns, matrix.columns) << name;
    EXPECT_EQ(back.values, matrix.values) << name;
    EXPECT_EQ(heddle::reference::read_slowly(path(name)).values, matrix.values) << name;
  }
  EXPECT_LT(std::filesystem::file_size(path("small.mtx.gz")),
            std::filesystem::file_size(path("plain.mtx")) / 2);
}

TEST_F(Files, MissingFoldersAndForbidden) {
  EXPECT_EQ(refusal_of([&] { read_matrix(path("none.mtx")); }),
            "file_not_found: " + path("none.mtx") + ": cannot be read: No such file or directory");
  EXPECT_EQ(refusal_of([&] { read_matrix(path("")); }),
            "file_not_found: " + path("") + ": cannot be read: it is a folder");
  std::ofstream(path("secret.mtx")) << small_text;
  std::filesystem::permissions(path("secret.mtx"), std::filesystem::perms::none);
  if (geteuid() != 0) {  // root reads everything
    EXPECT_EQ(refusal_of([&] { read_matrix(path("secret.mtx")); }),
              "file_not_found: " + path("secret.mtx") + ": cannot be read: Permission denied");
  }
  auto const matrix = parse_matrix(small_text, "file");
  for (std::string const name : {"none/a.mtx", "none/a.mtx.gz"}) {
    EXPECT_EQ(refusal_of([&] { write_matrix(path(name), matrix); }),
              "file_not_found: " + path(name) + ": cannot be written: No such file or directory");
  }
}

TEST_F(Files, FullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  EXPECT_EQ(refusal_of([&] { write_matrix("/dev/full", parse_matrix(small_text, "file")); }),
            "file_not_found: /dev/full: cannot be written: No space left on device");
}

TEST_F(Files, EndlessAndEmptyDevices) {
  if (!std::filesystem::exists("/dev/zero")) GTEST_SKIP() << "no /dev/zero";
  EXPECT_EQ(refusal_of([&] { read_matrix("/dev/zero"); }),
            "bad_format: /dev/zero:1: neither a Matrix Market banner nor a Harwell-Boeing head");
  EXPECT_EQ(refusal_of([&] { read_matrix("/dev/null"); }),
            "bad_format: /dev/null:1: the file is empty");
}

TEST_F(Files, DamagedGzip) {
  std::string text = "%%MatrixMarket matrix coordinate real general\n999 999 999\n";
  for (int k = 1; k < 1000; ++k) text += std::to_string(k) + " 1 " + std::to_string(1.0 / k) + "\n";
  auto const whole = compressed(text);
  EXPECT_EQ(parse_matrix(whole, "file").values.size(), 999u);
  auto const cut = refusal_of_text(whole.substr(0, whole.size() / 2));
  EXPECT_TRUE(cut.starts_with("bad_format: file:")) << cut;
  EXPECT_TRUE(cut.ends_with(": the gzip data are cut off here")) << cut;
  EXPECT_FALSE(cut.starts_with("bad_format: file:1:")) << cut;
  EXPECT_EQ(refusal_of_text(whole.substr(0, whole.size() - 4)),
            "bad_format: file:1002: the gzip data are cut off here");
  EXPECT_EQ(refusal_of_text(whole.substr(0, 2)),
            "bad_format: file:1: the gzip data are cut off here");
  auto checksum = whole;
  checksum[whole.size() - 8] ^= 1;
  EXPECT_EQ(refusal_of_text(checksum), "bad_format: file:1002: the gzip data are damaged here");
  EXPECT_EQ(refusal_of_text(whole + "garbage"),
            "bad_format: file:1002: garbage after the gzip data");
  EXPECT_EQ(refusal_of_text(compressed("")), "bad_format: file:1: the file is empty");
  EXPECT_EQ(refusal_of_text(compressed(whole)), "bad_format: file:1: gzip data inside gzip data");
  for (std::size_t k = 0; k < whole.size(); k += 7) {
    auto flipped = whole;
    flipped[k] ^= 0x20;
    auto const refusal = refusal_of_text(flipped);  // bytes 4 to 9 of the head carry no meaning
    EXPECT_TRUE(refusal.empty() == (k >= 4 && k <= 9) || refusal.starts_with("bad_format: file:"))
        << k << refusal;
  }
}

TEST_F(Files, GzipBombs) {
  EXPECT_EQ(refusal_of_text(compressed(std::string(1 << 20, '\0'))),
            "bad_format: file:1: neither a Matrix Market banner nor a Harwell-Boeing head");
  // Blanks behind a good head: one part in a thousand is left of them.
  auto const bomb = compressed(small_text + std::string(std::size_t{20} << 20, ' '));
  EXPECT_EQ(refusal_of_text(bomb),
            "bad_format: file:4: the gzip data expand to more than 256 times their size");
  heddle::io::ReadOptions options;
  options.max_gzip_ratio = 2000;
  EXPECT_EQ(refusal_of_text(bomb, options), "");
  options.max_gzip_ratio = 0;
  EXPECT_EQ(refusal_of_text(bomb, options), "invalid_argument: max_gzip_ratio is not positive");
}

}  // namespace
