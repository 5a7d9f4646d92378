import FireflyCore
import FireflyForeign
import Foundation

/// A list of topics.
struct DiscourseTopics: Decodable, Sendable {
  var list: List
  @Lenient var users: [DiscourseUser]

  enum CodingKeys: String, CodingKey {
    case users
    case list = "topic_list"
  }
  struct List: Decodable, Sendable { var topics: LossyList<DiscourseSummary> }
}

/// A topic in a list, without its posts.
struct DiscourseSummary: Decodable, Sendable {
  @Lenient var id: Int?
  @Lenient var title: String?
  @Lenient var excerpt: String?
  @Lenient var picture: String?
  /// The link that the topic is about; nil for none.
  @Lenient var link: String?
  @Lenient var posts: Int?
  @Lenient var likes: Int?
  @Lenient var isPinned: Bool
  @Lenient var isClosed: Bool
  @Lenient var isArchived: Bool
  /// The author comes first.
  @Lenient var posters: [Poster]
  @Lenient var createdAt: Date?

  enum CodingKeys: String, CodingKey {
    case id, title, excerpt, posters
    case picture = "image_url"
    case link = "featured_link"
    case posts = "posts_count"
    case likes = "like_count"
    case isPinned = "pinned"
    case isClosed = "closed"
    case isArchived = "archived"
    case createdAt = "created_at"
  }

  struct Poster: Decodable, Sendable {
    @Lenient var user: Int?

    enum CodingKeys: String, CodingKey { case user = "user_id" }
  }
}

/// A person.
struct DiscourseUser: Decodable, Sendable {
  @Lenient var id: Int?
  @Lenient var handle: String?
  @Lenient var name: String?
  @Lenient var title: String?
  @Lenient var about: String?
  /// The address of the picture, with `{size}` for its width.
  @Lenient var picture: String?
  @Lenient var createdAt: Date?

  enum CodingKeys: String, CodingKey {
    case id, name, title
    case handle = "username"
    case about = "bio_cooked"
    case picture = "avatar_template"
    case createdAt = "created_at"
  }
}

/// A topic with some of its posts and the IDs of all.
struct DiscourseTopic: Decodable, Sendable {
  @Lenient var id: Int?
  @Lenient var slug: String?
  @Lenient var title: String?
  @Lenient var count: Int?
  @Lenient var likes: Int?
  @Lenient var picture: String?
  @Lenient var link: String?
  @Lenient var tags: [String]
  @Lenient var isPinned: Bool
  @Lenient var isClosed: Bool
  @Lenient var isArchived: Bool
  var stream: Stream

  enum CodingKeys: String, CodingKey {
    case id, slug, title, tags
    case count = "posts_count"
    case likes = "like_count"
    case picture = "image_url"
    case link = "featured_link"
    case isPinned = "pinned"
    case isClosed = "closed"
    case isArchived = "archived"
    case stream = "post_stream"
  }

  struct Stream: Decodable, Sendable {
    @Lenient var posts: [DiscoursePost]
    @Lenient var stream: [Int]
  }
}

/// The results of a search.
struct DiscourseFound: Decodable, Sendable {
  @Lenient var posts: [DiscoursePost]
  @Lenient var topics: [DiscourseSummary]
}

/// A user's profile.
struct DiscourseProfile: Decodable, Sendable {
  var user: DiscourseUser
}

/// A user's activity.
struct DiscourseActions: Decodable, Sendable {
  @Lenient var actions: [Action]

  enum CodingKeys: String, CodingKey { case actions = "user_actions" }

  /// A topic or a post.
  struct Action: Decodable, Sendable {
    @Lenient var topic: Int?
    @Lenient var post: Int?
    @Lenient var place: Int?
    @Lenient var title: String?
    @Lenient var excerpt: String?
    @Lenient var handle: String?
    @Lenient var createdAt: Date?

    enum CodingKeys: String, CodingKey {
      case title, excerpt
      case topic = "topic_id"
      case post = "post_id"
      case place = "post_number"
      case handle = "username"
      case createdAt = "created_at"
    }
  }
}

/// The directory of users, if it is public.
struct DiscourseDirectory: Decodable, Sendable {
  @Lenient var items: [DiscourseProfile]

  enum CodingKeys: String, CodingKey { case items = "directory_items" }
}
