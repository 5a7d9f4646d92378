import FireflyHTTP
import Foundation
import Synchronization

/// A server that speaks the contract and none of our extensions: for what must work against any.
///
/// It believes the e-mail that is sent, wants all three texts of a post, trims them, closes after every
/// answer, and takes back nothing. Asking for somebody's profile makes a blank one, after which none can
/// be created; updating one skips empty fields.
package final class PlainServer: Sendable {
  /// Its address: `http://127.0.0.1:PORT`.
  package let address: String
  private let server: Mutex<HTTPServer?>
  private let port: Int
  private let handler: HTTPServer.Handler
  private let world: PlainWorld
  private let losing: Losing
  private let delays: Delays
  private let failing: Failing
  private let feeds: Feeds

  /// Begins to listen on a free port of this machine.
  ///
  /// - Parameters:
  ///   - users: who is known there, by e-mail; the others aren't invited.
  ///   - reparents: whether it can move posts.
  /// - Throws: `HTTPListenError`.
  package init(
    users: [String: String] = ["ada@example.org": "Ada Linden"], reparents: Bool = true
  ) async throws {
    let world = PlainWorld(users: users, reparents: reparents)
    let losing = Losing()
    let (delays, failing) = (Delays(), Failing())
    let feeds = Feeds()
    (self.delays, self.failing, self.feeds) = (delays, failing, feeds)
    handler = { request in
      if let feed = feeds.texts.withLock({ $0[request.target] }) {
        return HTTPResponse(
          status: 200, fields: ["Content-Type": "application/rss+xml"], body: .bytes(feed))
      }
      var response =
        failing.covers(request)
        ? .page(500, "Internal Server Error", "It fails.") : await world.answer(request)
      await delays.wait(for: request)
      response.fields["Connection"] = "close"
      return losing.next(for: request).map { response.cut(after: $0) } ?? response
    }
    self.world = world
    self.losing = losing
    let server = try await HTTPServer(on: .tcp(host: "127.0.0.1", port: 0), handler: handler)
    guard case .tcp(_, let port) = server.address else { throw URLError(.badURL) }
    self.server = Mutex(server)
    self.port = port
    address = "http://127.0.0.1:\(port)"
  }

  /// Adds a post, as if somebody had written it a minute after the last one.
  ///
  /// - `time`: when it was written instead.
  /// - Returns: its number.
  @discardableResult
  package func add(
    _ title: String, body: String? = nil, by email: String = "ada@example.org",
    below parent: Int? = nil, template: String = "post", at time: Date? = nil
  ) -> Int {
    let body = body ?? "Words of \(title)."
    return world.add(
      ["title": title, "summary": "About \(title).", "body": body], by: email,
      below: parent, template: template, at: time)
  }

  /// Makes a blank profile, as asking for somebody's profile does.
  package func makeBlankProfile(of email: String) { _ = world.profile(of: email) }

  /// The number of a post's parent; nil at the top level.
  package func parent(of id: Int) -> Int? {
    world.posts.withLock { $0.first { $0["id"] as? Int == id }?["parent_id"] as? Int }
  }

  /// The template of a post; nil if there is none of this number.
  package func template(of id: Int) -> String? {
    world.posts.withLock { $0.first { $0["id"] as? Int == id }?["template_name"] as? String }
  }

  /// Has each of the requests that begin so wait so many seconds for its answer.
  package func delay(_ target: String, by seconds: Double) {
    delays.set(target, seconds)
  }

  /// Has requests that begin so fail from now on, or not any more; with `$` at its end, only those of
  /// this path.
  package func fail(_ target: String, _ fails: Bool = true) {
    failing.set(target, fails)
  }

  /// Has a feed at a path, which is no part of the contract.
  package func publish(_ path: String, feed: String) {
    feeds.texts.withLock { $0[path] = Array(feed.utf8) }
  }

  private final class Feeds: Sendable {
    let texts = Mutex<[String: [UInt8]]>([:])
  }

  /// The code that was sent to an e-mail last; nil if none is pending.
  package func code(of email: String) -> String? { world.codes.withLock { $0[email] } }

  /// Requests so far, as `METHOD /path`.
  package var requests: [String] { world.requests.withLock { $0 } }

  /// A user looks at the results of a query.
  package func view(_ query: Int, by email: String) {
    world.dots.withLock { $0.view(query, by: email) }
  }

  /// Whether a user has something new in a query; nil where nothing was ever found in it.
  package func dot(on query: Int, for email: String) -> Bool? {
    world.dots.withLock { $0.isNew(query, to: email) }
  }

  /// The titles of all posts, oldest first.
  package var titles: [String] { world.titles }

  /// The texts of all posts, oldest first.
  package var texts: [[String: String]] { world.texts }

  /// The texts of a post; nil if there is none of this number.
  package func post(_ id: Int) -> [String: String]? { world.texts(ofPost: id) }

  /// Does what the next requests that write ask for, and breaks their answers off.
  ///
  /// - Parameter bytes: how many of each answer's body get through; with none, not even its head does.
  package func loseAnswers(after bytes: Int...) { losing.add(bytes) }

  /// Has the next answers get through again.
  package func loseNoMore() { losing.clear() }

  /// The picture of the post with a title; nil if it has none.
  package func picture(ofPostTitled title: String) -> [UInt8]? {
    guard let url = world.post(titled: title)?["image_url"] as? String else { return nil }
    return world.uploads.withLock { $0[String(url.dropFirst("/uploads/".count))] }
  }

  /// Where the thumbnail of the post with a title looks, across and down.
  package func crop(ofPostTitled title: String) -> [Double]? {
    world.post(titled: title).map { post in
      ["clip_offset_x", "clip_offset_y"].map { post[$0] as? Double ?? 0 }
    }
  }

  /// Listens no more.
  package func stop() async {
    let server = server.withLock { $0.take() }
    await server?.stop()
  }

  /// Listens again where it did, with all that it knew.
  /// - Throws: `HTTPListenError`.
  package func resume() async throws {
    let again = try await HTTPServer(on: .tcp(host: "127.0.0.1", port: port), handler: handler)
    server.withLock { $0 = again }
  }
}

