import FireflyAPI
import FireflyCore
import FireflyHTTP
import FireflyStore
import Foundation

// Calls that only the phone app makes, answered as its own server does.
extension Router {
  /// Responds to such a call; 404 unless the server trusts e-mails, as that server does.
  func phone(_ endpoint: Endpoint, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard access.identity == .claim else { return .notFound }
    switch endpoint {
    case .version: return try .json(PhoneVersion())
    case .health: return try await health()
    case .usersNewSince(let time): return try await newUsers(since: time)
    case .reparent: return try await reparent(request)
    default: return .notFound
    }
  }

  private func health() async throws -> HTTPResponse {
    var health = PhoneHealth(timestamp: clock().formatted(.iso8601))
    do {
      _ = try await store.version()
    } catch {
      (health.database, health.status) = ("failed", "degraded")
    }
    var response = try HTTPResponse.json(health)
    if health.status != nil { response.status = 503 }
    return response
  }

  /// Counts profiles with a text, up to the maximum of a feed.
  private func newUsers(since time: Date?) async throws -> HTTPResponse {
    guard let time else { return try .json(NewUsers(count: 0)) }
    let cursor = store.cursor(
      over: .feed(
        FeedRequest(
          templates: [Post.Template.profile.name], after: time, limit: FeedRequest.maximum)),
      at: clock())
    var (count, isLast) = (0, false)
    while !isLast {
      let page = try await cursor.next(atLeast: PostListBody.pieceLength)
      count += page.entries.count { !$0.post.words.isEmpty }
      isLast = page.isLast
    }
    return try .json(NewUsers(count: count))
  }

  /// Moves any post, because the request doesn't say who asks.
  private func reparent(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let question: ReparentRequest = try await json(request) else { return .malformedJSON }
    guard let id = question.postID else { return .failure(400, "post_id is required") }
    do throws(StoreError) {
      guard let post = try await store.post(id) else { throw .unknownPost(id) }
      _ = try await store.move(
        id, to: question.parentID, repliers: access.repliers, if: .none,
        by: post.authorEmail ?? "", at: clock())
    } catch {
      switch error {
      case .unknownPost, .unknownParent, .invalidParent:
        return .failure(400, "Failed to reparent post")
      default: throw error
      }
    }
    return try .json(
      StatusResponse(status: "success", message: "Post \(id) reparented successfully"))
  }
}

/// The response to calls for what only the phone app's own server does; nothing is done.
///
/// Its status is 200, so that the app decodes it.
struct NotOffered: Encodable {
  let status = "error"
  let message = "This server doesn't offer that."
  let error = "This server doesn't offer that."
  let invites = 0

  enum CodingKeys: String, CodingKey {
    case status, message, error
    case invites = "num_invites"
  }
}

/// The newest version of the phone app: none is newer than the one that asks.
private struct PhoneVersion: Encodable {
  let latestBuild = 0
  let testflightURL = ""

  enum CodingKeys: String, CodingKey {
    case latestBuild = "latest_build"
    case testflightURL = "testflight_url"
  }
}

private struct PhoneHealth: Encodable {
  let server = "ok"
  var database = "ok"
  /// `degraded` if the database fails; nil otherwise.
  var status: String?
  let timestamp: String
}

private struct NewUsers: Encodable {
  let count: Int

  enum CodingKeys: String, CodingKey {
    case count
    case hasNew = "has_new"
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(count, forKey: .count)
    try fields.encode(count > 0, forKey: .hasNew)
  }
}
