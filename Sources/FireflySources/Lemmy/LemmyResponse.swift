import FireflyCore
import FireflyForeign
import Foundation

/// A response of Lemmy's API; each call fills some of the fields.
struct LemmyResponse: Decodable, Sendable {
  @Lenient var posts: [LemmyPostView]
  @Lenient var comments: [LemmyCommentView]
  @Lenient var post: LemmyPostView?
  @Lenient var comment: LemmyCommentView?
  @Lenient var person: LemmyPersonView?

  enum CodingKeys: String, CodingKey {
    case posts, comments
    case post = "post_view"
    case comment = "comment_view"
    case person = "person_view"
  }

  /// The posts and the comments, in this order.
  ///
  /// - Parameters:
  ///   - host: the instance.
  ///   - isTree: whether the comments are all of a part of a thread, so that a parent that is not among them is gone.
  func nodes(on host: String, isTree: Bool = false) -> [SourceNode] {
    let known = isTree ? LemmyComment.ids(of: comments) : []
    return posts.compactMap { SourceNode($0, host: host) }
      + comments.compactMap { view in
        var node = SourceNode(view, host: host)
        if let parent = view.comment.parent(among: known) { node?.parent = parent }
        return node
      }
  }
}

struct LemmyPerson: Decodable, Sendable {
  @Lenient var name: String?
  @Lenient var displayName: String?
  @Lenient var address: String?
  @Lenient var picture: String?
  @Lenient var about: String?
  @Lenient var createdAt: Date?

  enum CodingKeys: String, CodingKey {
    case name
    case displayName = "display_name"
    case address = "actor_id"
    case picture = "avatar"
    case about = "bio"
    case createdAt = "published"
  }

  /// `ada` on their own instance, `ada@example.org` elsewhere.
  func handle(on host: String) -> String? {
    guard let name, !name.isEmpty else { return nil }
    let home = address.flatMap { URLComponents(string: $0)?.host?.lowercased() }
    return home == nil || home == host ? name : "\(name)@\(home ?? "")"
  }
}

/// A person with the number of their posts.
struct LemmyPersonView: Decodable, Sendable {
  @Lenient var person: LemmyPerson?
  @Lenient var counts: Counts?

  struct Counts: Decodable, Sendable {
    @Lenient var posts: Int?
    @Lenient var comments: Int?

    enum CodingKeys: String, CodingKey {
      case posts = "post_count"
      case comments = "comment_count"
    }
  }
}

struct LemmyPost: Decodable, Sendable {
  @Lenient var id: Int?
  /// Its address on the instance that it comes from.
  @Lenient var address: String?
  @Lenient var title: String?
  @Lenient var text: String?
  @Lenient var link: String?
  @Lenient var linkType: String?
  @Lenient var thumbnail: String?
  /// What its picture shows.
  @Lenient var description: String?
  @Lenient var isSensitive: Bool
  @Lenient var isLocked: Bool
  /// Whether it stands above the others of its community, or of its instance.
  @Lenient var isPinned: Bool
  @Lenient var isPinnedHere: Bool
  @Lenient var isDeleted: Bool
  @Lenient var isRemoved: Bool
  @Lenient var createdAt: Date?
  @Lenient var editedAt: Date?

  enum CodingKeys: String, CodingKey {
    case id
    case isPinned = "featured_community"
    case isPinnedHere = "featured_local"
    case editedAt = "updated"
    case address = "ap_id"
    case title = "name"
    case text = "body"
    case link = "url"
    case linkType = "url_content_type"
    case thumbnail = "thumbnail_url"
    case description = "alt_text"
    case isSensitive = "nsfw"
    case isLocked = "locked"
    case isDeleted = "deleted"
    case isRemoved = "removed"
    case createdAt = "published"
  }

  /// Its name on its instance; nil without a number.
  var key: String? { id.map { "post/\($0)" } }
}

/// A post with its author, community and counts.
struct LemmyPostView: Decodable, Sendable {
  var post: LemmyPost
  @Lenient var creator: LemmyPerson?
  @Lenient var community: Community?
  @Lenient var counts: Counts?
  @Lenient var isByModerator: Bool?
  @Lenient var isByAdmin: Bool?

  enum CodingKeys: String, CodingKey {
    case post, creator, community, counts
    case isByModerator = "creator_is_moderator"
    case isByAdmin = "creator_is_admin"
  }

  struct Community: Decodable, Sendable { @Lenient var name: String? }

  struct Counts: Decodable, Sendable {
    @Lenient var score: Int?
    @Lenient var comments: Int?
  }
}

struct LemmyComment: Decodable, Sendable {
  @Lenient var id: Int?
  /// Its address on the instance that it comes from.
  @Lenient var address: String?
  @Lenient var post: Int?
  /// The IDs of the comments above it, after a 0: `0.12.34`.
  @Lenient var path: String?
  @Lenient var text: String?
  /// Whether its author speaks as a moderator.
  @Lenient var isDistinguished: Bool
  @Lenient var isDeleted: Bool
  @Lenient var isRemoved: Bool
  @Lenient var createdAt: Date?
  @Lenient var editedAt: Date?

