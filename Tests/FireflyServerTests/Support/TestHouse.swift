import FireflyAPI
import FireflyHTTP
import Foundation

@testable import FireflyServer
@testable import FireflyStore

/// A router with people who sign in on it, and a clock.
struct TestHouse: Sendable {
  static let ada = "ada@example.com"
  static let ben = "ben@example.com"

  let home: TemporaryStore
  let clock = TestClock()
  let codes = Codes()
  let router: Router

  init(_ access: Access = .members(), quota: Quota = .none) async throws {
    let (home, clock, codes) = (try await TemporaryStore.sample(), clock, codes)
    self.home = home
    router = Router(
      store: home.store, access: access, quota: quota, logger: silent, clock: { clock.now },
      deliver: { code, _ in codes.add(code) })
  }

  /// Asks by a request with these lines in its head.
  func ask(
    _ method: String, _ target: String, authorization: [String] = [],
    headers: [String: String] = [:], body: Data = Data(),
    peer: HTTPPeer = .network("127.0.0.1")
  ) async throws -> Reply {
    var request = HTTPRequest(
      method, target, fields: ["Host": "127.0.0.1"], peer: peer, body: HTTPBody(Array(body)))
    for (name, value) in headers { request.fields[name] = value }
    // Both of two that have the same name.
    for value in authorization { request.fields.add("Authorization", value) }
    let answer = await router.respond(to: request)
    return Reply(
      status: answer.status,
      headers: Dictionary(
        uniqueKeysWithValues: answer.fields.pairs.map { ($0.name.lowercased(), $0.value) }),
      body: Data(try await answer.allBytes()))
  }

  func ask(
    _ method: String, _ target: String, token: String?, headers: [String: String] = [:],
    body: Data = Data(), from peer: String = "127.0.0.1"
  ) async throws -> Reply {
    try await ask(
      method, target, authorization: token.map { ["Bearer \($0)"] } ?? [], headers: headers,
      body: body, peer: .network(peer))
  }

  func post(
    _ target: String, _ json: String, token: String? = nil, from peer: String = "127.0.0.1"
  ) async throws -> Reply {
    try await ask(
      "POST", target, token: token, headers: ["Content-Type": "application/json"],
      body: Data(json.utf8), from: peer)
  }

  func sendCode(_ email: String, from peer: String = "127.0.0.1") async throws -> Reply {
    try await post("/api/auth/send-code", #"{"email":"\#(email)"}"#, from: peer)
  }

  func verify(
    _ email: String, _ code: String, device: String = "d", from peer: String = "127.0.0.1"
  ) async throws -> Reply {
    try await post(
      "/api/auth/verify-code",
      #"{"email":"\#(email)","code":"\#(code)","device_id":"\#(device)","device_name":"\#(device)"}"#,
      from: peer)
  }

  /// The token of somebody who signs in.
  func signIn(
    _ email: String, device: String = "d", from peer: String = "127.0.0.1"
  ) async throws -> String {
    _ = try await sendCode(email, from: peer)
    let reply = try await verify(email, codes.last ?? "", device: device, from: peer)
    return try reply.decoded(VerifyCodeResponse.self).token ?? ""
  }

  func devices(_ token: String) async throws -> [DeviceDescription] {
    try await ask("GET", "/api/devices", token: token).decoded(DevicesResponse.self).devices
  }
}
