#include "inspector/server/http/hostile_requests_testing.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace fft::inspector {
namespace {

constexpr char kPlans[] = "/api/v1/plans";

// The words of `text`, followed by `more`, which has texts with spaces or unprintable bytes.
std::vector<std::string> Words(const std::string& text, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = absl::StrSplit(text, absl::ByAnyChar(" \n"), absl::SkipEmpty());
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class List {
 public:
  explicit List(const std::string& host) : host_(host) {}

  void Raw(const std::string& what, const std::string& bytes) { list_.push_back({what, bytes}); }
  void BreakOff(const std::string& what, const std::string& bytes) {
    list_.push_back({what, bytes, true});
  }
  void Request(const std::string& line, const std::string& headers, const std::string& body) {
    Raw(absl::StrCat(line.substr(0, 80), " ", body.substr(0, 80)),
        absl::StrCat(line, " HTTP/1.1\r\n", host_, "Connection: close\r\n", headers, "\r\n", body));
  }
  void Get(const std::string& path) { Request("GET " + path, "", ""); }
  void Post(const std::string& path, const std::string& body) {
    Request("POST " + path,
            absl::StrCat("Content-Type: application/json\r\nContent-Length: ", body.size(), "\r\n"),
            body);
  }
  const std::string& host() const { return host_; }
  std::vector<HostileRequest> Take() && { return std::move(list_); }

 private:
  const std::string host_;
  std::vector<HostileRequest> list_;
};

void AddPaths(const std::string& plan, List* list) {
  for (const std::string& path : Words(R"--(
      /../etc/passwd /..%2f..%2fetc%2fpasswd /%2e%2e/%2e%2e/etc/passwd /....//etc
      /api/v1/../../etc/passwd /api/v1/plans/../../../../etc/passwd /app.js/.. /app.js%00 /%00
      /%ff%fe /% /%zz // //evil.example/ /\..\..\windows /.git/config /index.php /api /api/
      /api/v1/ /api/v2 /API/V1 /api/v1/plans/ /api/v1//plans /api/v1/plans/%2e%2e /api/v1/plans/0
      /api/v1/plans/<script> /api/v1/plans/0123456789abcdef/tree /api/v1/jobs/0 /api/v1/jobs/-1
      /api/v1/jobs/1/events /api/v1/jobs/%0a /api/v1/jobs/1/../2 /openapi.json/x
      /api/v1/openapi.yaml)--",
                                       {"/api/v1/plans/' OR 1=1"})) {
    list->Get(path);
  }
  for (const std::string& path : Words(R"--(
      /nothing /tree/ /tree/0 /candidates/-1 /candidates/x /candidates/1e3
      /candidates/99999999999999999999 /candidates/0x0 /candidates/0/ /candidates/%00
      /candidates/0/compare /candidates/0/compare/-1 /candidates/0/compare/99999
      /candidates/0/compare/0?with=x /candidates/9999/strides /leaves/-1/verdicts
      /leaves/99/verdicts /leaves/x/verdicts /kernels/-1 /kernels/99 /kernels/x/source
      /kernels/0/source?candidate=99999 /kernels/0/source?candidate=x /kernels/0/ast/x
      /kernels/99/code /kernels/0/source.txt?candidate=-1 /export.pdf /export
      /candidates?sort=colour /candidates?sort=--rank /candidates?limit=0 /candidates?limit=-5
      /candidates?limit=1e9 /candidates?limit=99999999999999999999 /candidates?limit=x
      /candidates?offset=-1 /candidates?offset=x /candidates?sort=%00 /candidates?limit=%ff
      /kernels?candidate=%27)--")) {
    list->Get(plan + path);
  }
  list->Get("/" + std::string(9000, 'a'));
  list->Get("/api/v1/plans/" + std::string(4000, '%'));
  list->Get(plan + "/candidates?sort=" + std::string(5000, 'x'));
}

void AddJsonTexts(const std::string& path, List* list) {
  for (const std::string& body :
       Words(R"--(
      { } [ [] null true 0 "x" {] {"a"} {"a":} {"a":1,} {'a':1} {a:1} {"a":1}{ nul \u0000
      {"a":"\ud800"} {"a":"\x"} {"a":01} {"a":+1} {"a":1e999} {"a":NaN} {"a":Infinity} <xml/>
      token=complex {"__proto__":1})--",
             {"{} []", "{\"\":\xff}", "{\"a\":\"\xc3\x28\"}", "\xef\xbb\xbf{", "\xff\xfe{\x00}",
              "/* */ {", "{\"a\":\"\n\"}"})) {
    list->Post(path, body);
  }
  list->Post(path, "{\"a\":" + std::string(200000, '['));
  list->Post(path, "{\"a\":" + std::string(100, '[') + std::string(100, ']') + "}");
  std::string deep = "1";
  for (int i = 0; i < 5000; ++i) deep = "{\"a\":" + deep + "}";
  list->Post(path, deep);
  std::string wide = "{";
  for (int i = 0; i < 5000; ++i) absl::StrAppend(&wide, i == 0 ? "" : ",", "\"k", i, "\":0");
  list->Post(path, wide + "}");
}

// Adds requests whose members have values of a wrong type or size.
void AddPlanRequests(List* list) {
  for (const std::string& value : Words(R"--(
      1 null [] {} true "" "x" "complex_forward" "complex_forward_len_0_single_op"
      "complex_forward_len_-1_single_op" "complex_forward_len_99999999999999999999_single_op"
      "complex_forward_len_4_4_4_4_4_0_single_op" "complex_forward_len_64_quad_op"
      "complex_forward_len_64_single_op_batch_-1" "complex_forward_len_64_single_op_batch_x"
      "complex_forward_len_64_single_op_istride_1_CI_ostride_0_CI"
      "complex_forward_len_64_single_xx" "real_sideways_len_64_single_op"
      "complex_forward_len_64_single_op_scale_nan" "\u0000" "%s%n%x" "../../etc/passwd")--")) {
    list->Post(kPlans, absl::StrCat("{\"token\":", value, "}"));
  }
  for (const std::string& lengths : Words(R"--(
      [0] [-1] [1.5] ["8"] [null] [[8]] "8" 8 null [9223372036854775807,2] [18446744073709551616]
      [1e308] [2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2] [4294967296,4294967296,4294967296])--")) {
    list->Post(kPlans, absl::StrCat("{\"problem\":{\"lengths\":", lengths, "}}"));
  }
  for (const std::string& member : Words(R"--(
      "batch":-1 "batch":1e30 "batch":"x" "batch":[1] "precision":8 "precision":"quad"
      "placement":"sideways" "type":"fourier" "scale":"x" "scale":null "input":5
      "input":{"format":"XX"} "output":{"strides":[0]} "input":{"strides":[1,2,3]}
      "output":{"strides":[-1]} "batch":2,"output":{"distance":-5} "output":{"offsets":[-1]}
      "output":{"offsets":"x"} "colour":1 "callback_source":"system(0)")--",
                                         {"\"load_callback\":\"int main(){}\""})) {
    list->Post(kPlans, absl::StrCat("{\"problem\":{\"lengths\":[64],", member, "}}"));
  }
  for (const std::string& member : Words(R"--(
      "target":"vax" "target":null "target":[] "target":"\u0000" "options":[] "options":"x"
      "options":{"strategy":"best"} "options":{"strategy":3} "options":{"scheme":"MAGIC"}
      "options":{"candidate":-1} "options":{"candidate":1999} "options":{"max_candidates":0}
      "options":{"max_candidates":99999999} "options":{"allow_input_overwrite":"yes"}
      "options":{"colour":1} "options":{"allow_gap_overwrite":3} "options":{"factors":8}
      "options":{"factors":[0]} "options":{"factors":[[4]]} "options":{"factors":[1e30]}
      "options":{"factors":[18446744073709551615]} "options":{"factors":[8,8]}
      "options":{"scheme":"L1D_CC","factors":[4611686018427387904,4]}
      "options":{"scheme":"L1D_CC","factors":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}
      "source":"extern")--",
                                         {"\"options\":{\"callbacks\":{\"load\":\"float2 f(){}\"}}",
                                          "\"callbacks\":{\"load\":\"float2 f(){}\"}"})) {
    list->Post(kPlans,
               absl::StrCat("{\"token\":\"complex_forward_len_64_single_op\",", member, "}"));
  }
}

