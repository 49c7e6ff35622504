// The routes that use this machine's device, and the routes of jobs.
#ifndef INSPECTOR_SERVER_ROUTES_DEVICE_H_
#define INSPECTOR_SERVER_ROUTES_DEVICE_H_

#include <vector>

#include "inspector/server/http/router.h"

namespace fft::inspector {

std::vector<Route> DeviceRoutes();

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_ROUTES_DEVICE_H_
