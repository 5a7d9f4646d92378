import FireflyHTTP
import Foundation
import Synchronization

/// A server that speaks the contract and none of our extensions: for what must work against any.
///
/// It believes the e-mail that is sent, wants all three texts of a post, closes after every answer, and
/// takes back nothing.
public final class PlainServer: Sendable {
  /// Its address: `http://127.0.0.1:PORT`.
  public let address: String
  private let server: HTTPServer
  private let world: PlainWorld

  /// Begins to listen on a free port of this machine.
  ///
  /// - `users`: who is known there, by e-mail; the others aren't invited.
  /// - Throws: `HTTPListenError`.
  public init(users: [String: String] = ["ada@example.org": "Ada Linden"]) async throws {
    let world = PlainWorld(users: users)
    server = try await HTTPServer(on: .tcp(host: "127.0.0.1", port: 0)) { request in
      var response = await world.answer(request)
      response.fields["Connection"] = "close"
      return response
    }
    self.world = world
    guard case .tcp(_, let port) = server.address else { throw URLError(.badURL) }
    address = "http://127.0.0.1:\(port)"
  }

  /// Adds a post, as if somebody had written it a minute after the last one.
  /// - Returns: its number.
  @discardableResult
  public func add(
    _ title: String, by email: String = "ada@example.org", below parent: Int? = nil,
    template: String = "post"
  ) -> Int {
    world.add(
      ["title": title, "summary": "About \(title).", "body": "Words of \(title)."], by: email,
      below: parent, template: template)
  }

  /// The code that was sent to an e-mail last; nil if none is pending.
  public func code(of email: String) -> String? { world.codes.withLock { $0[email] } }

  /// Requests so far, as `METHOD /path`.
  public var requests: [String] { world.requests.withLock { $0 } }

  /// The titles of all posts, oldest first.
  public var titles: [String] { world.titles }

  /// Listens no more.
  public func stop() async { await server.stop() }
}