  enum CodingKeys: String, CodingKey {
    case id, path
    case isDistinguished = "distinguished"
    case editedAt = "updated"
    case address = "ap_id"
    case post = "post_id"
    case text = "content"
    case isDeleted = "deleted"
    case isRemoved = "removed"
    case createdAt = "published"
  }

  /// Its name on its instance; nil without a number.
  var key: String? { id.map { "comment/\($0)" } }

  /// The IDs of the comments above it, and its own.
  var ids: [Int] {
    (path ?? "").split(separator: ".").compactMap { PairedID.reply(Int($0)) }
  }

  /// The comment above it; if that is not among the known ones, the nearest that is.
  func parent(among known: Set<Int>) -> Int? {
    let above = ids.dropLast()
    return above.last(where: known.contains) ?? above.last
  }

  static func ids(of views: [LemmyCommentView]) -> Set<Int> {
    Set(views.compactMap { PairedID.reply($0.comment.id) })
  }
}

/// A comment with its author, post and counts.
struct LemmyCommentView: Decodable, Sendable {
  var comment: LemmyComment
  @Lenient var creator: LemmyPerson?
  @Lenient var post: LemmyPost?
  @Lenient var community: LemmyPostView.Community?
  @Lenient var counts: Counts?
  @Lenient var isByModerator: Bool?
  @Lenient var isByAdmin: Bool?

  enum CodingKeys: String, CodingKey {
    case comment, creator, post, community, counts
    case isByModerator = "creator_is_moderator"
    case isByAdmin = "creator_is_admin"
  }

  struct Counts: Decodable, Sendable {
    @Lenient var replies: Int?
    @Lenient var score: Int?

    enum CodingKeys: String, CodingKey {
      case score
      case replies = "child_count"
    }
  }
}

extension SourceNode {
  /// Creates a post; nil without an ID.
  init?(_ view: LemmyPostView, host: String) {
    guard let id = PairedID.top(view.post.id) else { return nil }
    self.init(view, id: id, host: host)
  }

  init(_ view: LemmyPostView, id: Int, host: String) {
    let post = view.post
    self.init(id: id)
    key = post.address?.line ?? post.key
    title = post.title?.unescaped.line ?? ""
    let words = [
      post.description?.line.map { "Picture: " + $0 }, post.text.map(LemmyMarkdown.plain),
    ].compactMap(\.self)
    text = words.isEmpty ? .none : .markdown(words.joined(separator: "\n\n"))
    facts.link = post.link
    let linked = post.linkType?.hasPrefix("image/") == true ? post.link : nil
    // Sensitive pictures are not shown.
    picture = post.isSensitive ? nil : post.thumbnail ?? linked
    facts.pictureWords = post.isSensitive ? nil : post.description?.line
    author = view.creator?.handle(on: host)
    authorName = view.creator?.displayName?.line
    facts.isByModerator = view.isByModerator == true || view.isByAdmin == true
    createdAt = post.createdAt
    childCount = view.counts?.comments ?? 0
    isDeleted = post.isDeleted || post.isRemoved
    facts.place = WebAddress.site(of: post.link)
    facts.rate(view.counts?.score, "point")
    (facts.author, facts.replies) = (author, childCount)
    facts.labels = [
      view.community?.name, post.isPinned || post.isPinnedHere ? "pinned" : nil,
      post.isSensitive ? "NSFW" : nil, post.isLocked ? "locked" : nil,
      post.editedAt == nil ? nil : "edited",
    ].compactMap(\.self)
  }

  /// Creates a comment; nil without an ID.
  init?(_ view: LemmyCommentView, host: String) {
    guard let id = PairedID.reply(view.comment.id) else { return nil }
    self.init(view, id: id, host: host)
  }

  init(_ view: LemmyCommentView, id: Int, host: String) {
    let comment = view.comment
    self.init(id: id)
    key = comment.address?.line ?? comment.key
    root = PairedID.top(comment.post)
    rootTitle = view.post?.title?.line
    parent = comment.ids.dropLast().last ?? root
    text = comment.text.map { .markdown(LemmyMarkdown.plain($0)) } ?? .none
    summary = comment.text.flatMap(LemmyMarkdown.opening)
    author = view.creator?.handle(on: host)
    authorName = view.creator?.displayName?.line
    facts.isByModerator =
      view.isByModerator == true || view.isByAdmin == true || comment.isDistinguished
    createdAt = comment.createdAt
    facts.isEdited = comment.editedAt != nil
    facts.rate(view.counts?.score, "point")
    childCount = view.counts?.replies
    isDeleted = comment.isDeleted || comment.isRemoved
  }
}
