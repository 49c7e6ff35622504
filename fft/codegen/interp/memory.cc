#include "fft/codegen/interp/memory.h"

namespace fft::codegen {

bool WordHistory::Races(const Accessor& earlier, const Accessor& later,
                        const std::set<int32_t>* awaited) {
  if (earlier.epoch == 0) return false;
  if (earlier.block != later.block) {
    return awaited != nullptr && awaited->count(earlier.block) == 0;
  }
  return earlier.epoch == later.epoch && earlier.thread != later.thread;
}

std::optional<Conflict> WordHistory::Read(const Accessor& by, const std::set<int32_t>* awaited) {
  if (reader_.block != by.block || reader_.thread != by.thread) {
    other_reader_ = reader_;
  }
  reader_ = by;
  if (first_reader_.epoch == 0) first_reader_ = by;
  if (Races(writer_, by, awaited)) return Conflict{writer_, true};
  return std::nullopt;
}

std::optional<Conflict> WordHistory::Write(const Accessor& by, const std::set<int32_t>* awaited) {
  const Accessor previous = writer_;
  writer_ = by;
  if (Races(previous, by, awaited)) return Conflict{previous, true};
  for (const Accessor& reader : {reader_, other_reader_, first_reader_}) {
    if (Races(reader, by, awaited)) return Conflict{reader, false};
  }
  return std::nullopt;
}

}  // namespace fft::codegen
