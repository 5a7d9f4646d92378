import FireflyCore
import FireflyHTTP
import Foundation
import Synchronization
import Testing

@testable import FireflyStore

/// A server of S3 on 127.0.0.1 with one bucket, as far as Firefly uses it; it verifies every signature.
final class FakeS3: Sendable {
  /// What becomes of a request instead of its answer.
  enum Trouble: Sendable {
    /// A refusal with a status and a code.
    case refusal(Int, String)
    /// The answer comes after so many seconds.
    case slow(Double)
    /// The answer comes after a task.
    case after(Task<Void, Never>)
    /// The answer breaks off in its middle.
    case cut
    /// The answer is a megabyte of letters, whatever was asked for.
    case flood
  }

  static let key = "AKIAEXAMPLE"
  static let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCY"
  static let bucket = "fire-flies"
  static let region = "eu-test-1"

  private struct State {
    var objects: [String: [UInt8]] = [:]
    var troubles: [(method: String, trouble: Trouble)] = []
    var refused: [String] = []
    var requests: [String] = []
    var longestAnswer = 0
  }

  let port: Int
  private let token: String?
  private let server: Mutex<HTTPServer?>
  private let desk: Desk

  /// A server that wants a session token in every request, if there is one.
  init(token: String? = nil) async throws {
    self.token = token
    let desk = Desk(token: token)
    let server = try await HTTPServer(
      on: .tcp(host: "127.0.0.1", port: 0), handler: { await desk.answer($0) })
    guard case .tcp(_, let port) = server.address else { throw URLError(.badURL) }
    self.port = port
    self.desk = desk
    self.server = Mutex(server)
  }

  /// Its address, for `--uploads`.
  func address(prefix: String = "", bucket: String = FakeS3.bucket) -> String {
    "s3://\(bucket)?endpoint=http://127.0.0.1:\(port)&region=\(Self.region)&prefix=\(prefix)"
  }

  /// What signs for it.
  func credentials(key: String = FakeS3.key, secret: String = FakeS3.secret) throws -> S3Credentials
  {
    var environment = ["AWS_ACCESS_KEY_ID": key, "AWS_SECRET_ACCESS_KEY": secret]
    environment["AWS_SESSION_TOKEN"] = token
    return try #require(S3Credentials(environment: environment))
  }

  /// The names of what is stored.
  var names: [String] { desk.state.withLock { $0.objects.keys.sorted() } }
  /// Why requests were refused, and what was asked.
  var refused: [String] { desk.state.withLock(\.refused) }
  /// The methods and targets of the requests.
  var requests: [String] { desk.state.withLock(\.requests) }
  /// Bytes of the longest answer.
  var longestAnswer: Int { desk.state.withLock(\.longestAnswer) }

  /// Has the next request of a method get into trouble.
  func trouble(_ method: String, _ trouble: Trouble, times: Int = 1) {
    desk.state.withLock { $0.troubles += Array(repeating: (method, trouble), count: times) }
  }

  /// Listens no more.
  func stop() async {
    await server.withLock { $0.take() }?.stop()
  }

  /// What it knows, and how it answers.
  private final class Desk: Sendable {
    let state = Mutex(State())
    private let token: String?

    init(token: String?) { self.token = token }

    func answer(_ request: HTTPRequest) async -> HTTPResponse {
      let body = (try? await request.body.bytes(atMost: 20 << 20)) ?? []
      let trouble = state.withLock { state -> Trouble? in
        state.requests.append("\(request.method) \(request.target)")
        let index = state.troubles.firstIndex { $0.method == request.method }
        return index.map { state.troubles.remove(at: $0).trouble }
      }
      switch trouble {
      case .refusal(let status, let code): return Self.refusal(status, code)
      case .flood:
        return HTTPResponse(status: 200, body: .bytes(Array(repeating: 65, count: 1 << 20)))
      case .slow(let seconds): try? await Task.sleep(for: .seconds(seconds))
      case .after(let task): await task.value
      case .cut, nil: break
      }
      let signature = SignatureCheck(request, body, token: token)
      if let problem = signature.problem {
        state.withLock { $0.refused.append("\(problem): \(request.method) \(request.target)") }
        return Self.refusal(403, problem)
      }
      let parts = request.target.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.first == FakeS3.bucket else { return Self.refusal(404, "NoSuchBucket") }
      let response = perform(request, parts.count > 1 ? parts[1] : "", body)
      guard case .cut = trouble, case .bytes(let bytes) = response.body else { return response }
      let part = Mutex<[UInt8]?>(Array(bytes.prefix(bytes.count / 2)))
      return HTTPResponse(
        status: response.status, fields: response.fields,
        body: .stream(length: bytes.count) {
          guard let piece = part.withLock({ $0.take() }) else {
            throw URLError(.networkConnectionLost)
          }
          return piece
        })
    }

