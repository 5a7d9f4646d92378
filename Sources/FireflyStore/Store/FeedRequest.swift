import FireflyCore
import Foundation

/// The parameters of a feed.
package struct FeedRequest: Hashable, Sendable {
  /// Maximum number of posts in a feed.
  package static let maximum = 1000
  /// Number of posts read at a time.
  static let pageLength = 64

  /// Names of the templates to include; empty includes all but `deleted`.
  ///
  /// Of deleted posts, a feed has those of the top level that have a reply.
  package var templates: [String]
  /// The author's e-mail; nil or an unknown e-mail includes all authors.
  package var author: String?
  /// The e-mail of the current user, for proximity and badges; nil if anonymous.
  package var reader: String?
  /// Includes only posts written after this time.
  package var after: Date?
  /// Includes only posts older than the post with this number; an unknown number gives an empty
  /// feed.
  package var before: Int?
  /// Maximum number of posts; values outside 0 … 1000 are clamped.
  package var limit: Int
  /// Whether posts include their `feed` details.
  package var isTagged: Bool
  /// Whether it has top-level posts only, by the newest post of their thread.
  package var isByLastReply = false

  /// Creates a request; by default for the newest 50 posts of all kinds.
  package init(
    templates: [String] = [], author: String? = nil, reader: String? = nil, after: Date? = nil,
    before: Int? = nil, limit: Int = 50, isTagged: Bool = false
  ) {
    self.templates = templates
    self.author = author
    self.reader = reader
    self.after = after
    self.before = before
    self.limit = limit
    self.isTagged = isTagged
  }

  /// Whether the feed may have profiles.
  var hasProfiles: Bool {
    templates.isEmpty || templates.contains(Post.Template.profile.name)
  }

  /// Whether saved searches of the reader are run for badges, in turn with other searches.
  var isSearch: Bool {
    reader != nil && isTagged
      && (templates.isEmpty || templates.contains(Post.Template.query.name))
  }
}
