// Writes assets.cc: `embed_assets FILE FILE.gz [FILE FILE.gz ...] > assets.cc`.
//
// The contents become octal string literals, which compile much faster than lists of numbers.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "inspector/server/fingerprint.h"

namespace {

std::string ReadFile(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "cannot read %s\n", path);
    std::exit(1);
  }
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void PrintLiteral(const std::string& bytes) {
  std::fputs("\n     \"", stdout);
  int column = 0;
  for (unsigned char c : bytes) {
    std::printf("\\%03o", c);
    if (++column % 24 == 0) std::fputs("\"\n     \"", stdout);
  }
  std::printf("\", %zu", bytes.size());
}

const char* ContentType(const std::string& name) {
  if (name.ends_with(".html")) return "text/html; charset=utf-8";
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".json")) return "application/json";
  if (name.ends_with(".svg")) return "image/svg+xml";
  return "application/octet-stream";
}

}  // namespace

int main(int argc, char** argv) {
  std::puts("#include \"inspector/server/assets.h\"\n\nnamespace fft::inspector {\n");
  std::puts("const std::vector<Asset>& Assets() {");
  std::puts("  static const auto& assets = *new std::vector<Asset>{");
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string path = argv[i];
    const std::string name = path.substr(path.rfind('/') + 1);
    const std::string plain = ReadFile(argv[i]);
    std::printf("    {\"/%s\", \"%s\", \"\\\"%s\\\"\",", name == "index.html" ? "" : name.c_str(),
                ContentType(name), fft::inspector::Fingerprint(plain).c_str());
    PrintLiteral(plain);
    std::putchar(',');
    PrintLiteral(ReadFile(argv[i + 1]));
    std::puts("},");
  }
  std::puts("  };\n  return assets;\n}\n\n}  // namespace fft::inspector");
  return 0;
}