/// Requests that are answered late, by the beginnings of their targets.
private final class Delays: Sendable {
  private let seconds = Mutex<[String: Double]>([:])

  func set(_ target: String, _ wait: Double) { seconds.withLock { $0[target] = wait } }

  func wait(for request: HTTPRequest) async {
    let wait = seconds.withLock { seconds in
      seconds.first { request.target.hasPrefix($0.key) }?.value
    }
    if let wait { try? await Task.sleep(for: .seconds(wait)) }
  }
}

/// Requests that fail, by the beginnings of their targets.
private final class Failing: Sendable {
  private let targets = Mutex<Set<String>>([])

  func set(_ target: String, _ fails: Bool) {
    targets.withLock { targets in
      if fails { targets.insert(target) } else { targets.remove(target) }
    }
  }

  func covers(_ request: HTTPRequest) -> Bool {
    let path = request.target.prefix { $0 != "?" } + "$"
    return targets.withLock { $0.contains { path == $0 || request.target.hasPrefix($0) } }
  }
}

/// Answers that are to be lost.
private final class Losing: Sendable {
  private let bytes = Mutex<[Int]>([])

  func add(_ more: [Int]) { bytes.withLock { $0 += more } }

  func clear() { bytes.withLock { $0 = [] } }

  /// How much gets through of the answer to a request; nil for all of it.
  func next(for request: HTTPRequest) -> Int? {
    guard
      request.method == "DELETE"
        || request.target.hasPrefix("/api/posts/") && request.method == "POST"
    else { return nil }
    return bytes.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}

extension HTTPResponse {
  /// The same, broken off within its body.
  fileprivate func cut(after count: Int) -> HTTPResponse {
    let left = Mutex(count)
    let whole = self
    var response = self
    response.body = .stream(length: 1 << 20) {
      let count = left.withLock { count in
        defer { count = 0 }
        return count
      }
      guard count > 0 else { throw URLError(.networkConnectionLost) }
      return Array(try await whole.allBytes().prefix(count))
    }
    return response
  }
}
