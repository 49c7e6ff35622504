// Describes the routes as an OpenAPI 3.1 document.
#ifndef INSPECTOR_SERVER_OPENAPI_H_
#define INSPECTOR_SERVER_OPENAPI_H_

#include <vector>

#include "fft/base/json.h"
#include "inspector/server/http/router.h"

namespace fft::inspector {

// The document. `schemas` holds the schemas that the routes name.
Json OpenApi(const std::vector<Route>& routes, const Json& schemas);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_OPENAPI_H_
