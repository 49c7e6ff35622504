// What work costs on a machine, as data: the weights of every price.
//
// A file of fft/machine/models holds the weights of one machine and says where they come from;
// make_models.py turns the files into C++ when the library is built. Code holds the form of a
// price, a file its numbers. Shares are of the time that moving a kernel's data takes, unless they
// say otherwise; logarithms are natural.
#ifndef FFT_MACHINE_MODEL_H_
#define FFT_MACHINE_MODEL_H_

#include <array>
#include <cstdint>

#include "fft/core/target.h"

namespace fft {

// What each property of a shape adds to the logarithm of a kernel's time
// (fft/shapes/shape_price.h). Tilings have different weights, since they wait for different things.
// A property that a tiling has no weight for adds nothing.
struct ShapeWeights {
  double pass = 0;            // each
  double exchange = 0;        // each array of LDS that is written and read again
  double conflict = 0;        // of an exchange, per extra wavefront
  double half = 0;            // exchange by halves
  double in_place = 0;        // exchange in place
  double ping_pong = 0;       // exchange between two arrays
  double staged = 0;          // rows through LDS on their way, beside the exchanges that this takes
  double lone_group = 0;      // over the workgroups of a compute unit
  double persistent = 0;      // workgroups that do tile after tile
  double at_a_time = 0;       // share of SearchWeights::bytes_at_a_time that is missing
  double idle_lanes = 0;      // share of the lanes without a thread's work
  double idle_rounds = 0;     // sum of the passes' shares of threads that have no butterfly
  double idle_loads = 0;      // the same of the first pass, which loads
  double work = 0;            // arithmetic of idle threads, over that of the busy ones
  double points = 0;          // of a thread, in 16, in single precision
  double part_of_line = 0;    // of rows that few lanes read: share that is missing of a line
  double part_of_sector = 0;  // and of a sector
  double tile = 0;            // of columns: their width, in doublings of half a line
  double narrow = 0;          // and the share that is missing of that
  double radix = 0;           // the largest, in 16
};

// How a GPU's shapes are found, before and beside their prices.
struct SearchWeights {
  double round;                 // of a thread beyond the first in a pass, in shares of idle rounds
  double large_prime;           // idle thread in a pass of a prime above 13, per point of the radix
  int preferred_points;         // of a thread, in single precision
  int preferred_points_double;  // and in double
  double point_above;           // each point more than preferred
  int fewest_points;            // of a thread
  double point_below;           // each point less than these
  double turning_point;         // each point of the pass in which a convolution turns around
  double bytes_at_a_time;       // that threads of a unit should have on their way, in place
  double usual_conflicts;       // extra wavefronts of a line's exchange before its layout is known
  double usual_plane_conflicts;  // the same of a plane's
  double worth_padding;          // extra wavefronts that a layout with padding has to save
  double same_factors;           // of a price: likeness of two listed shapes with the same factors
  double doubt;             // of a price: how much cheaper than the fitting shape another must be
  int64_t spare_registers;  // of a thread, single precision, beside the least expected
  int64_t spare_of_large_radices;  // the same, of radices beyond 16
};

// Planes (fft/shapes/plane_price.h).
struct PlaneWeights {
  double exchange;      // share: through LDS, where every lane has a butterfly
  double conflict;      // share of an exchange, per extra wavefront
  double store;         // share: lanes without a butterfly in the last pass, over others
  double loaded_line;   // share, per further line that butterflies meet
  double stored_line;   // the same where they store
  double always;        // part of these shares that other workgroups of the unit do not hide
  double hidden;        // the other part falls as the number of workgroups to the power of -this
  double missing;       // logarithm, per register that a thread lacks
  double held;          // logarithm, per point of a thread beyond usual_points, in single precision
  double usual_points;  // of a thread
  double crowded;       // logarithm, per doubling of a unit's bytes beyond most_bytes
  double most_bytes;    // of a unit
  double few;           // logarithm, per doubling of a unit's bytes up to enough_bytes
  double enough_bytes;  // of a unit
  double base;          // logarithm
};

// Shares of a copy's speed that kernels reach which were not measured (fft/shapes/shape_tuning.h).
struct ShareWeights {
  static constexpr int kOctaves = 8;
  double loss_by_class;       // factor, per half octave beyond the longest measured length
  double of_typical_rows;     // over the shares of measured ones nearby
  double of_typical_columns;  // the same of columns
  double lines_by_one;        // convolutions of lines that one pass makes, over the row by itself
  double lines_by_two;        // the same of two passes
  double lines_room_bytes;    // LDS up to which a transform of theirs leaves room
  double lines_crowding;      // exponent of that over what a transform takes, where this is more
  double lines_columns;       // factor, of columns
  double lines_to_rows;       // factor, of columns that leave as rows
  // Convolutions of columns over the same row, by octaves of the LDS of as many columns as fill a
  // sector, from 2 KiB on; the last one holds where they exceed LDS.
  std::array<double, kOctaves> columns;
  std::array<double, kOctaves> rows_to_columns;
  std::array<double, kOctaves> columns_to_rows;
  double stored;  // of a convolution that computes in twice the precision it stores in
};

// Moving data (fft/choice/price.h).
struct TrafficWeights {
  double launch_seconds;    // of a kernel
  double row_exponent;      // a side in runs of 1/x of a full row takes x to this power as long
  double pass;              // share, each pass over LDS
  double free_lds;          // part of LDS that a workgroup may take at no cost
  double full_lds;          // share of a workgroup that fills LDS
  double sectors_more;      // of a run that may begin anywhere in a sector
  double sectors_in_place;  // factor of the former where the sectors have just been read
  int64_t
      few_column_bytes;   // columns together, up to which the cache puts parts of sectors together
  double solo_bandwidth;  // of a workgroup that has a unit for itself, over its share
  double goes_on_filled;  // part of the tiles that has to be filled, or tiles wrap: of loops
  double breaks_filled;   // that go on, and of others
  double room_to_spare;   // of the room for tiles, over the tiles
};

// Convolutions (fft/choice/kinds/convolution.cc).
struct ConvolutionWeights {
  double pass;                // share, each pass over as many points
  double permuted_row;        // factor, of rows that are read in a generator's order
  double most_share;          // of a copy's speed
  double bluestein_of_rader;  // speed, with half as many points
  double twiddled;            // speed of columns that large twiddles rotate on their way out
};

// The least time of kernels with little to do (fft/choice/latency.h).
struct LatencyWeights {
  double prime_product;       // seconds, each product of two points in a butterfly of a large prime
  double hidden_butterflies;  // seconds of these that a launch hides
  double rader_point;         // seconds of a pass, per point of a thread
  double bluestein_point;     // the same
  double double_precision;    // factor of the two
  double byte;                // seconds of a pass, per byte of the workgroup's points
  double hidden;              // seconds of a convolution that a launch hides
  int64_t most_rounds;        // workgroups of a unit that still take turns
};

// What schemes are charged beside their kernels (fft/plan/schemes). Where a member has no unit, it
// counts in charges for one workspace.
struct PlanWeights {
  double workspace;           // share of the time of moving the data once
  double long_workspace;      // L1D_CC: part of a workspace that lengths from long_length pay
  int64_t long_length;        // points
  double turning_workspace;   // L1D_CRT, out of place, without convolutions
  double turning_steps;       // three steps that each turn the data
  double part;                // a transform that is split again, in times of two ideal kernels
  double inefficient;         // two kernels that take more times the ideal are compared with three
  double turned_convolution;  // L1D_REAL_CR: turned rows that are convolutions, in times that the
                              // data are read; 0: they pay like other rows
  double turned_tie;          // the slower one of L1D_REAL_CC and L1D_REAL_CR, at equal prices
  int64_t turned_below;       // points below which L1D_REAL_CC is the slower one
};

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
// they say otherwise.
struct HostPassWeights {
  double operation;         // each, of full vectors
  double narrow_operation;  // of vectors that are not full
  double narrow_point;      // each
  double vector;
  double narrow_vector;
  int points_in_registers;  // of a butterfly
  double spill;             // each point beyond these
  double lone_point;        // of a lane whose points no other lane's lie next to
  double lone_far_point;    // the same, where the tile is far from the first cache
  double turned_point;      // first pass along rows, by steps of a transposition
  double turned_odd_point;  // the same, of radices that are no power of two
  double near_point;      // nanoseconds of a point left to the next pass: tiles in the first cache,
  double far_point;       // in half of the second,
  double farthest_point;  // or in neither
  double split_point;     // and where runs begin within a vector, far from the first
  int64_t first_cache;    // bytes of tiles
  int64_t far_from_first_cache;    // bytes
  int64_t second_cache;            // bytes
  int64_t second_cache_across;     // bytes, which columns of memory share
  double turning;                  // nanoseconds of a point of turned rows, beside the passes
  double turning_double;           // the same in double precision
  double turning_far;              // and more where rows come from memory
  int64_t longest_turned_row;      // points: rows in cache,
  int64_t longest_turned_far_row;  // rows from memory,
  int64_t longest_run_row;         // and rows of which memory reads sixteen like one
  int64_t many_rows;               // more come from memory
};

// A CPU's kernels beside their passes (fft/choice/host_price.cc). Points and elements cost
// nanoseconds of a complex number in single precision; double takes twice as long.
struct HostKernelWeights {
  double launch_seconds;
  double block;              // nanoseconds of a workgroup
  double far_block;          // the same, which also finds out the place of the next one
  double converted_point;    // between reals and their spectra
  double conjugated_point;   // beyond the middle of a spectrum
  double rotated_point;      // by large twiddles
  double multiplied_point;   // by a chirp or a filter
  double turned_point;       // from rows to columns of scratch, or back
  double lone_point;         // of a pass along rows of a tile that lies across them
  double lone_loaded_point;  // the same, of the only pass, which loads rows
  double moved_element;
  double permuted_element;
  double converted_element;
  double hidden;             // share of the shorter of arithmetic and memory
  double strided_read_far;   // factors of memory's time: strided data from memory
  double strided_read_near;  // and from the second cache
  double strided_write_far;
  double strided_write_near;
  double caches;         // a kernel that moves at most so many second caches finds its data there
  double plane_row;      // factors of passes: a plane's rows in one pass,
  double plane_rows;     // in more,
  double plane_columns;  // and its columns
  double plane_point;
  double pieces_traffic;      // of rows and columns as priced, over the plane's
  double convolution;         // factor of passes
  double across_convolution;  // factor, where lanes run across lines
};

struct HostModel {
  HostPassWeights pass;
  HostKernelWeights kernel;
};

struct MachineModel {
  const char* name;      // of the file: "h200"
  const char* target;    // name of the Target
  const char* device;    // that was measured, or that the file is for
  const char* measured;  // when, and what; or that nothing was, and whose numbers these are
  Dialect dialect;       // of the Target
  double bandwidth_gbs;  // tells machines of one Target apart
  PlanWeights plan;
  GpuModel gpu = {};    // of GPUs alone
  HostModel host = {};  // of CPUs alone
};

// The model of a Target: of its name and nearest in bandwidth, else of its dialect.
const MachineModel& ModelOf(const Target& target);

}  // namespace fft

#endif  // FFT_MACHINE_MODEL_H_
