#include "fft/kernels/lines/pass_engine.h"

#include "fft/codegen/ast/equal.h"

namespace fft::kernels {

Ex BothOf(Ex a, Ex b) { return !a ? b : !b ? a : LogicalAnd(a, b); }

void IfPresent(Builder& b, Ex condition, const std::function<void()>& then) {
  if (condition) {
    b.If(condition, then);
  } else {
    then();
  }
}

std::vector<std::vector<Ex>> ToComplexRounds(const std::vector<Values>& values) {
  std::vector<std::vector<Ex>> complex;
  for (const Values& round : values) complex.push_back(ToComplex(round));
  return complex;
}

void PassEngine::DeclareLds(const PassBody& body) {
  Lds(passes_.front()).Declare(Exchanges(body));
  for (const Pass& pass : passes_) Lds(pass).Share(Lds(passes_.front()));
}

// Pairs take one more exchange, in which their points meet.
int PassEngine::Exchanges(const PassBody& body) const {
  return static_cast<int>(passes_.size()) + (body.takes_pairs() ? 1 : 0);
}

void PassEngine::Run(PassBody& body) {
  Begin();
  RunPasses(body);
}

void PassEngine::RunPasses(PassBody& body) {
  if (!is_guarded()) {
    UnguardedPasses(body);
    return;
  }
  for (const Pass& pass : passes_) {
    if (pass.index > 0) b_.Barrier();
    GuardedPass(pass, body);
  }
  AfterGuarded(body);
}

void PassEngine::GuardedPass(const Pass& pass, PassBody& body) {
  b_.Comment(PassTitle(pass));
  for (int round = 0; round < pass.rounds; ++round) {
    Transform(At(pass, round, Beyond::kKeep), body);
  }
}

void PassEngine::Transform(const Butterfly& butterfly, PassBody& body) {
  const Place& place = butterfly.place;
  const Pass& pass = place.pass;
  IfPresent(b_, BothOf(butterfly.exists, tile_.IsPresent(place.transform)), [&] {
    std::vector<Ex> in;
    if (pass.index == 0) {
      in = LoadGuarded(place, body);
    } else {
      for (Ex slot : Lds(pass).ReadSlots(pass, place.line, place.i)) {
        in.push_back(b_.Let("x", Load(lds(pass.index - 1), slot)));
      }
    }
    const Values out = body.Compute(place, ToValues(b_, in));
    if (is_last(pass)) {
      StoreGuarded(place, out, body);
    } else {
      WriteSlots(place, lds(pass.index), ToComplex(out));
    }
  });
}

std::vector<Ex> PassEngine::LoadGuarded(const Place& place, PassBody& body) {
  return body.Load(place);
}

void PassEngine::StoreGuarded(const Place& place, const Values& values, PassBody& body) {
  body.Store(place, values);
}

void PassEngine::UnguardedPasses(PassBody& body) {
  std::vector<Values> values;
  for (const std::vector<Ex>& round : LoadFirst(passes_.front(), body)) {
    values.push_back(ToValues(b_, round));
  }
  for (const Pass& pass : passes_) {
    b_.Comment(PassTitle(pass));
    for (int round = 0; round < pass.rounds; ++round) {
      Place place = At(pass, round, Beyond::kClamp).place;
      if (is_last(pass)) place.transform = Present(place.transform);
      values[round] = body.Compute(place, values[round]);
    }
    if (is_last(pass)) {
      StoreLast(pass, values, body);
    } else {
      const Pass& next = passes_[pass.index + 1];
      values = spec_.exchange == Exchange::kHalf ? ExchangeHalf(pass, next, values)
                                                 : ExchangeFull(pass, next, values);
    }
  }
}

PassEngine::Rounds PassEngine::LoadFirst(const Pass& pass, PassBody& body) {
  Rounds loaded;
  for (int round = 0; round < pass.rounds; ++round) {
    Place place = At(pass, round, Beyond::kClamp).place;
    place.transform = Present(place.transform);
    loaded.push_back(body.Load(place));
  }
  return loaded;
}

void PassEngine::StoreLast(const Pass& pass, const std::vector<Values>& values, PassBody& body) {
  for (int round = 0; round < pass.rounds; ++round) {
    const Butterfly butterfly = At(pass, round, Beyond::kClamp);
    IfPresent(b_, BothOf(butterfly.exists, tile_.IsPresent(butterfly.place.transform)),
              [&] { body.Store(butterfly.place, values[round]); });
  }
}

Ex PassEngine::Present(Ex transform) {
  if (!present_ || !Equal(transform.node(), transform_.node())) {
    transform_ = transform;
    present_ = tile_.Present(b_, transform);
  }
  return present_;
}

std::vector<Values> PassEngine::ExchangeFull(const Pass& from, const Pass& to,
                                             const std::vector<Values>& values) {
  WriteLds(from, ToComplexRounds(values));
  std::vector<Values> result;
  for (const std::vector<Ex>& round : ReadLds(to)) result.push_back(ToValues(b_, round));
  return result;
}

std::vector<Values> PassEngine::ExchangeHalf(const Pass& from, const Pass& to,
                                             const std::vector<Values>& values) {
  std::vector<Values> result(to.rounds, Values(to.radix));
  for (Ex ComplexEx::*part : {&ComplexEx::re, &ComplexEx::im}) {
    Rounds parts;
    for (const Values& round : values) {
      parts.emplace_back();
      for (const ComplexEx& value : round) parts.back().push_back(value.*part);
    }
    WriteLds(from, parts);
    const Rounds moved = ReadLds(to);
    for (int round = 0; round < to.rounds; ++round) {
      for (int j = 0; j < to.radix; ++j) result[round][j].*part = moved[round][j];
    }
  }
  return result;
}

void PassEngine::WriteSlots(const Place& place, Ex array, const std::vector<Ex>& values) {
  const std::vector<Ex> slots = Lds(place.pass).WriteSlots(place.pass, place.line, place.i);
  for (size_t k = 0; k < slots.size(); ++k) b_.Store(array, slots[k], values[k]);
}

void PassEngine::WaitForReaders() {
  if (lds_was_read_) b_.Barrier();
  lds_was_read_ = false;
}

void PassEngine::WriteLds(const Pass& pass, const Rounds& values) {
  WaitForReaders();
  for (int round = 0; round < pass.rounds; ++round) {
    const Butterfly butterfly = At(pass, round, Beyond::kClamp);
    IfPresent(b_, butterfly.exists, [&] { WriteSlots(butterfly.place, lds(0), values[round]); });
  }
  b_.Barrier();
}

PassEngine::Rounds PassEngine::ReadLds(const Pass& pass) {
  Rounds values(pass.rounds);
  for (int round = 0; round < pass.rounds; ++round) {
    const Place place = At(pass, round, Beyond::kClamp).place;
    for (Ex slot : Lds(pass).ReadSlots(pass, place.line, place.i)) {
      values[round].push_back(b_.Let("x", Load(lds(0), slot)));
    }
  }
  MarkRead();
  return values;
}

}  // namespace fft::kernels
