#include "fft/kernels/plane/pairs.h"

#include <vector>

#include "fft/base/int_math.h"
#include "fft/kernels/lines/pairs.h"
#include "fft/kernels/lines/pass_engine.h"

namespace fft::kernels {

PlanePairs::PlanePairs(const KernelSpec& spec, const GlobalTile& tile, LdsTile& rows, Builder& b)
    : spec_(spec),
      tile_(tile),
      rows_(rows),
      b_(b),
      n_(spec.length),
      m_(spec.second_axis.length),
      threads_(spec.threads_per_transform * spec.transforms_per_group) {}

int64_t PlanePairs::RoundsOf(int64_t columns) const {
  return CeilDiv(columns * m_ * spec_.transforms_per_group, threads_);
}

PlanePairs::Item PlanePairs::ItemOf(int64_t round, int64_t columns, int64_t first_k) {
  const int64_t first = round * threads_, count = columns * m_ * spec_.transforms_per_group;
  Item item;
  Ex number = b_.Let("item", b_.ThreadIndex() + first);
  if (first + threads_ > count) {
    item.exists = number < count;
    number = b_.Let("item", Min(number, count - 1));
  }
  item.k = b_.Let("k", number % columns + first_k);
  item.l = b_.Let("l", number / columns);
  item.plane = b_.Int(0);
  if (spec_.transforms_per_group > 1) {
    item.plane = b_.Let("plane", item.l / m_);
    item.l = b_.Let("l", item.l % m_);
  }
  item.mirrored_l = b_.Let("mirrored_l", Select(Equals(item.l, 0), b_.Int(0), m_ - item.l));
  item.mirrored_k = b_.Let("mirrored_k", Select(Equals(item.k, 0), b_.Int(0), n_ - item.k));
  return item;
}

ComplexEx PlanePairs::Element(Ex plane, Ex l, Ex k) {
  return ToValues(b_, tile_.LoadFromGlobal(b_, {plane, k, 1, Axis::kX, l}, 1)).front();
}

void PlanePairs::StoreElement(Ex plane, Ex l, Ex k, const ComplexEx& value) {
  tile_.StoreToGlobal(b_, {plane, k, 1, Axis::kX, l}, ToComplex({value}));
}

Ex PlanePairs::Slot(Ex plane, Ex l, Ex k) { return rows_.Slot(k, plane * m_ + l); }

Ex PlanePairs::HasMirrorImage(Ex k) const { return n_ % 2 == 0 ? NotEquals(k, n_ / 2) : Ex(); }

void PlanePairs::Load() {
  LoadInnerColumns();
  LoadFirstColumn();
}

// All loads stand before the first store, so that they overlap.
void PlanePairs::LoadInnerColumns() {
  const int64_t columns = n_ / 2;
  if (columns == 0) return;
  b_.Comment("pairs of columns k and n - k");
  std::vector<Item> items;
  std::vector<Values> spectra;
  for (int64_t round = 0; round < RoundsOf(columns); ++round) {
    const Item& item = items.emplace_back(ItemOf(round, columns, 1));
    const Ex plane = tile_.Present(b_, item.plane);
    spectra.push_back({Element(plane, item.l, item.k),
                       Element(plane, item.mirrored_l, b_.Let("opposite", n_ - item.k))});
  }
  const Ex table = tile_.parameter(ParameterId::kPairTwiddles);
  for (size_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    const std::vector<Ex> points =
        ToComplex(PairOfSpectrum(b_, spectra[i], PairRotation(b_, spec_, table, item.k)));
    IfPresent(b_, item.exists, [&] {
      b_.Store(rows_.array(0), Slot(item.plane, item.l, item.k), points[0]);
      IfPresent(b_, HasMirrorImage(item.k), [&] {
        const Ex slot = Slot(item.plane, item.mirrored_l, item.mirrored_k);
        b_.Store(rows_.array(0), slot, points[1]);
      });
    });
  }
}

void PlanePairs::LoadFirstColumn() {
  b_.Comment("columns 0 and n");
  for (int64_t round = 0; round < RoundsOf(1); ++round) {
    const Item item = ItemOf(round, 1, 0);
    const Ex plane = tile_.Present(b_, item.plane);
    Values columns;  // X[l][0] and X[l][n]
    for (Ex k : {b_.Int(0), b_.Int(n_)}) {
      columns.push_back(
          TakeApart(b_, {Element(plane, item.l, k), Element(plane, item.mirrored_l, k)}).front());
    }
    const ComplexEx &x = columns[0], &y = columns[1];
    const ComplexEx point = {b_.Let("re", x.re + y.re - (x.im - y.im)),
                             b_.Let("im", x.im + y.im + (x.re - y.re))};
    IfPresent(b_, item.exists, [&] {
      b_.Store(rows_.array(0), Slot(item.plane, item.l, item.k), ToComplex({point}).front());
    });
  }
}

void PlanePairs::Store() {
  b_.Comment("spectrum of the reals: columns k and n - k");
  const int64_t columns = n_ / 2 + 1;
  const Ex table = tile_.parameter(ParameterId::kPairTwiddles);
  for (int64_t round = 0; round < RoundsOf(columns); ++round) {
    const Item item = ItemOf(round, columns, 0);
    IfPresent(b_, BothOf(item.exists, tile_.IsPresent(item.plane)), [&] {
      std::vector<Ex> points;
      for (Ex slot :
           {Slot(item.plane, item.l, item.k), Slot(item.plane, item.mirrored_l, item.mirrored_k)}) {
        points.push_back(b_.Let("x", codegen::Load(rows_.array(0), slot)));
      }
      const Values spectrum =
          SpectrumOfPair(b_, ToValues(b_, points), PairRotation(b_, spec_, table, item.k));
      StoreElement(item.plane, item.l, item.k, spectrum[0]);
      IfPresent(b_, HasMirrorImage(item.k), [&] {
        StoreElement(item.plane, item.mirrored_l, b_.Let("opposite", n_ - item.k), spectrum[1]);
      });
    });
  }
}

}  // namespace fft::kernels
