// The costs of work on a machine, as data: the weights of every price.
//
// A file of fft/machine/models holds the weights of one machine and says where they come from;
// make_models.py turns the files into C++ when the library is built. Code holds the form of a
// price, a file its numbers. A "share" is a share of the time that moving a kernel's data takes,
// unless its comment says otherwise. Logarithms are natural.
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
  double lone_group = 0;      // 1 over the number of workgroups that a compute unit holds
  double persistent = 0;      // workgroups that do tile after tile
  double at_a_time = 0;       // share of SearchWeights::bytes_at_a_time that loads lack
  double idle_lanes = 0;      // share of the wavefronts' lanes that have no thread
  double idle_rounds = 0;     // sum of the passes' shares of threads that have no butterfly
  double idle_loads = 0;      // the first pass's share of threads that have no butterfly to load
  double work = 0;            // arithmetic of idle threads over the needed arithmetic
  double points = 0;          // points that a thread holds, in units of 16 in single precision
  double part_of_line = 0;    // rows: share of a cache line that lanes leave unread
  double part_of_sector = 0;  // the same of a sector
  double tile = 0;    // columns: doublings of the tile's width beyond two sectors; few rows, and
                      // kernels whose first passes make lines: doublings of the tile's transforms
  double narrow = 0;  // columns: share of two sectors that a tile leaves unread
  double radix = 0;   // the largest radix, in units of 16 in single precision
  double unit_points = 0;  // few transforms: points that one compute unit has to do, times passes,
                           // in units of 1024 in single precision
};

// How a GPU's shapes are found, before and beside their prices. For example, a `preferred_points`
// of 16 prefers shapes whose threads hold 16 points in single precision.
struct SearchWeights {
  double round;        // each round of a pass beyond the first; a round of idle threads costs 1
  double large_prime;  // an idle round in a pass of a prime above kMaxPrimeRadix, per point of the
                       // radix
  int preferred_points;  // the most points of a thread that cost nothing, in single precision
  int preferred_points_double;   // the same, in double precision
  double point_above;            // each point beyond preferred_points
  int fewest_points;             // the fewest points of a thread that cost nothing
  double point_below;            // each point below the fewest
  double turning_point;          // each point of the pass in which a convolution turns around
  double bytes_at_a_time;        // in place: loads that a unit should have under way
  double usual_conflicts;        // extra wavefronts of a line's exchange before its layout is known
  double usual_plane_conflicts;  // the same of an exchange of a plane
  double worth_padding;  // extra wavefronts that a layout has to save to replace a plainer one
  double same_factors;   // charge for a shape if the list has another with the same factors
  double doubt;  // logarithm: a shape must be cheaper by this to replace the first that fits
  int64_t spare_registers;         // registers of a thread in single precision, beyond the fewest
                                   // that it is expected to need
  int64_t spare_of_large_radices;  // the same where a radix exceeds 16
  double few_bytes;  // a kernel that reads at most this many bytes per compute unit waits for
                     // latency (KernelShapeRequest::few); 0: none does
};

// Planes (fft/shapes/plane_price.h). For example, an `exchange` of 0.128 adds an eighth of the time
// of moving the data for each exchange.
struct PlaneWeights {
  double exchange;      // share: each exchange, where every lane has a butterfly
  double conflict;      // share of an exchange, per extra wavefront
  double store;         // share: lanes without a butterfly in the last pass, over those with one
  double loaded_line;   // share, per cache line beyond the first that a butterfly's loads meet
  double stored_line;   // the same for a butterfly's stores
  double always;        // part of the shares above that other workgroups of the unit do not hide
  double hidden;        // the other part is divided by the number of workgroups to this power
  double missing;       // logarithm, per register that a thread lacks
  double held;          // logarithm, per point of a thread beyond usual_points, in single precision
  double usual_points;  // the most points of a thread that cost nothing
  double crowded;       // logarithm, per doubling of a unit's bytes beyond most_bytes
  double most_bytes;    // the most bytes of a unit's planes that cost nothing
  double few;           // logarithm, per halving of a unit's bytes below enough_bytes
  double enough_bytes;  // the fewest bytes of a unit's planes that cost nothing
  double base;          // logarithm, of every plane
};

