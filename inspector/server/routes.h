// The table of all routes of the server.
#ifndef INSPECTOR_SERVER_ROUTES_H_
#define INSPECTOR_SERVER_ROUTES_H_

#include <vector>

#include "fft/base/json.h"
#include "inspector/server/http/http.h"
#include "inspector/server/http/router.h"
#include "inspector/server/service.h"

namespace fft::inspector {

inline constexpr char kInspectorVersion[] = "0.1.0";

// The routes of the API, all below /api/v1. A new view is a handler and a row here.
const std::vector<Route>& RouteTable();

// The routes of the API that use this machine's device, and those of jobs.
std::vector<Route> DeviceRoutes();

// The routes as an OpenAPI 3.1 document. `schemas` holds the schemas that the routes name.
Json OpenApi(const std::vector<Route>& routes, const Json& schemas);

// Answers a request for one of the page's files or for a route of the API.
HttpResponse Respond(Service& service, const HttpRequest& request);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_ROUTES_H_
