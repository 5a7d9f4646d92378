import FireflyCore

/// The columns of posts, and pages of them, in both databases.
enum StoredPost {
  /// A column of a post `p` and its author `u`; its number is its place in a row.
  enum Column: Int, CaseIterable {
    case id, userID, parentID, title, summary, body, imageURL, clipOffsetX, clipOffsetY, createdAt
    case timezone, locationTag, isAIGenerated, authorName, authorEmail, template, childCount

    fileprivate var expression: String {
      switch self {
      case .id: "p.id"
      case .userID: "p.user_id"
      case .parentID: "p.parent_id"
      case .title: "p.title"
      case .summary: "p.summary"
      case .body: "p.body"
      case .imageURL: "p.image_url"
      case .clipOffsetX: "p.clip_offset_x"
      case .clipOffsetY: "p.clip_offset_y"
      case .createdAt: "p.created_at"
      case .timezone: "p.timezone"
      case .locationTag: "p.location_tag"
      case .isAIGenerated: "p.ai_generated"
      case .authorName: "coalesce(u.shown_name, nullif(u.name, ''), u.email)"
      case .authorEmail: "u.email"
      case .template: "p.template_name"
      case .childCount:
        """
        CASE WHEN p.template_name = 'profile' THEN p.child_count + (
          SELECT count(*) FROM posts t WHERE t.user_id = p.user_id AND \(isTopLevel("t."))
        ) ELSE p.child_count END
        """
      }
    }
  }

  /// The columns of a post `p` and its author `u`.
  static let columns = Column.allCases.map(\.expression).joined(separator: ", ")
  /// The place of a column that stands after those of a post.
  static let next = Column.allCases.count
  /// The tables of these columns.
  static let tables = "FROM posts p LEFT JOIN users u ON u.id = p.user_id"
  /// A query up to `WHERE`.
  static let select = "SELECT \(columns) \(tables)\n"
  /// The columns that `posts` and `deleted_posts` have in common.
  static let common = """
    id, user_id, parent_id, title, summary, body, image_url, clip_offset_x, clip_offset_y, \
    created_at, timezone, location_tag, ai_generated, template_name, source, source_key, \
    source_digest
    """

  /// The condition for top-level posts, which their author's profile lists among its children, and
  /// for placeholders at the top level, which have no author: user 0.
  ///
  /// An index has the same condition, so that these are found, and counted, without reading others.
  /// - Parameter post: what stands before the names of columns, such as `p.`.
  static func isTopLevel(_ post: String = "") -> String {
    "\(post)root_id = \(post)id AND \(post)template_name NOT IN ('profile', 'query')"
  }

  /// The condition for placeholders at the top level that have a reply.
  static let hasReplies = """
    EXISTS (SELECT 1 FROM posts r WHERE r.root_id = p.id AND r.template_name <> 'deleted')
    """

  /// The condition for profiles that lists show to everyone: others have only a name.
  static let isComplete = "(p.summary <> '' OR p.body <> '')"

  /// The condition for posts that lists show to everyone.
  static let isListed = "(p.template_name <> 'profile' OR \(isComplete))"

  /// Number of bytes of text after which a page ends, to bound the memory of a response.
  static let pageBytes = 128 << 10

  struct Page {
    var posts: [Post] = []
    /// Whether no posts follow.
    var isLast = true
  }
}