    private func perform(_ request: HTTPRequest, _ name: String, _ body: [UInt8]) -> HTTPResponse {
      state.withLock { state in
        switch request.method {
        case "PUT":
          state.objects[name] = body
          return HTTPResponse(status: 200, fields: ["ETag": Self.tag(body)])
        case "DELETE":
          state.objects[name] = nil
          return HTTPResponse(status: 204)
        case "GET", "HEAD":
          guard let object = state.objects[name] else { return Self.refusal(404, "NoSuchKey") }
          if let tag = request.fields["if-match"], tag != Self.tag(object) {
            return Self.refusal(412, "PreconditionFailed")
          }
          let fields: HTTPFields = ["ETag": Self.tag(object)]
          if request.method == "HEAD" {
            // The server leaves the body out.
            return HTTPResponse(status: 200, fields: fields, body: .bytes(object))
          }
          let match = request.fields["range"]?.wholeMatch(of: /bytes=(\d+)-(\d+)/)
          let range = match.map { (Int($0.1) ?? 0)..<min((Int($0.2) ?? 0) + 1, object.count) }
          let bytes = range.map { Array(object[$0]) } ?? object
          state.longestAnswer = max(state.longestAnswer, bytes.count)
          return HTTPResponse(status: range == nil ? 200 : 206, fields: fields, body: .bytes(bytes))
        default: return Self.refusal(405, "MethodNotAllowed")
        }
      }
    }

    private static func tag(_ bytes: [UInt8]) -> String {
      "\"\(SHA256.hash(bytes).prefix(16).hexadecimal)\""
    }

    private static func refusal(_ status: Int, _ code: String) -> HTTPResponse {
      let text = "<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>no</Message></Error>"
      return HTTPResponse(
        status: status, fields: ["Content-Type": "application/xml"], body: .bytes(Array(text.utf8)))
    }
  }
}

/// AWS Signature Version 4, as a server verifies it.
private struct SignatureCheck {
  /// The code of the refusal; nil if the signature is right.
  private(set) var problem: String?

  init(_ request: HTTPRequest, _ body: [UInt8], token: String?) {
    problem = Self.problem(request, body, token: token)
  }

  private static func problem(_ request: HTTPRequest, _ body: [UInt8], token: String?) -> String? {
    let pattern =
      /AWS4-HMAC-SHA256 Credential=([^\/]+)\/(\d{8})\/([^\/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})/
    guard let header = request.fields["authorization"], let match = header.wholeMatch(of: pattern),
      let date = request.fields["x-amz-date"], date.hasPrefix(match.2)
    else { return "AccessDenied" }
    guard match.1 == FakeS3.key else { return "InvalidAccessKeyId" }
    guard match.3 == FakeS3.region else { return "AuthorizationHeaderMalformed" }
    guard request.fields["x-amz-security-token"] == token else { return "InvalidToken" }
    let names = match.4.split(separator: ";").map(String.init)
    let needed = ["host", "x-amz-date"] + (token == nil ? [] : ["x-amz-security-token"])
    guard names == names.sorted(), needed.allSatisfy(names.contains) else { return "AccessDenied" }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
    guard let time = format.date(from: date), abs(time.timeIntervalSinceNow) < 900 else {
      return "RequestTimeTooSkewed"
    }
    let hash = SHA256.hash(body).hexadecimal
    guard request.fields["x-amz-content-sha256"] == hash else { return "XAmzContentSHA256Mismatch" }
    let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
    let fields = names.map { name in
      "\(name):\((request.fields[name] ?? "").trimmingCharacters(in: .whitespaces))\n"
    }
    let canonical = [
      request.method, parts[0], parts.count > 1 ? parts[1] : "", fields.joined(), String(match.4),
      hash,
    ].joined(separator: "\n")
    let scope = "\(match.2)/\(match.3)/s3/aws4_request"
    let text = [
      "AWS4-HMAC-SHA256", date, scope, SHA256.hash(Array(canonical.utf8)).hexadecimal,
    ].joined(separator: "\n")
    var key = Array("AWS4\(FakeS3.secret)".utf8)
    for part in [String(match.2), String(match.3), "s3", "aws4_request", text] {
      key = authenticationCode(key, Array(part.utf8))
    }
    return key.hexadecimal == match.5 ? nil : "SignatureDoesNotMatch"
  }

  /// HMAC-SHA256, of RFC 2104.
  private static func authenticationCode(_ key: [UInt8], _ text: [UInt8]) -> [UInt8] {
    let key = key.count > 64 ? Array(SHA256.hash(key)) : key
    let padded = key + Array(repeating: 0, count: 64 - key.count)
    let inner = SHA256.hash(padded.map { $0 ^ 0x36 } + text)
    return Array(SHA256.hash(padded.map { $0 ^ 0x5C } + Array(inner)))
  }
}
