import FireflyHTTP
import Foundation
import Synchronization

/// What a client has sent.
package struct Exchange: Sendable {
  /// The method in capitals.
  package var method: String
  /// Path and query, as they were sent.
  package var target: String
  /// The fields of the form, in order.
  package var form: [(name: String, value: String)] = []
  /// The type and the bytes of the body, as they were sent.
  package var body: (type: String, bytes: [UInt8])?
  /// The number of bytes of its file; nil for none.
  package var file: Int?
  /// The value of `Idempotency-Key`.
  package var key: String?
  /// The token.
  package var token: String?
  /// The value of `Authorization`.
  package var authorization: String?

  /// The path.
  package var path: String { String(target.prefix { $0 != "?" }) }

  /// A field of the form, or else of the query.
  package subscript(name: String) -> String? {
    form.first { $0.name == name }?.value
      ?? URLComponents(string: target)?.queryItems?.first { $0.name == name }?.value
  }
}

/// A server on 127.0.0.1 that answers as a test says, and keeps what it was sent.
package final class ExchangeServer: Sendable {
  /// Its address: `http://127.0.0.1:PORT`.
  package let address: String
  private let server: Mutex<HTTPServer?>
  private let desk: Desk

  /// Begins to listen on a free port.
  /// - Throws: `HTTPListenError`.
  package init(_ answer: @escaping @Sendable (Exchange) async -> HTTPResponse) async throws {
    let desk = Desk()
    let server = try await HTTPServer(
      on: .tcp(host: "127.0.0.1", port: 0),
      handler: { request in
        let exchange = await Exchange(request)
        desk.exchanges.withLock { $0.append(exchange) }
        return await answer(exchange)
      })
    guard case .tcp(_, let port) = server.address else { throw URLError(.badURL) }
    address = "http://127.0.0.1:\(port)"
    self.server = Mutex(server)
    self.desk = desk
    EndsServices.services?.add { [self] in await stop() }
  }

  private final class Desk: Sendable {
    let exchanges = Mutex<[Exchange]>([])
  }

  /// What was sent so far.
  package var exchanges: [Exchange] { desk.exchanges.withLock { $0 } }

  /// Forgets what was sent.
  package func forget() { desk.exchanges.withLock { $0 = [] } }

  /// Listens no more.
  package func stop() async {
    let server = server.withLock { $0.take() }
    await server?.stop()
  }
}

extension Exchange {
  init(_ request: HTTPRequest) async {
    self.init(method: request.method, target: request.target)
    key = request.fields["Idempotency-Key"]
    authorization = request.fields["Authorization"]
    token = authorization.map { String($0.dropFirst("Bearer ".count)) }
    let type = request.fields["Content-Type"]
    if type == "application/json", let bytes = try? await request.body.bytes(atMost: 16 << 20) {
      body = (type ?? "", bytes)
      let json = try? JSONSerialization.jsonObject(with: Data(bytes))
      form = Self.fields(json ?? [:], "")
    }
    var limits = FormLimits()
    limits.fields = 1_000
    guard let type, var reader = try? FormReader(contentType: type, limits: limits),
      let bytes = try? await request.body.bytes(atMost: 16 << 20),
      let parts = try? reader.read(bytes) + reader.finish()
    else { return }
    body = (type, bytes)
    for part in parts {
      switch part {
      case .field(let name, let value): form.append((name, value))
      case .file(_, let bytes): file = (file ?? 0) + bytes.count
      }
    }
  }

  /// The fields of JSON, named as in a form.
  private static func fields(_ json: Any, _ name: String) -> [(name: String, value: String)] {
    switch json {
    case let fields as [String: Any]:
      fields.sorted { $0.key < $1.key }.flatMap { key, value in
        Self.fields(value, name.isEmpty ? key : "\(name)[\(key)]")
      }
    case let list as [Any]: list.flatMap { fields($0, name + "[]") }
    case let flag as Bool: [(name, "\(flag)")]
    default: [(name, "\(json)")]
    }
  }
}
