import FireflyCore
import Foundation

/// A response of Lemmy's API; each call fills some of the fields.
struct LemmyResponse: Decodable, Sendable {
  var posts: [LemmyPost]
  var comments: [LemmyComment]
  var post: LemmyPost?
  var comment: LemmyComment?
  var person: LemmyPerson?
  var personPosts: Int?
  var personComments: Int?

  enum CodingKeys: String, CodingKey {
    case posts, comments
    case post = "post_view"
    case comment = "comment_view"
    case person = "person_view"
  }

  private struct PersonView: Decodable {
    var person: LemmyPerson?
    var counts: Counts?

    struct Counts: Decodable {
      var posts: Int?
      var comments: Int?

      enum CodingKeys: String, CodingKey {
        case posts = "post_count"
        case comments = "comment_count"
      }
    }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    posts = fields.list(LemmyPost.self, .posts)
    comments = fields.list(LemmyComment.self, .comments)
    post = fields.object(LemmyPost.self, .post)
    comment = fields.object(LemmyComment.self, .comment)
    let view = fields.object(PersonView.self, .person)
    (person, personPosts, personComments) = (
      view?.person, view?.counts?.posts, view?.counts?.comments
    )
  }
}

/// A person.
struct LemmyPerson: Decodable, Sendable {
  var name: String?
  var displayName: String?
  var address: String?
  var picture: String?
  var about: String?
  var createdAt: Date?

  enum CodingKeys: String, CodingKey {
    case name, avatar, bio, published
    case displayName = "display_name"
    case address = "actor_id"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = fields.text(.name)
    displayName = fields.text(.displayName)?.line
    address = fields.text(.address)
    picture = fields.text(.avatar)
    about = fields.text(.bio)
    createdAt = fields.date(.published)
  }

  /// `ada` on their own instance, `ada@example.org` elsewhere.
  func handle(on host: String) -> String? {
    guard let name, !name.isEmpty else { return nil }
    let home = address.flatMap { URLComponents(string: $0)?.host?.lowercased() }
    return home == nil || home == host ? name : "\(name)@\(home ?? "")"
  }
}

/// A post with its author, community and counts.
struct LemmyPost: Decodable, Sendable {
  var id: Int?
  /// Its address on the instance that it comes from.
  var address: String?
  var title: String?
  var text: String?
  var link: String?
  var picture: String?
  var isDeleted = false
  var createdAt: Date?
  var author: LemmyPerson?
  var community: String?
  var score: Int?
  var count: Int?

  enum CodingKeys: String, CodingKey { case post, creator, community, counts }
  enum PostKeys: String, CodingKey {
    case id, name, body, url, deleted, removed, published, nsfw
    case address = "ap_id"
    case linkType = "url_content_type"
    case picture = "thumbnail_url"
  }
  enum CountKeys: String, CodingKey { case score, comments }
  private struct Community: Decodable { var name: String? }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let post = try fields.nestedContainer(keyedBy: PostKeys.self, forKey: .post)
    id = post.number(.id)
    address = post.text(.address)?.line
    title = post.text(.name)?.line
    text = post.text(.body)
    link = post.text(.url)
    // Sensitive pictures are not shown.
    let isPicture = post.text(.linkType)?.hasPrefix("image/") == true
    picture = post.flag(.nsfw) ? nil : post.text(.picture) ?? (isPicture ? link : nil)
    isDeleted = post.flag(.deleted) || post.flag(.removed)
    createdAt = post.date(.published)
    author = fields.object(LemmyPerson.self, .creator)
    community = fields.object(Community.self, .community)?.name
    let counts = try? fields.nestedContainer(keyedBy: CountKeys.self, forKey: .counts)
    (score, count) = (counts?.number(.score), counts?.number(.comments))
  }
}

/// A comment with its author and counts.
struct LemmyComment: Decodable, Sendable {
  var id: Int?
  /// Its address on the instance that it comes from.
  var address: String?
  var post: Int?
  /// The IDs of the comments above it, after a 0: `0.12.34`.
  var path: String?
  var text: String?
  var isDeleted = false
  var createdAt: Date?
  var author: LemmyPerson?
  var count: Int?
  var postTitle: String?

  enum CodingKeys: String, CodingKey { case comment, creator, counts, post }
  private struct Top: Decodable { var name: String? }
  enum CommentKeys: String, CodingKey {
    case id, content, deleted, removed, published, path
    case address = "ap_id"
    case post = "post_id"
  }
  enum CountKeys: String, CodingKey { case children = "child_count" }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let comment = try fields.nestedContainer(keyedBy: CommentKeys.self, forKey: .comment)
    id = comment.number(.id)
    address = comment.text(.address)?.line
    post = comment.number(.post)
    path = comment.text(.path)
    text = comment.text(.content)
    isDeleted = comment.flag(.deleted) || comment.flag(.removed)
    createdAt = comment.date(.published)
    author = fields.object(LemmyPerson.self, .creator)
    let counts = try? fields.nestedContainer(keyedBy: CountKeys.self, forKey: .counts)
    count = counts?.number(.children)
    postTitle = fields.object(Top.self, .post)?.name
  }
}

extension SourceNode {
  /// Creates a post.
  ///
  /// Nil without an ID.
  init?(_ post: LemmyPost, host: String) {
    guard let id = post.id, id > 0 else { return nil }
    self.init(id: LemmyID.post(id))
    key = post.address ?? "post/\(id)"
    title = post.title ?? ""
    text = post.text.map { .markdown(LemmyMarkdown.plain($0)) } ?? .none
    link = post.link
    picture = post.picture
    author = post.author?.handle(on: host)
    authorName = post.author?.displayName
    createdAt = post.createdAt
    childCount = post.count ?? 0
    isDeleted = post.isDeleted
    summary = Counted.line(
      link.flatMap { WebAddress.site(of: $0) }, Counted.words(post.score, "point"), author,
      Counted.replies(post.count), post.community)
  }

  /// Creates a comment.
  ///
  /// Nil without an ID.
  init?(_ comment: LemmyComment, host: String) {
    guard let id = comment.id, id > 0 else { return nil }
    self.init(id: LemmyID.comment(id))
    key = comment.address ?? "comment/\(id)"
    root = comment.post.map(LemmyID.post)
    rootTitle = comment.postTitle?.line
    let above = (comment.path ?? "").split(separator: ".").compactMap { Int($0) }.dropLast().last
    parent = above.flatMap { $0 > 0 ? LemmyID.comment($0) : nil } ?? root
    text = comment.text.map { .markdown(LemmyMarkdown.plain($0)) } ?? .none
    author = comment.author?.handle(on: host)
    authorName = comment.author?.displayName
    createdAt = comment.createdAt
    childCount = comment.count
    isDeleted = comment.isDeleted
  }
}
