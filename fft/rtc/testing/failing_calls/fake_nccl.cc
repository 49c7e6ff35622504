// A stand-in for NCCL over host memory, among threads of one process, with the same entry points.
//
// Messages are copied when their group ends. NCCL itself would enqueue them, and a stream whose
// messages never come would hang. Here a group waits for its messages for a second and then goes on
// without them. The process ends if a communicator is given back within a group.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

namespace {

constexpr int kInvalidUsage = 5;

struct UniqueId {
  char internal[128];
};

struct Message {
  const void* from = nullptr;
  size_t bytes = 0;
  bool is_copied = false;
};

// What the ranks of one communicator share.
struct World {
  std::mutex mutex;
  std::condition_variable changed;
  // messages under way, by sender and receiver
  std::map<std::pair<int, int>, std::shared_ptr<Message>> messages;
};

struct Comm {
  std::shared_ptr<World> world;
  int rank = 0;
};

struct Worlds {
  std::mutex mutex;
  int made = 0;
  std::map<int, std::weak_ptr<World>> by_id;
};

Worlds& TheWorlds() {
  static Worlds* const worlds = new Worlds;
  return *worlds;
}

struct Receive {
  Comm* comm;
  void* to;
  size_t bytes;
  int peer;
};

thread_local int depth = 0;
thread_local std::vector<Receive> receives;
thread_local std::vector<std::pair<World*, std::shared_ptr<Message>>> sends;

template <typename Done>
void Await(World& world, std::unique_lock<std::mutex>& lock, const Done& done) {
  world.changed.wait_for(lock, std::chrono::seconds(1), done);
}

void Do(const Receive& receive) {
  World& world = *receive.comm->world;
  std::unique_lock lock(world.mutex);
  const std::pair<int, int> key = {receive.peer, receive.comm->rank};
  Await(world, lock, [&] { return world.messages.count(key) > 0; });
  const auto found = world.messages.find(key);
  if (found == world.messages.end()) return;
  if (found->second->bytes == receive.bytes) {
    std::memcpy(receive.to, found->second->from, receive.bytes);
  }
  found->second->is_copied = true;
  world.messages.erase(found);
  world.changed.notify_all();
}

int GiveBack(Comm* comm) {
  if (depth > 0) {
    std::fputs("a communicator ends within a group\n", stderr);
    std::abort();
  }
  delete comm;
  return 0;
}

}  // namespace

extern "C" {

const char* ncclGetErrorString(int) { return "an error of the stand-in"; }

int ncclGetUniqueId(UniqueId* id) {
  std::lock_guard lock(TheWorlds().mutex);
  *id = {};
  const int number = ++TheWorlds().made;
  std::memcpy(id->internal, &number, sizeof(number));
  return 0;
}

int ncclCommInitRank(Comm** comm, int, UniqueId id, int rank) {
  std::lock_guard lock(TheWorlds().mutex);
  int number = 0;
  std::memcpy(&number, id.internal, sizeof(number));
  auto world = TheWorlds().by_id[number].lock();
  if (world == nullptr) TheWorlds().by_id[number] = world = std::make_shared<World>();
  *comm = new Comm{world, rank};
  return 0;
}

int ncclCommDestroy(Comm* comm) { return GiveBack(comm); }
int ncclCommAbort(Comm* comm) { return GiveBack(comm); }

int ncclGroupStart() {
  ++depth;
  return 0;
}

int ncclSend(const void* data, size_t bytes, int, int peer, Comm* comm, void*) {
  if (depth == 0) return kInvalidUsage;
  World& world = *comm->world;
  std::unique_lock lock(world.mutex);
  const auto message = std::make_shared<Message>(Message{data, bytes});
  const std::pair<int, int> key = {comm->rank, peer};
  // One message of a pair of ranks is under way at a time.
  Await(world, lock, [&] { return world.messages.count(key) == 0; });
  world.messages[key] = message;
  sends.emplace_back(&world, message);
  world.changed.notify_all();
  return 0;
}

int ncclRecv(void* data, size_t bytes, int, int peer, Comm* comm, void*) {
  if (depth == 0) return kInvalidUsage;
  receives.push_back({comm, data, bytes, peer});
  return 0;
}

int ncclGroupEnd() {
  if (depth == 0) return kInvalidUsage;
  if (--depth > 0) return 0;
  for (const Receive& receive : receives) Do(receive);
  for (const auto& [world, message] : sends) {
    std::unique_lock lock(world->mutex);
    const std::shared_ptr<Message>& sent = message;
    Await(*world, lock, [&] { return sent->is_copied; });
    // The caller may use the memory again.
    for (auto entry = world->messages.begin(); entry != world->messages.end();) {
      entry = entry->second == sent ? world->messages.erase(entry) : std::next(entry);
    }
  }
  receives.clear();
  sends.clear();
  return 0;
}

}  // extern "C"