// The shares of a copy's speed that unmeasured kernels are expected to reach
// (fft/shapes/shape_tuning.h). For example, an `of_typical_rows` of 0.95 expects 0.95 of the share
// of measured rows nearby.
struct ShareWeights {
  static constexpr int kOctaves = 8;
  double loss_by_class;       // factor, per half octave beyond the next shorter measured length
  double of_typical_rows;     // factor: share of a row over the shares of measured rows nearby
  double of_typical_columns;  // factor: the same for columns
  double lines_by_one;  // factor: a convolution of lines that one first pass makes, over the same
                        // row without such a pass
  double lines_by_two;  // factor: the same where two first passes make the lines
  double lines_room_bytes;  // the most LDS of a transform by lines if a unit has room for several
  double lines_crowding;    // exponent of lines_room_bytes over the LDS of a transform, where the
                            // quotient is below 1
  double lines_columns;     // factor, of columns to columns
  double lines_to_rows;     // factor, of columns to rows
  // Factors: a convolution of columns over the same row. There is one for each octave of the LDS
  // that a sector's width of columns takes, from 2 KiB on. The last factor is for columns that
  // exceed LDS.
  std::array<double, kOctaves> columns;
  std::array<double, kOctaves> rows_to_columns;
  std::array<double, kOctaves> columns_to_rows;
  double stored;  // factor, of a convolution that stores half precision and computes in single
};

// Moving data (fft/choice/price.h). For example, a `launch_seconds` of 3e-6 adds 3 us to every
// kernel.
struct TrafficWeights {
  double launch_seconds;     // each kernel
  double row_exponent;       // runs of 1/x of a full row take longer by the factor x to this power
  double pass;               // share: each pass
  double free_lds;           // the part of LDS that a workgroup may take at no cost
  double full_lds;           // share: a workgroup that takes all LDS
  double sectors_more;       // sectors that a run moves unused if it may begin anywhere in a sector
  double sectors_in_place;   // factor of sectors_more if the kernel has just read these sectors
  int64_t few_column_bytes;  // the most bytes of columns whose parts of sectors a cache joins
  double solo_bandwidth;  // bandwidth of a workgroup alone on a unit, over the unit's share of all
                          // bandwidth
  double goes_on_filled;  // tiles wrap if less than this part of them is filled and the next loop
                          // goes on where theirs ends
  double breaks_filled;   // the same part if the next loop goes on elsewhere
  double room_to_spare;   // tiles have room to spare if this times their number is less than the
                          // number of tiles that fit all units
};

// Convolutions (fft/choice/kinds/convolution.cc).
struct ConvolutionWeights {
  double pass;                // share: each pass over the points of the convolution
  double permuted_row;        // factor of the bytes of rows that are read in a generator's order
  double most_share;          // the largest share of a copy's speed that is expected
  double bluestein_of_rader;  // speed of Bluestein's over Rader's convolution of equal length
  double twiddled;  // factor of the speed of columns whose outputs are rotated by large twiddles
};

// The least time of kernels with little to do (fft/choice/latency.h). For example, a `rader_point`
// of 21e-9 adds 21 ns to a pass of Rader's convolution for each point of a thread.
struct LatencyWeights {
  double prime_product;  // seconds of each of the p^2 products in a butterfly of a prime p above 13
  double hidden_butterflies;  // seconds of all prime_products that a launch hides
  double rader_point;         // Rader's convolution: seconds of a pass, per point of a thread
  double bluestein_point;     // Bluestein's convolution: the same
  double double_precision;    // factor of rader_point and bluestein_point
  double byte;                // seconds of a pass, per byte of the workgroup's points
  double hidden;              // seconds of a convolution that a launch hides
  int64_t most_rounds;  // these prices hold if a unit runs at most this many workgroups one after
                        // the other
};

