import FireflyAPI
import FireflyCore
import Foundation
import GRDB
import Logging

/// From a request to its answer, in the shapes and with the statuses of the wire contract.
public struct Router: Sendable {
  let store: PostStore
  let logger: Logger
  private let hostGuard: HostGuard
  /// Whether the answer to `send-code` holds the code.
  let handsBackCodes: Bool

  /// A router.
  ///
  /// - Parameters:
  ///   - host: the host the server is reached by, beside the names of this machine for itself.
  ///   - handsBackCodes: whether `send-code` answers with the code itself, under the key `code`: the
  ///     embedded server sends no mail. It is logged in any case.
  public init(
    store: PostStore, host: String = "127.0.0.1", handsBackCodes: Bool = true, logger: Logger
  ) {
    self.store = store
    self.logger = logger
    self.handsBackCodes = handsBackCodes
    hostGuard = HostGuard(host: host)
  }

  /// The answer to a request; failures are answers too.
  public func respond(to request: Request) async -> Response {
    guard hostGuard.admits(request.headers) else {
      return .failure(403, "This server doesn't answer web pages of other hosts")
    }
    let endpoint: Endpoint
    do {
      endpoint = try Endpoint(method: request.method, target: request.target)
    } catch {
      return Self.answer(to: error)
    }
    do {
      return try await answer(to: endpoint, request)
    } catch let error as StoreError {
      return answer(to: error, at: endpoint)
    } catch {
      logger.error("\(request.method) \(endpoint.path): \(error)")
      return .failure(500, "Server error: " + reason(for: error))
    }
  }

  /// What is wrong with the database; only who is at this computer has to know where it is.
  private func reason(for error: any Error) -> String {
    guard let error = error as? DatabaseError else { return "the database could not be used" }
    return DatabaseTrouble(error).sentence(about: handsBackCodes ? store.file : "the database")
  }

  private func answer(to endpoint: Endpoint, _ request: Request) async throws -> Response {
    switch endpoint {
    case .ping:
      return try .json(
        PingAnswer(
          status: "ok", message: "firefly server is running",
          extensions: Set(ServerExtension.allCases)))
    case .recent(let limit, let before):
      return posts(
        try await store.recentPosts(FeedRequest(before: before, limit: limit ?? 50)))
    case .recentTagged(let feed): return try await recentTagged(feed)
    case .usersRecent(let email, let limit, let before):
      return posts(
        try await store.recentUsers(reader: email, before: before, limit: limit ?? 1000))
    case .post(let id, let include, let depth):
      return try await post(id, include: include, depth: depth)
    case .children(let id, let depth): return try await children(of: id, depth: depth)
    case .create: return try await create(request)
    case .update: return try await update(request)
    case .delete(let id):
      try await store.delete(id)
      return try .json(StatusAnswer(status: "success", message: "Post deleted successfully"))
    case .profile(let email): return profile(try await store.profile(of: email))
    case .createProfile, .updateProfile: return try await writeProfile(request)
    case .template(let name): return try await template(name)
    case .search(let query, let email):
      return try .json(try await store.search(queryID: query, reader: email))
    case .badges: return try await badges(request)
    case .poll: return try await poll(request)
    case .sendCode: return try await sendCode(request)
    case .verifyCode: return try await verifyCode(request)
    case .upload(let name): return upload(name, request)
    }
  }

  private static func answer(to error: Endpoint.RoutingError) -> Response {
    switch error {
    case .noSuchPath: return .notFound
    case .methodNotAllowed(let allowed):
      var response = Response.page(
        405, "Method Not Allowed", "The method is not allowed for the requested URL.")
      response.headers["Allow"] = allowed.map(\.rawValue).joined(separator: ", ")
      return response
    case .missing(let name): return .error(400, "\(name) is required")
    case .notANumber(_, let value):
      return .error(500, "invalid literal for int() with base 10: '\(value)'")
    }
  }

  private func answer(to error: StoreError, at endpoint: Endpoint) -> Response {
    if case .search = endpoint { return .error(404, "Query not found") }
    return switch error {
    case .unknownUser, .unknownPost: .failure(404, error.description)
    case .notOwner: .failure(403, error.description)
    case .unusablePicture: .failure(400, error.description)
    case .folder, .database, .newerDatabase, .tooDeepToNest:
      .failure(500, "Server error: \(error.description)")
    }
  }

  /// `{posts, status}`.
  func posts(_ posts: [Post]) -> Response {
    .json { json in
      json.beginObject()
      json.key("posts")
      json.beginArray()
      for post in posts { json.value(post) }
      json.endArray()
      json.key("status")
      json.value("success")
      json.endObject()
    }
  }

  /// `{post, status}`.
  func post(_ post: Post) -> Response {
    .json { json in
      json.beginObject()
      json.key("post")
      json.value(post)
      json.key("status")
      json.value("success")
      json.endObject()
    }
  }

  /// `{profile, status}`.
  func profile(_ profile: Post) -> Response {
    .json { json in
      json.beginObject()
      json.key("profile")
      json.value(profile)
      json.key("status")
      json.value("success")
      json.endObject()
    }
  }
}
