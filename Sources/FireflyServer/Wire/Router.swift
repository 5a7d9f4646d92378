import FireflyAPI
import FireflyCore
import FireflyHTTP
import Foundation
import Logging

/// From a request to its answer, in the shapes and with the statuses of the wire contract.
public struct Router: Sendable {
  /// Passes a sign-in code on to whom it is for.
  public typealias CodeDelivery = @Sendable (_ code: String, _ email: String) -> Void

  let store: PostStore
  let logger: Logger
  let clock: @Sendable () -> Date
  let deliver: CodeDelivery
  private let hostGuard: HostGuard

  /// A router.
  ///
  /// - Parameters:
  ///   - hostGuard: knows by which names the server is reached.
  ///   - clock: tells the time, by which codes grow old.
  ///   - deliver: takes the sign-in codes, which whoever asks for one must not get with the answer.
  public init(
    store: PostStore, hostGuard: HostGuard = HostGuard(host: "127.0.0.1"), logger: Logger,
    clock: @escaping @Sendable () -> Date = { Date() },
    deliver: @escaping CodeDelivery = { _, _ in }
  ) {
    self.store = store
    self.hostGuard = hostGuard
    self.logger = logger
    self.clock = clock
    self.deliver = deliver
  }

  /// The answer to a request; failures are answers too.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard hostGuard.admits(request) else {
      return .failure(403, "This server doesn't answer web pages of other hosts.")
    }
    let caller = Caller(request)
    let endpoint: Endpoint
    do {
      endpoint = try Endpoint(
        method: request.method == "HEAD" ? "GET" : request.method, target: request.target)
    } catch {
      return Self.answer(to: error)
    }
    do {
      return try await answer(to: endpoint, request)
    } catch let error as StoreError {
      return answer(to: error, at: endpoint, for: caller)
    } catch let error as FormError {
      return HTTPResponse(error)
    } catch let error as HTTPBodyError {
      return HTTPResponse(error)
    } catch {
      logger.error("\(request.method) \(endpoint.path): \(error)")
      return .failure(500, "The server could not do this.")
    }
  }

  private func answer(to endpoint: Endpoint, _ request: HTTPRequest) async throws -> HTTPResponse {
    switch endpoint {
    case .ping: return .pong
    case .recent(let limit, let before):
      return try await posts(
        FeedPages(
          FeedRequest(before: before, limit: limit ?? Self.feedLength), isTagged: false))
    case .recentTagged(let feed): return try await recentTagged(feed)
    case .usersRecent(let email, let limit, let before):
      return try await posts(
        UserPages(reader: email, before: before, limit: limit ?? FeedRequest.maximum))
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
    case .search(let query, let email): return try await search(query, email)
    case .badges: return try await badges(request)
    case .poll: return try await poll(request)
    case .sendCode: return try await sendCode(request)
    case .verifyCode: return try await verifyCode(request)
    case .upload(let name): return upload(name, request)
    }
  }

  private static func answer(to error: Endpoint.RoutingError) -> HTTPResponse {
    switch error {
    case .noSuchPath: .notFound
    case .methodNotAllowed(let allowed): .methodNotAllowed(allowed)
    case .missing(let name): .error(400, "\(name) is required")
    case .notANumber(let name, _): .error(500, "\(name) has to be a number")
    }
  }

  private func answer(
    to error: StoreError, at endpoint: Endpoint, for caller: Caller
  ) -> HTTPResponse {
    switch error {
    case .unknownUser, .unknownPost: return .failure(404, error.description)
    case .notOwner: return .failure(403, error.description)
    case .unusablePicture: return .failure(400, error.description)
    case .cancelled: return .failure(503, error.description)
    case .folder, .database, .newerDatabase, .tooDeepToNest: break
    }
    logger.error("\(endpoint.path): \(error)")
    // Only who is at this computer has to know where the database is.
    guard caller != .local, case .database(_, let trouble) = error else {
      return .failure(500, "Server error: \(error.description)")
    }
    return .failure(500, "Server error: \(trouble.sentence(about: "the database"))")
  }

  /// Posts of a feed that doesn't say how many.
  static let feedLength = 50
}
