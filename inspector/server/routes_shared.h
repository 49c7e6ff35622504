// The routes that do not belong to a plan: transforms over several ranks.
#ifndef INSPECTOR_SERVER_ROUTES_SHARED_H_
#define INSPECTOR_SERVER_ROUTES_SHARED_H_

#include <vector>

#include "inspector/server/http/router.h"

namespace fft::inspector {

std::vector<Route> SharedRoutes();

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_ROUTES_SHARED_H_
