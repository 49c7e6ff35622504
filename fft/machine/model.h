// The costs of work on a machine, as data: the weights of every price.
//
// A file of fft/machine/models holds the weights of one machine and says where they come from;
// make_models.py turns the files into C++ when the library is built. Code holds the form of a
// price, a file its numbers. Shares are of the time that moving a kernel's data takes, unless they
// say otherwise; logarithms are natural.
#ifndef FFT_MACHINE_MODEL_H_
#define FFT_MACHINE_MODEL_H_

#include <array>
#include <cstdint>
#include <vector>

#include "fft/core/target.h"

namespace fft {

// What each property of a shape adds to the logarithm of a kernel's time
// (fft/shapes/shape_price.h). Tilings have different weights, since they wait for different things.
// A property that a tiling has no weight for adds nothing. For example, a `pass` of 0.06 makes a
// kernel about 6 % slower with each further pass.
struct ShapeWeights {
  double pass = 0;            // each pass
  double exchange = 0;        // each exchange: LDS is written and read again
  double conflict = 0;        // each extra wavefront of an exchange, for bank conflicts
  double half = 0;            // exchange by halves
  double in_place = 0;        // exchange in place
  double ping_pong = 0;       // exchange between two arrays
  double staged = 0;          // staged rows, beside the exchanges through LDS that they take
  double lone_group = 0;      // divided by the workgroups that a compute unit holds
  double persistent = 0;      // workgroups that do tile after tile
  double at_a_time = 0;       // share of SearchWeights::bytes_at_a_time that loads lack
  double idle_lanes = 0;      // share of the wavefronts' lanes that have no thread
  double idle_rounds = 0;     // sum of the passes' shares of threads that have no butterfly
  double idle_loads = 0;      // the share of the first pass, which loads, once more
  double work = 0;            // arithmetic that idle threads do in step, over that which is needed
  double points = 0;          // points that a thread holds, in units of 16 in single precision
  double part_of_line = 0;    // rows: share of a cache line that lanes leave unread
  double part_of_sector = 0;  // the same of a sector
  double tile = 0;            // columns: doublings of the tile's width beyond two sectors
  double narrow = 0;          // columns: share of two sectors that a tile leaves unread
  double radix = 0;           // the largest radix, in units of 16 in single precision
};

// How a GPU's shapes are found, before and beside their prices. For example, a `preferred_points`
// of 16 prefers shapes whose threads hold 16 points in single precision.
struct SearchWeights {
  double round;  // each round of a thread beyond the first in a pass, where an idle round costs 1
  double large_prime;    // an idle round in a pass of a prime above 13, per point of the radix
  int preferred_points;  // points of a thread that cost least, in single precision
  int preferred_points_double;   // the same, in double precision
  double point_above;            // each point beyond the preferred ones
  int fewest_points;             // of a thread, that cost nothing
  double point_below;            // each point below the fewest
  double turning_point;          // each point of the pass in which a convolution turns around
  double bytes_at_a_time;        // in place: loads that a unit should have under way
  double usual_conflicts;        // extra wavefronts of a line's exchange before its layout is known
  double usual_plane_conflicts;  // the same of an exchange of a plane
  double worth_padding;          // extra wavefronts that a layout with padding has to save
  double same_factors;      // what a shape is charged where the list has one with the same factors
  double doubt;             // how much cheaper than the shape of the rules another one has to be
  int64_t spare_registers;  // of a thread in single precision, beyond the fewest that it is
                            // expected to need
  int64_t spare_of_large_radices;  // the same where a radix exceeds 16
};

// Planes (fft/shapes/plane_price.h). For example, an `exchange` of 0.128 adds an eighth of the time
// of moving the data for each exchange.
struct PlaneWeights {
  double exchange;      // share: each exchange, where every lane has a butterfly
  double conflict;      // share of an exchange, per extra wavefront
  double store;         // share: lanes without a butterfly in the last pass, over those with one
  double loaded_line;   // share, per cache line beyond the first that a butterfly's loads meet
  double stored_line;   // the same of its stores
  double always;        // part of the shares above that other workgroups of the unit do not hide
  double hidden;        // the rest of them is divided by the number of workgroups to this power
  double missing;       // logarithm, per register that a thread lacks
  double held;          // logarithm, per point of a thread beyond usual_points, in single precision
  double usual_points;  // of a thread, that cost nothing
  double crowded;       // logarithm, per doubling of a unit's bytes beyond most_bytes
  double most_bytes;    // of a unit's planes, that cost nothing
  double few;  // logarithm, per doubling by which a unit's bytes fall short of enough_bytes
  double enough_bytes;  // of a unit's planes
  double base;          // logarithm, of every plane
};

// The shares of a copy's speed that unmeasured kernels are expected to reach
// (fft/shapes/shape_tuning.h). For example, an `of_typical_rows` of 0.95 expects 0.95 of the share
// of measured rows nearby.
struct ShareWeights {
  static constexpr int kOctaves = 8;
  double loss_by_class;       // factor, per half octave beyond the longest measured length
  double of_typical_rows;     // factor: rows over the shares of measured kernels nearby
  double of_typical_columns;  // factor: the same of columns
  double lines_by_one;  // factor: a convolution of lines that one first pass makes, over the same
                        // row without one
  double lines_by_two;  // factor: the same where two first passes make the lines
  double lines_room_bytes;  // LDS of such a transform, up to which a unit has room for several
  double lines_crowding;    // exponent of lines_room_bytes over the LDS of a transform, where the
                            // quotient is below 1
  double lines_columns;     // factor, of columns to columns
  double lines_to_rows;     // factor, of columns to rows
  // Factors: a convolution of columns over the same row. As many columns as fill a sector take some
  // LDS; there is a factor for each octave of it, from 2 KiB on. The last one holds where the
  // columns exceed LDS.
  std::array<double, kOctaves> columns;
  std::array<double, kOctaves> rows_to_columns;
  std::array<double, kOctaves> columns_to_rows;
  double stored;  // factor, of a convolution that stores half precision and computes in single
};

// Moving data (fft/choice/price.h). For example, a `launch_seconds` of 3e-6 adds 3 us to every
// kernel.
struct TrafficWeights {
  double launch_seconds;  // of a kernel
  double row_exponent;    // runs of 1/x of a full row take x to this power as long
  double pass;            // share: each pass
  double free_lds;        // the part of LDS that a workgroup may take at no cost
  double full_lds;        // share: a workgroup that takes all LDS
  double sectors_more;    // the sectors that a run moves in vain where it may begin anywhere in one
  double sectors_in_place;   // factor of sectors_more where the kernel has just read these sectors
  int64_t few_column_bytes;  // of all columns: the cache joins parts of sectors up to this
  double solo_bandwidth;  // bandwidth of a workgroup alone on a unit, over the unit's share of all
                          // bandwidth
  double goes_on_filled;  // tiles wrap where less than this part of them is filled, if the next
                          // loop goes on where theirs ends,
  double breaks_filled;   // and if it does not
  double room_to_spare;   // tiles have room to spare where this times their number is below what
                          // fits all units
};

// Convolutions (fft/choice/kinds/convolution.cc).
struct ConvolutionWeights {
  double pass;                // share: each pass over the points of the convolution
  double permuted_row;        // factor of the bytes of rows that are read in a generator's order
  double most_share;          // the largest share of a copy's speed that is expected
  double bluestein_of_rader;  // the speed of Bluestein's over Rader's convolution of as many points
  double twiddled;  // factor of the speed of columns that large twiddles rotate on their way out
};

// The least time of kernels with little to do (fft/choice/latency.h). For example, a `rader_point`
// of 21e-9 adds 21 ns to a pass of Rader's convolution for each point of a thread.
struct LatencyWeights {
  double prime_product;  // seconds of each product of two points in a butterfly of a large prime
  double hidden_butterflies;  // seconds of such products that a launch hides
  double rader_point;         // Rader's convolution: seconds of a pass, per point of a thread
  double bluestein_point;     // Bluestein's convolution: the same
  double double_precision;    // factor of rader_point and bluestein_point
  double byte;                // seconds of a pass, per byte of the workgroup's points
  double hidden;              // seconds of a convolution that a launch hides
  int64_t most_rounds;  // the most workgroups of a unit, one after the other, with which this price
                        // holds
};

// The charges of schemes beside their kernels (fft/plan/schemes). A member without a unit counts
// charges for one workspace. For example, a `workspace` of 0.5 charges a workspace like half of
// moving the data once.
struct PlanWeights {
  double workspace;          // share of the time of moving the data once
  double long_workspace;     // L1D_CC: workspaces for lengths from long_length on
  int64_t long_length;       // points
  double turning_workspace;  // L1D_CRT: workspaces, out of place and without convolutions
  double turning_steps;      // added to the workspaces of three steps that each turn the data
  double part;  // a transform that is a part of another one and is split again: share of the time
                // of two ideal kernels
  double inefficient;  // two kernels are compared with three where they take longer than this times
                       // the ideal
  double turned_convolution;  // L1D_REAL_CR with convolutions: how many times the data is moved
                              // more; 0: it is charged as without
  double turned_tie;     // workspaces for the one of L1D_REAL_CC and L1D_REAL_CR that is slower at
                         // equal prices
  int64_t turned_below;  // points below which L1D_REAL_CC is the slower one
};

// All weights of a GPU. For example, `rows.pass` is written as `pass` in the group `gpu.rows` of a
// file.
struct GpuModel {
  ShapeWeights rows;     // rows to rows
  ShapeWeights columns;  // columns to columns, and rows to columns
  ShapeWeights columns_to_rows;
  ShapeWeights lines;  // kernels whose first pass makes lines of each transform
  SearchWeights search;
  PlaneWeights plane;
  ShareWeights share;
  TrafficWeights traffic;
  ConvolutionWeights convolution;
  LatencyWeights latency;
};

// Passes of a CPU's kernels (fft/shapes/host_shape.cc). Costs are nanoseconds of a vector unless
// they say otherwise. For example, an `operation` of 0.213 counts 0.213 ns for an addition of two
// full vectors.
struct HostPassWeights {
  double operation;         // each operation on full vectors
  double narrow_operation;  // each operation on vectors that are not full
  double narrow_point;      // each point of vectors that are not full
  double vector;
  double narrow_vector;
  int points_in_registers;  // of a butterfly, that cost no spill
  double spill;             // each point of a butterfly beyond points_in_registers
  double lone_point;        // a lane's point that lies next to no other lane's
  double lone_far_point;    // the same, where the tile is far from the first cache
  double turned_point;      // a point of a first pass along rows, which is loaded by steps of a
                            // transposition
  double turned_odd_point;  // the same where the radix is no power of two
  double near_point;        // a point left to the next pass: tiles in the first cache,
  double far_point;         // tiles in half of the second cache,
  double farthest_point;    // tiles in neither
  double split_point;       // added where runs begin within a vector, far from the first cache
  int64_t first_cache;      // bytes of the largest tile that the first cache holds
  int64_t far_from_first_cache;    // bytes of the largest tile that is not far from it
  int64_t second_cache;            // bytes of the largest tile that the second cache holds
  int64_t second_cache_across;     // bytes: the same of columns, which share the cache with memory
  double turning;                  // turned rows: nanoseconds of a point, beside the passes
  double turning_double;           // the same in double precision
  double turning_far;              // added where rows come from memory
  int64_t longest_turned_row;      // points of the longest rows that are turned: rows in cache,
  int64_t longest_turned_far_row;  // those from memory,
  int64_t longest_run_row;  // and those that are always turned: memory reads sixteen of them as one
  int64_t many_rows;        // as many rows, or more, come from memory
};

// A CPU's kernels beside their passes (fft/choice/host_prices.cc). Points and elements cost
// nanoseconds of a complex number in single precision; double takes twice as long. For example, a
// `hidden` of 0.5 hides half of the shorter of arithmetic and memory time.
struct HostKernelWeights {
  double launch_seconds;
  double block;      // of a workgroup
  double far_block;  // of a workgroup whose data is in memory: it also finds out the place of the
                     // next one's
  double converted_point;    // of a conversion between reals and their spectrum
  double conjugated_point;   // of a row of which elements beyond the middle are conjugates
  double rotated_point;      // rotated by large twiddles
  double multiplied_point;   // multiplied by a chirp or a filter
  double turned_point;       // turned from rows to columns of scratch, or back
  double lone_point;         // of a kernel that reads rows and writes columns, or the reverse
  double lone_loaded_point;  // the same where its only pass loads rows
  double moved_element;
  double permuted_element;
  double converted_element;
  double hidden;  // share of the shorter of arithmetic and memory's time that the longer hides
  double strided_read_far;   // factor of memory's time: strided data that lies in memory
  double strided_read_near;  // the same in the second cache
  double strided_write_far;
  double strided_write_near;
  double caches;     // how often the bytes of the second cache a kernel may move and still find its
                     // data there
  double plane_row;  // factors of the time of passes: a plane's rows in one pass,
  double plane_rows;     // a plane's rows in more passes,
  double plane_columns;  // a plane's columns
  double plane_point;
  double pieces_traffic;  // factor of a plane's traffic, to compare it with rows and columns that
                          // run in pieces
  double convolution;     // factor of the time of passes
  double across_convolution;  // factor of the time where lanes run across lines
};

struct HostModel {
  HostPassWeights pass;
  HostKernelWeights kernel;
};

// The model of a machine: a file of fft/machine/models. For example, h100.model has target sm_90
// and the bandwidth of an H100.
struct MachineModel {
  const char* name;    // of the file, "h200"
  const char* target;  // Target::name
  const char* device;  // what was measured, or what the file is for
  const char*
      measured;     // when, and what; or that nothing was measured, and whose numbers these are
  Dialect dialect;  // Target::dialect
  double bandwidth_gbs;  // tells machines of one Target apart
  PlanWeights plan;
  GpuModel gpu = {};    // set for GPUs alone
  HostModel host = {};  // set for CPUs alone
};

// The model of a Target: the one of its name that is nearest in bandwidth, or the first one of its
// dialect where no model has its name.
const MachineModel& ModelOf(const Target& target);

// A Target as each machine has it that a model of its name is for: the H100 and the H200 of sm_90,
// whose bandwidths differ. Without such a model it is the Target itself.
std::vector<Target> MachinesOf(const Target& target);

}  // namespace fft

#endif  // FFT_MACHINE_MODEL_H_