void AddActions(const std::string& plan, List* list) {
  for (const char* body :
       {"{\"candidate\":-1}", "{\"candidate\":99999}", "{\"candidate\":\"x\"}", "{\"repeats\":0}",
        "{\"repeats\":1e9}", "{\"repeats\":null}", "{\"colour\":1}"}) {
    list->Post(plan + "/run", body);
  }
  for (const char* body : {"{\"top\":0}", "{\"top\":\"x\"}", "{\"rounds\":1}", "{\"rounds\":1e9}",
                           "{\"candidates\":[]}", "{\"candidates\":[99999]}",
                           "{\"candidates\":{\"a\":1}}", "{\"colour\":1}"}) {
    list->Post(plan + "/measurement", body);
  }
  for (const char* method : {"PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW", "get",
                             "PROPFIND", "", "GET GET", "\xff"}) {
    list->Request(absl::StrCat(method, " ", kPlans), "Content-Type: application/json\r\n", "");
  }
}

void AddFraming(List* list) {
  const std::string post = absl::StrCat("POST ", kPlans);
  const std::string json = "Content-Type: application/json\r\n";
  for (const char* header :
       {"Content-Length: -1\r\n", "Content-Length: x\r\n", "Content-Length: 99999999999\r\n",
        "Content-Length: 99999999999999999999999\r\n", "Content-Length: 2\r\nContent-Length: 3\r\n",
        "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip, chunked\r\n",
        "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "Content-Encoding: gzip\r\n",
        "Content-Encoding: br\r\nContent-Length: 2\r\n", "Content-Length: 0x2\r\n",
        "Content-Length: 2, 2\r\n"}) {
    list->Request(post, json + header, "{}");
  }
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                           "application/jsonp", "", "application/json2", "text/json"}) {
    list->Request(post, absl::StrCat("Content-Type: ", type, "\r\nContent-Length: 2\r\n"), "{}");
  }
  for (const char* header :
       {"Origin: http://evil.example", "Origin: null", "Origin: https://127.0.0.1",
        "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Host: evil.example",
        "Range: bytes=0-1,2-3,4-5", "Content-Length: 5"}) {
    list->Request("GET /app.js", absl::StrCat(header, "\r\n"), "");
  }
  for (const char* name : {"evil.example", "127.0.0.1.evil.example", "localhost", "127.0.0.1:1", "",
                           "[::1", "127.0.0.1:99999", "0x7f000001"}) {
    list->Raw(absl::StrCat("Host ", name),
              absl::StrCat("GET / HTTP/1.1\r\nHost: ", name, "\r\nConnection: close\r\n\r\n"));
  }
  list->Raw("no Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
  list->Raw("HTTP/9.9", absl::StrCat("GET / HTTP/9.9\r\n", list->host(), "\r\n"));
  list->Raw("HTTP/0.9", "GET /\r\n\r\n");
  std::string many = "GET /nothing HTTP/1.1\r\n" + list->host();
  for (int i = 0; i < 2000; ++i) absl::StrAppend(&many, "X-", i, ": y\r\n");
  list->Raw("2000 headers", many + "Connection: close\r\n\r\n");
  list->Request("GET /nothing", "X: " + std::string(9000, 'x') + "\r\n", "");
  list->Post(kPlans, std::string(2 << 20, ' '));
}

void AddTruncated(List* list) {
  const std::string whole = absl::StrCat("POST ", kPlans, " HTTP/1.1\r\n", list->host(),
                                         "Content-Type: application/json\r\nContent-Length: 60\r\n",
                                         "\r\n{\"token\":\"complex_forward_len_64_single_op\"}");
  for (size_t length = 1; length < whole.size(); length += 17) {
    list->BreakOff(absl::StrCat("the first ", length, " bytes"), whole.substr(0, length));
  }
  list->BreakOff("zeros", std::string(300, '\0'));
  list->BreakOff("empty lines", "\r\n\r\n\r\n");
  list->BreakOff("TLS hello", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03");
  list->BreakOff("noise", "\x80\x81\xfe\xff\x01\x02\x03 \x7f\r\n\r\n");
}

}  // namespace

std::vector<HostileRequest> HostileRequests(const std::string& host, const std::string& plan) {
  List list(host);
  AddPaths(plan, &list);
  AddJsonTexts(kPlans, &list);
  AddJsonTexts("/api/v1/problems", &list);
  AddPlanRequests(&list);
  AddActions(plan, &list);
  AddFraming(&list);
  AddTruncated(&list);
  return std::move(list).Take();
}

}  // namespace fft::inspector
