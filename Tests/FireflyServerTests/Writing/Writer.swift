import FireflyAPI
import FireflyCore
import Foundation

@testable import FireflyStore

/// Somebody who is signed in on a test's router, and writes there.
struct Writer: Sendable {
  let house: TestHouse
  let token: String

  init(_ email: String, at house: TestHouse) async throws {
    self.house = house
    token = try await house.signIn(email)
  }

  /// Sends a form as it stands.
  func send(
    _ call: String, _ fields: [(String, String)], headers: [String: String] = [:]
  ) async throws -> Reply {
    let body = Data(fields.map { QueryItem($0.0, $0.1) }.encoded.utf8)
    let type = ["Content-Type": "application/x-www-form-urlencoded"]
    return try await house.ask(
      "POST", "/api/posts/\(call)", token: token, headers: type.merging(headers) { $1 }, body: body)
  }

  func create(_ title: String, below parent: Int? = nil, key: String? = nil) async throws -> Reply {
    let fields = [("title", title)] + (parent.map { [("parent_id", "\($0)")] } ?? [])
    return try await send("create", fields, headers: key.map { ["Idempotency-Key": $0] } ?? [:])
  }

  func update(_ id: Int, _ title: String, tag: String? = nil) async throws -> Reply {
    try await send(
      "update", [("post_id", "\(id)"), ("title", title)],
      headers: tag.map { ["If-Match": $0] } ?? [:])
  }

  func move(_ id: Int, to parent: Int?, tag: String? = nil) async throws -> Reply {
    try await house.ask(
      "POST", "/api/posts/\(id)/move", token: token,
      headers: tag.map { ["If-Match": $0] } ?? [:],
      body: Data(#"{"parent_id":\#(parent.map(String.init) ?? "null")}"#.utf8))
  }

  func delete(_ id: Int, tag: String? = nil) async throws -> Reply {
    try await house.ask(
      "DELETE", "/api/posts/\(id)", token: token, headers: tag.map { ["If-Match": $0] } ?? [:])
  }

  func restore(_ id: Int) async throws -> Reply {
    try await house.ask("POST", "/api/posts/\(id)/restore", token: token)
  }

  func get(_ target: String) async throws -> Reply {
    try await house.ask("GET", target, token: token)
  }

  /// The tag of a post.
  func tag(_ id: Int) async throws -> String? {
    try await get("/api/posts/\(id)").headers["etag"]
  }
}

extension Reply {
  /// The post in it.
  var post: Post { get throws { try decoded(PostResponse.self).post } }
}
