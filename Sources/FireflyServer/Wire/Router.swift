import FireflyAPI
import FireflyCore
import FireflyHTTP
import FireflyStore
import Foundation
import Logging

/// Responds to requests of the API.
package struct Router: Sendable {
  /// Sends a sign-in code to a user; its errors are logged, and reported to the client in general
  /// words.
  package typealias CodeDelivery =
    @Sendable (_ code: String, _ email: String) async throws -> Void

  let store: any Store
  let logger: Logger
  let clock: @Sendable () -> Date
  let access: Access
  let quota: Quota
  let deliver: CodeDelivery
  let hub: EventHub
  /// Coalesces reads of posts, by their number.
  let postReads = ReadCoalescer<Int, Result<HTTPResponse, StoreError>>()
  /// Coalesces reads of feeds; the value is nil for feeds that are too long to share.
  let feedReads = ReadCoalescer<FeedRequest, Result<[UInt8]?, StoreError>>()
  /// The ID of the data.
  private let server = ServerID()
  /// Caches feeds and badges.
  let cache = FeedCache()
  /// Counts the pictures that are being sent.
  let uploads = PictureUploads()
  let storeOutage: OutageLog
  private let pictureOutage: OutageLog
  private let hostGuard: HostGuard

  /// Creates a router.
  ///
  /// - Parameters:
  ///   - access: who may use the server.
  ///   - quota: how much each user may store and write.
  ///   - hostGuard: the names of the server.
  ///   - logger: the log.
  ///   - clock: returns the current time.
  ///   - deliver: sends sign-in codes, which must not be in the response.
  package init(
    store: any Store, access: Access = .members(), quota: Quota = .none,
    hostGuard: HostGuard = HostGuard(host: "127.0.0.1"), logger: Logger,
    clock: @escaping @Sendable () -> Date = { Date() },
    deliver: @escaping CodeDelivery = { _, _ in }
  ) {
    self.init(
      store: store, hub: EventHub(store), access: access, quota: quota, hostGuard: hostGuard,
      logger: logger, clock: clock, deliver: deliver)
  }

  /// Creates a router with an event hub, which the caller must close.
  init(
    store: any Store, hub: EventHub, access: Access, quota: Quota = .none, hostGuard: HostGuard,
    logger: Logger,
    clock: @escaping @Sendable () -> Date = { Date() }, deliver: @escaping CodeDelivery
  ) {
    self.store = store
    self.hub = hub
    storeOutage = OutageLog("The store", logger)
    pictureOutage = OutageLog("The picture storage", logger)
    self.access = access
    self.quota = quota
    self.hostGuard = hostGuard
    self.logger = logger
    self.clock = clock
    self.deliver = deliver
  }

  /// Responds to a request.
  package func respond(to request: HTTPRequest) async -> HTTPResponse {
    await routed(request).response
  }

  /// Responds to a request; also returns the index of its endpoint in `EndpointMatch.patterns`, nil
  /// if there is none.
  func routed(_ request: HTTPRequest) async -> (response: HTTPResponse, row: Int?) {
    guard hostGuard.admits(request) else {
      return (.failure(403, "This server doesn't answer web pages of other hosts."), nil)
    }
    let match: EndpointMatch
    do {
      match = try EndpointMatch(
        method: request.method == "HEAD" ? "GET" : request.method, target: request.target)
    } catch {
      return (Self.answer(to: error), nil)
    }
    return (await respond(to: request, match), match.row)
  }

  private func respond(to request: HTTPRequest, _ match: EndpointMatch) async -> HTTPResponse {
    let endpoint: Endpoint
    do {
      endpoint = try match.endpoint()
    } catch {
      return Self.answer(to: error)
    }
    do {
      let caller = try await Asker.run(as: Asker(request, by: nil)) {
        () async throws(StoreError) in
        try await Caller(request, access, store)
      }
      try authorize(caller, to: endpoint)
      recordUse(by: caller)
      if let email = caller.email, let client = request.clientStatus {
        guard client.identify(email.lowercased()) else { throw Refusal.tooManyRequests }
      }
      let asker = Asker(request, by: caller)
      let response = try await Asker.run(as: asker) {
        try await answer(to: endpoint, request, caller)
      }
      recordSuccess(of: endpoint)
      return response.read(as: asker)
    } catch let error as Refusal {
      return HTTPResponse(error)
    } catch let error as StoreError {
      return answer(to: error, at: match, request)
    } catch let error as FormError {
      return HTTPResponse(error)
    } catch let error as HTTPBodyError {
      return HTTPResponse(error)
    } catch {
      log(error, at: match, request)
      return .failure(500, "The server failed.")
    }
  }

  /// Rejects callers who may not read.
  ///
  /// Requests that write check their caller themselves.
  private func authorize(_ caller: Caller, to endpoint: Endpoint) throws(Refusal) {
    switch endpoint {
    case .ping, .sendCode, .verifyCode, .phoneOnly: break
    default: if access.readers == .members { try caller.requireIdentity() }
    }
  }

  /// Records in the background that a device was used.
  private func recordUse(by caller: Caller) {
    guard case .device(let device) = caller else { return }
    let now = clock()
    Task { try? await store.deviceUsed(device, at: now) }
  }

  /// Every call but a ping reads the store.
  private func recordSuccess(of endpoint: Endpoint) {
    if endpoint != .ping { storeOutage.works() }
    if case .upload = endpoint { pictureOutage.works() }
  }

  private func answer(
    to endpoint: Endpoint, _ request: HTTPRequest, _ caller: Caller
  ) async throws -> HTTPResponse {
    switch endpoint {
    case .ping:
      return .pong(for: caller, access, quota(of: caller), server: await server.id(of: store))
    case .recent(let limit, let before):
      return try await feed(
        FeedRequest(before: before, limit: limit ?? Self.feedLength))
    case .recentTagged(let feed): return try await recentTagged(feed, caller)
    case .usersRecent(let email, let limit, let before):
      return try await posts(
        .users(
          reader: try caller.reader(claiming: email), before: before,
          limit: limit ?? FeedRequest.maximum)
      ).response
    case .post(let id, let include, let depth):
      return try await post(id, include: include, depth: depth)
    case .children(let id, let depth, let before):
      return try await children(of: id, depth: depth, before: before)
    case .branch(let id, let limit, let after, let skipped):
      return try await branch(of: id, limit: limit, after: after, skipping: skipped)
    case .answers(let email, let before, let limit):
      guard let reader = try caller.identity(claiming: email) else {
        return .failure(400, "user_email is required")
      }
      return try await posts(
        .answers(to: reader, before: before, limit: limit ?? Self.feedLength)
      ).response
    case .ids(let below, let since, let email, let after):
      let reader = try email.flatMap { try caller.reader(claiming: $0) }
      return try await ids(below: below, since: since, notBy: reader, after: after)
    case .create: return try await create(request, caller)
    case .addPicture: return try await addPicture(request, caller)
    case .update: return try await update(request, caller)
    case .delete(let id): return try await delete(id, request, caller)
    case .move(let id): return try await move(id, request, caller)
    case .reparent, .version, .health, .usersNewSince:
      return try await phone(endpoint, request)
    case .phoneOnly: return try .json(NotOffered())
    case .restore(let id): return try await restore(id, caller)
    case .profile(let email): return try await profile(of: email, caller)
    case .createProfile: return try await writeProfile(request, caller, isNew: true)
    case .updateProfile: return try await writeProfile(request, caller)
    case .template(let name): return try template(name)
    case .search(let query, let email):
      return try await search(query, try caller.reader(claiming: email))
    case .searchWords(let words):
      return try .json(try await store.search(words: words))
    case .badges: return try await badges(request, caller)
    case .poll: return try await poll(request, caller)
    case .events(let email): return try await events(for: email, request, caller)
    case .sendCode: return try await sendCode(request)
    case .verifyCode: return try await verifyCode(request)
    case .devices: return try await devices(caller)
    case .marks: return try await marks(of: caller)
    case .changeMarks: return try await changeMarks(request, caller)
    case .revokeDevice(let id): return try await revokeDevice(id, caller)
    case .upload(let name): return try await upload(name, request)
    }
  }

  private static func answer(to error: Endpoint.RoutingError) -> HTTPResponse {
    switch error {
    case .noSuchPath: .notFound
    case .methodNotAllowed(let allowed): .methodNotAllowed(allowed)
    case .missing(let name): .error(400, "\(name) is required")
    case .notANumber(let name, _): .error(500, "\(name) must be a number")
    }
  }

  private func answer(
    to error: StoreError, at match: EndpointMatch, _ request: HTTPRequest
  ) -> HTTPResponse {
    switch error {
    case .unknownUser, .unknownPost, .unknownParent, .unknownDevice:
      return .failure(404, error.description)
    case .notOwner, .notInvited, .ownRepliesOnly: return .failure(403, error.description)
    case .tooManyAttempts(let seconds, _), .overQuota(_, let seconds):
      return .failure(429, error.description).retry(after: seconds)
    case .changedMeanwhile(let post): return conflict(post, error.description)
    case .invalidParent, .deletedMeanwhile, .isOwner: return .failure(409, error.description)
    case .invalidPicture, .damagedPicture, .cutPicture, .largePicture:
      return .failure(400, error.description)
    case .searchTooLong: return .error(422, error.description)
    case .tooManySearches: return .error(503, error.description).retry(after: 1)
    case .cancelled: return .failure(503, error.description)
    case .folder, .pictures, .unavailable, .newerFormat, .tooDeepToNest: break
    }
    if isNew(error) { log(error, at: match, request) }
    // The reason is for the owner: it is in the log.
    if case .folder = error, !access.isEmbedded {
      return .failure(500, "The server can't read or store pictures now. Its log has the reason.")
    }
    if case .pictures = error {
      return .failure(503, "The picture storage is not responding. Try again in a moment.")
        .retry(after: 2)
    }
    guard case .unavailable(_, let failure) = error else {
      return .failure(500, "Server error: \(error.description)")
    }
    // The location of the data is shown to its owner only.
    let database = failure == .locked ? "The database" : "the database"
    let words = access.isEmbedded ? error.description : failure.message(about: database)
    if let seconds = failure.secondsToWait {
      let words =
        failure == .locked ? words : "The database is not responding. Try again in a moment."
      return .failure(503, words).retry(after: seconds)
    }
    return .failure(failure == .moved ? 503 : 500, "Server error: \(words)")
  }

  /// Returns whether to log an error: of an outage, only the first.
  private func isNew(_ error: StoreError) -> Bool {
    switch error {
    case .pictures: pictureOutage.fails()
    // Other reasons differ from request to request.
    case .unavailable(_, let failure) where !failure.isOther: storeOutage.fails()
    default: true
    }
  }

  /// Logs an error without the request's path, which may contain an e-mail.
  private func log(_ error: any Error, at match: EndpointMatch, _ request: HTTPRequest) {
    let call = EndpointMatch.patterns[match.row]
    logger.error(
      "\(call.method.rawValue) \(call.path): \(error)",
      metadata: request.id.map { ["request": "\($0)"] })
  }

  /// Default number of posts in a feed.
  static let feedLength = 50
}
