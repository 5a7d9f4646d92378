import FireflyAPI
import FireflyCore
import FireflyHTTP
import Foundation
import FoundationNetworking
import Logging
import Synchronization
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// The two ways to a router: straight into it, or through a real socket.
enum Way: CaseIterable, Sendable {
  case router, socket
}

/// What came back.
struct Reply {
  var status: Int
  /// By name in lower case.
  var headers: [String: String]
  var body: Data

  var text: String { String(decoding: body, as: UTF8.self) }

  func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: body)
  }
}

let silent = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }

/// Runs a test's body against a server on the store of `home`.
///
/// - `access`: as the contract has it, if nothing else is said: identity is the e-mail sent.
/// - `codes`: takes the sign-in codes that the server passes on.
func withServer(
  _ way: Way, _ home: TemporaryStore, access: Access = .open(), codes: Codes = Codes(),
  _ body: (_ ask: @escaping Ask) async throws -> Void
) async throws {
  switch way {
  case .router:
    let router = Router(
      store: home.store, access: access, logger: silent, deliver: { code, _ in codes.add(code) })
    try await body { method, target, headers, data in
      var fields: HTTPFields = ["Host": "127.0.0.1:8080"]
      for (name, value) in headers { fields[name] = value }
      let answer = await router.respond(
        to: HTTPRequest(method, target, fields: fields, body: HTTPBody(Array(data))))
      return Reply(
        status: answer.status,
        headers: Dictionary(
          uniqueKeysWithValues: answer.fields.pairs.map { ($0.name.lowercased(), $0.value) }),
        body: Data(try await answer.allBytes()))
    }
  case .socket:
    // Without the field guide: the tests count posts.
    _ = try await home.store.prepareFirstRun(localUser: { TemporaryStore.ada }, guide: { nil })
    let server = try await EmbeddedServer(
      store: home.store, folder: home.folder, logger: silent,
      deliver: { code, _ in codes.add(code) },
      localUser: { TemporaryStore.ada })
    let address = try await server.start(access: access)
    do {
      try await body { try await ask(address, $0, $1, headers: $2, body: $3) }
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}

/// The sign-in codes that a server has passed on.
final class Codes: Sendable {
  private let all = Mutex<[String]>([])

  var last: String? { all.withLock(\.last) }
  var count: Int { all.withLock(\.count) }

  func add(_ code: String) { all.withLock { $0.append(code) } }
}

typealias Ask =
  @Sendable (_ method: String, _ target: String, _ headers: [String: String], _ body: Data)
  async throws -> Reply

/// One request through a socket.
func ask(
  _ address: URL, _ method: String, _ target: String, headers: [String: String] = [:],
  body: Data = Data()
) async throws -> Reply {
  var request = URLRequest(url: try #require(URL(string: address.absoluteString + target)))
  request.httpMethod = method
  request.timeoutInterval = 20
  request.cachePolicy = .reloadIgnoringLocalAndRemoteCacheData
  for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
  if !body.isEmpty { request.httpBody = body }
  let session = URLSession(configuration: .ephemeral)
  defer { session.finishTasksAndInvalidate() }
  let (data, response) = try await session.data(for: request)
  let http = try #require(response as? HTTPURLResponse)
  return Reply(
    status: http.statusCode,
    headers: Dictionary(
      uniqueKeysWithValues: http.allHeaderFields.map {
        ("\($0.key)".lowercased(), "\($0.value)")
      }), body: data)
}

extension PostForm {
  /// The form as a request carries it.
  var urlencoded: ([String: String], Data) {
    (["Content-Type": "application/x-www-form-urlencoded"], Data(fields.encoded.utf8))
  }
}
