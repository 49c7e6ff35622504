// The page's files, embedded at build time.
#ifndef INSPECTOR_SERVER_ASSETS_H_
#define INSPECTOR_SERVER_ASSETS_H_

#include <cstddef>
#include <vector>

namespace fft::inspector {

// A file of the page. For example, path "/app.js" has content_type "text/javascript;
// charset=utf-8".
struct Asset {
  const char* path;  // "/app.js"; "/" for index.html
  const char* content_type;
  const char* etag;  // entity tag of the uncompressed file, with quotes
  const char* plain;
  size_t plain_size;
  const char* gzip;
  size_t gzip_size;
};

const std::vector<Asset>& Assets();

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_ASSETS_H_
