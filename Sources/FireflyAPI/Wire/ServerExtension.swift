import FireflyCore

/// An optional feature of a server beyond the API; `GET /api/ping` lists the names.
package enum ServerExtension: String, CaseIterable, Hashable, Sendable {
  /// `depth` and `include`: children and parents nested in a response.
  case nesting
  /// `before`: the next page of a feed.
  ///
  /// Without it, clients repeat the request with a larger limit.
  case paging
  /// `token` in the response to a correct code, and the list of devices.
  case devices
  /// `ETag` with a post; `If-Match` with a change.
  case etag
  /// `Idempotency-Key` with the creation of a post.
  case idempotency
  /// `POST /api/posts/{id}/move`.
  case move
  /// `POST /api/posts/{id}/restore`.
  case undelete
  /// `GET /api/search?q=`: a search without a query post.
  case search
  /// `GET /api/events`: the server pushes events.
  case events
  /// `remove_image` with a change of a post.
  case picture
  /// `POST /api/uploads`: pictures for the texts of posts, before the posts.
  case uploads
  /// `moderator` in the response to a ping: the current user may delete any post.
  case moderate
  /// `replies` in the response to a ping: only the author of a post may reply to it.
  case replies
  /// `limits` in the response to a ping: the length limits of a post's texts.
  case limits
  /// `GET /api/posts/{id}/branch`: a whole branch in reading order, page by page.
  case branch
  /// `GET /api/posts/ids`: the numbers of new posts.
  case ids
  /// `top` and `sort` with a feed: top-level posts by the newest post of their thread.
  case threads
  /// `GET /api/posts/answers`: posts by others below the current user's.
  case answers
  /// `server` in the response to a ping: the ID of the data, which never changes.
  case server
  /// `GET` and `PATCH /api/marks`: what the account has read and saved; listed for signed-in users only.
  case marks
  /// `deleted` in the tags of a feed: deleted top-level posts that have replies, without an author.
  case deleted
}

/// The response to a ping: `{status, message, extensions, limits}`.
package struct PingResponse: Decodable, Sendable {
  /// The known extensions; a basic server has none.
  ///
  /// `moderate` is included only if the current user is a moderator, `replies` only if replies are
  /// restricted.
  package var extensions: Set<ServerExtension>
  /// The length limits of a post's texts; nil if unknown.
  package var limits: PostLimits?
  /// The ID of the server's data; nil if unknown.
  package var server: String?

  enum CodingKeys: String, CodingKey { case extensions, limits, moderator, replies, server }

  /// Decodes.
  ///
  /// Unknown names are skipped; a value that is not a list counts as empty.
  ///
  /// - Throws: `DecodingError` if it is not an object.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let names = (try? fields.decode([String].self, forKey: .extensions)) ?? []
    extensions = Set(names.compactMap(ServerExtension.init))
    if (try? fields.decode(Bool.self, forKey: .moderator)) != true { extensions.remove(.moderate) }
    if (try? fields.decode(String.self, forKey: .replies)) != "owner" {
      extensions.remove(.replies)
    }
    limits = try? fields.decode(PostLimits.self, forKey: .limits)
    server = try? fields.decode(String.self, forKey: .server)
  }
}
