// Every route of the server, in one table.
#ifndef INSPECTOR_SERVER_ROUTES_H_
#define INSPECTOR_SERVER_ROUTES_H_

#include <vector>

#include "inspector/server/http/http.h"
#include "inspector/server/http/router.h"
#include "inspector/server/service.h"

namespace fft::inspector {

inline constexpr char kInspectorVersion[] = "0.1.0";

// The API, all below /api/v1. A new view is a handler and a row here.
const std::vector<Route>& RouteTable();

// The page's files and the API.
HttpResponse Respond(Service& service, const HttpRequest& request);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_ROUTES_H_