// The charges of schemes besides their kernels (fft/plan/schemes). A member without a unit is a
// multiple of the charge for one workspace. For example, a `workspace` of 0.5 charges half of the
// time of moving the data once for a workspace.
struct PlanWeights {
  double workspace;       // share of the time of moving the data once
  double long_workspace;  // L1D_CC: workspaces for lengths from long_length on, if no part of the
                          // length is a convolution
  int64_t long_length;    // points
  double turning_workspace;  // L1D_CRT: workspaces, out of place and without convolutions
  double turning_steps;      // added to the workspaces of three steps that each turn the data
  double part;  // splitting a part of a transform again: share of the time of two ideal kernels
  double inefficient;  // two kernels are compared with three if they take longer than this times
                       // the ideal
  double turned_convolution;  // L1D_REAL_CR with convolutions: charge, as a multiple of moving the
                              // data once; 0: it is charged as without convolutions
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
  ShapeWeights lines;     // kernels whose first pass makes lines of each transform
  ShapeWeights few_rows;  // rows to rows of few transforms (KernelShapeRequest::few)
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
  int points_in_registers;  // the most points of a butterfly that cost no spill
  double spill;             // each point of a butterfly beyond points_in_registers
  double lone_point;        // a point that is not a neighbour of the next lane's point in memory
  double lone_far_point;    // the same, if the tile is far from the first cache
  double turned_point;      // a point of a first pass along rows, in each of log2(radix) steps of a
                            // transposition
  double turned_odd_point;  // added to turned_point if the radix is no power of two
  double near_point;        // a point that a pass stores for the next, in a tile in the first cache
  double far_point;         // the same, in a tile in the second cache
  double farthest_point;    // the same, in a tile that neither cache holds
  double split_point;   // added along rows where runs begin within a vector, in a tile far from the
                        // first cache
  int64_t first_cache;  // bytes of the largest tile that the first cache holds
  int64_t far_from_first_cache;    // bytes of the largest tile that is not far from that cache
  int64_t second_cache;            // bytes of the largest tile that the second cache holds
  int64_t second_cache_across;     // bytes: the same of columns, which share the cache with memory
  double turning;                  // turned rows: nanoseconds of a point, beside the passes
  double turning_double;           // the same in double precision
  double turning_far;              // added where rows come from memory
  int64_t longest_turned_row;      // points of the longest rows in cache that are turned
  int64_t longest_turned_far_row;  // points of the longest rows in memory that are turned
  int64_t longest_run_row;         // points of the longest rows that are turned wherever they are
  int64_t many_rows;               // this many rows, or more, come from memory
};

// Costs of a CPU's kernels besides their passes (fft/choice/host_prices.cc). Costs of points and
// elements are nanoseconds in single precision; double precision takes twice as long. For example,
// a `hidden` of 0.5 hides half of the shorter of the times of arithmetic and of memory.
struct HostKernelWeights {
  double launch_seconds;
  double block;             // nanoseconds of a workgroup
  double far_block;         // nanoseconds of a workgroup whose data is in memory. It also computes
                            // where the next workgroup's data is
  double converted_point;   // a point of a conversion between reals and their spectrum
  double conjugated_point;  // a point of a row with a RowOperation, such as conjugation beyond the
                            // middle
  double rotated_point;     // a point rotated by large twiddles
  double multiplied_point;  // a point multiplied by a chirp or a filter
  double turned_point;      // a point turned from rows to columns of scratch, or back
  double lone_point;  // a point of a kernel that reads rows and writes columns, or the reverse
  double lone_loaded_point;  // the same where its only pass loads rows
  double moved_element;
  double permuted_element;
  double converted_element;
  double hidden;  // share of the shorter of the times of arithmetic and memory that is hidden
  double strided_read_far;   // factor of memory's time: strided data that lies in memory
  double strided_read_near;  // the same in the second cache
  double strided_write_far;
  double strided_write_near;
  double caches;      // how much of a kernel's data the second cache holds, over the cache's size
  double plane_row;   // factor of the time of passes: a plane's rows in one pass
  double plane_rows;  // factor: a plane's rows in more passes
  double plane_columns;       // factor: a plane's columns
  double plane_point;         // a point of a plane, besides the passes
  double pieces_traffic;      // factor of a plane's traffic in its price, since prices of rows and
                              // columns do not know that these run in pieces
  double convolution;         // factor of the time of a convolution's passes
  double across_convolution;  // factor of the time of a convolution whose lanes run across lines
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
  double bandwidth_gbs;  // GB/s; it tells machines of one Target apart
  PlanWeights plan;
  GpuModel gpu = {};    // set only for GPUs
  HostModel host = {};  // set only for CPUs
};

// The model of a Target: the one that is nearest in bandwidth, among the models with the Target's
// name. If no model has the name, it is the first model of the Target's dialect.
const MachineModel& ModelOf(const Target& target);

// A copy of the Target for each model with its name, with that model's bandwidth. For example,
// sm_90 has a copy for the H100 and one for the H200. If there is no such model, only the Target
// itself.
std::vector<Target> MachinesOf(const Target& target);

}  // namespace fft

#endif  // FFT_MACHINE_MODEL_H_
