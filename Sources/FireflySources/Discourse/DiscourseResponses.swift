import FireflyCore
import Foundation

/// A list of topics.
struct DiscourseTopics: Decodable, Sendable {
  var topics: [DiscourseSummary]
  var users: [DiscourseUser]

  enum CodingKeys: String, CodingKey {
    case users
    case list = "topic_list"
  }
  private struct List: Decodable, Sendable { var topics: LossyList<DiscourseSummary> }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    topics = try fields.decode(List.self, forKey: .list).topics.elements
    users = fields.list(DiscourseUser.self, .users)
  }
}

/// A topic in a list, without its posts.
struct DiscourseSummary: Decodable, Sendable {
  var id: Int?
  var title: String?
  var excerpt: String?
  var picture: String?
  /// The link that the topic is about; nil for none.
  var link: String?
  var posts: Int?
  var likes: Int?
  var author: Int?
  var createdAt: Date?

  enum CodingKeys: String, CodingKey {
    case id, title, excerpt, posters
    case picture = "image_url"
    case link = "featured_link"
    case posts = "posts_count"
    case likes = "like_count"
    case createdAt = "created_at"
  }
  private struct Poster: Decodable, Sendable {
    var user: Int?
    enum CodingKeys: String, CodingKey { case user = "user_id" }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = fields.number(.id)
    title = fields.text(.title)
    excerpt = fields.text(.excerpt)
    picture = fields.text(.picture)
    link = fields.text(.link)
    posts = fields.number(.posts)
    likes = fields.number(.likes)
    // The first poster is the author.
    author = fields.list(Poster.self, .posters).first?.user
    createdAt = fields.date(.createdAt)
  }
}

/// A person.
struct DiscourseUser: Decodable, Sendable {
  var id: Int?
  var handle: String?
  var name: String?
  var title: String?
  var about: String?
  var picture: String?
  var createdAt: Date?

  enum CodingKeys: String, CodingKey {
    case id, username, name, title
    case about = "bio_cooked"
    case picture = "avatar_template"
    case createdAt = "created_at"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = fields.number(.id)
    handle = fields.text(.username).flatMap { $0.isEmpty ? nil : $0 }
    name = fields.text(.name)?.line
    title = fields.text(.title)?.line
    about = fields.text(.about)
    picture = fields.text(.picture)?.replacing("{size}", with: "240")
    createdAt = fields.date(.createdAt)
  }
}

/// A post of a topic.
struct DiscoursePost: Decodable, Sendable {
  var id: Int?
  var topic: Int?
  /// Its position in the topic, from 1.
  var place: Int?
  /// The position of the post that it replies to.
  var answered: Int?
  var text: String?
  var blurb: String?
  /// A moderation event in place of a text, such as `closed.enabled`.
  var action: String?
  var isDeleted = false
  var handle: String?
  var name: String?
  var createdAt: Date?

  enum CodingKeys: String, CodingKey {
    case id, username, name, cooked, blurb
    case topic = "topic_id"
    case place = "post_number"
    case answered = "reply_to_post_number"
    case action = "action_code"
    case isDeleted = "user_deleted"
    case deletedAt = "deleted_at"
    case createdAt = "created_at"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = fields.number(.id)
    topic = fields.number(.topic)
    place = fields.number(.place)
    answered = fields.number(.answered)
    text = fields.text(.cooked)
    blurb = fields.text(.blurb)
    action = fields.text(.action)?.replacing("_", with: " ").replacing(".", with: " ").line
    isDeleted = fields.flag(.isDeleted) || fields.text(.deletedAt) != nil
    handle = fields.text(.username).flatMap { $0.isEmpty ? nil : $0 }
    name = fields.text(.name)?.line
    createdAt = fields.date(.createdAt)
  }

  /// Its name among the posts of all forums; nil without a number.
  var key: String? { id.map { DiscourseKey.name(post: "\($0)", at: createdAt) } }
}

/// How posts of forums, which number them alike, are told apart.
public enum DiscourseKey {
  /// The name of a post: its number and the millisecond in which it was written.
  public static func name(post: String, at date: Date?) -> String {
    date.map { "\(post)@\(Int64(($0.timeIntervalSince1970 * 1_000).rounded()))" } ?? post
  }
}

/// A topic with some of its posts and the IDs of all.
struct DiscourseTopic: Decodable, Sendable {
  var title: String?
  var likes: Int?
  var picture: String?
  var link: String?
  var posts: [DiscoursePost]
  var stream: [Int]

  enum CodingKeys: String, CodingKey {
    case title
    case likes = "like_count"
    case picture = "image_url"
    case link = "featured_link"
    case stream = "post_stream"
  }
  enum StreamKeys: String, CodingKey { case posts, stream }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    title = fields.text(.title)
    likes = fields.number(.likes)
    picture = fields.text(.picture)
    link = fields.text(.link)
    let stream = try fields.nestedContainer(keyedBy: StreamKeys.self, forKey: .stream)
    posts = stream.list(DiscoursePost.self, .posts)
    self.stream = stream.list(Int.self, .stream)
  }
}

/// The results of a search.
struct DiscourseFound: Decodable, Sendable {
  var posts: [DiscoursePost]
  var topics: [DiscourseSummary]

  enum CodingKeys: String, CodingKey { case posts, topics }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    posts = fields.list(DiscoursePost.self, .posts)
    topics = fields.list(DiscourseSummary.self, .topics)
  }
}

/// A user's profile.
struct DiscourseProfile: Decodable, Sendable {
  var user: DiscourseUser
}

/// A user's activity.
struct DiscourseActions: Decodable, Sendable {
  var actions: [Action]

  enum CodingKeys: String, CodingKey { case actions = "user_actions" }

  /// A topic or a post.
  struct Action: Decodable, Sendable {
    var topic: Int?
    var post: Int?
    var place: Int?
    var title: String?
    var excerpt: String?
    var handle: String?
    var createdAt: Date?

    enum CodingKeys: String, CodingKey {
      case title, excerpt, username
      case topic = "topic_id"
      case post = "post_id"
      case place = "post_number"
      case createdAt = "created_at"
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      topic = fields.number(.topic)
      post = fields.number(.post)
      place = fields.number(.place)
      title = fields.text(.title)
      excerpt = fields.text(.excerpt)
      handle = fields.text(.username).flatMap { $0.isEmpty ? nil : $0 }
      createdAt = fields.date(.createdAt)
    }
  }

  init(from decoder: any Decoder) throws {
    actions = try decoder.container(keyedBy: CodingKeys.self).list(Action.self, .actions)
  }
}

/// The directory of users, if it is public.
struct DiscourseDirectory: Decodable, Sendable {
  var users: [DiscourseUser]

  enum CodingKeys: String, CodingKey { case items = "directory_items" }
  private struct Item: Decodable, Sendable { var user: DiscourseUser }

  init(from decoder: any Decoder) throws {
    users = try decoder.container(keyedBy: CodingKeys.self).list(Item.self, .items).map(\.user)
  }
}
