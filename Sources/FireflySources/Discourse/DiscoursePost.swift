import FireflyCore
import FireflyForeign
import Foundation

/// A post of a topic.
struct DiscoursePost: Decodable, Sendable {
  @Lenient var id: Int?
  @Lenient var topic: Int?
  /// The name of its topic in addresses.
  @Lenient var slug: String?
  /// Its position in the topic, from 1.
  @Lenient var place: Int?
  /// The position of the post that it replies to.
  @Lenient var answered: Int?
  @Lenient var text: String?
  /// The text in Markdown, as the author wrote it; rarely sent.
  @Lenient var source: String?
  @Lenient var blurb: String?
  /// A moderation event in place of a text, such as `closed.enabled`.
  @Lenient var action: String?
  /// Whom that is about.
  @Lenient var subject: String?
  @Lenient var isDeletedByUser: Bool
  @Lenient var isHidden: Bool
  /// The number of its versions.
  @Lenient var version: Int?
  /// What users did with it.
  @Lenient var actions: [Count]
  /// Whether it solves the topic.
  @Lenient var isAccepted: Bool
  @Lenient var polls: [Poll]
  @Lenient var deletedAt: String?
  @Lenient var handle: String?
  @Lenient var name: String?
  /// The address of the author's picture, which names the forum's host if it is an own one.
  @Lenient var picture: String?
  @Lenient var links: [Link]
  /// Whether the author is a moderator or an administrator.
  @Lenient var isByModerator: Bool
  @Lenient var createdAt: Date?

  enum CodingKeys: String, CodingKey {
    case id, name, blurb, polls, version
    case actions = "actions_summary"
    case picture = "avatar_template"
    case links = "link_counts"
    case isByModerator = "staff"
    case isAccepted = "accepted_answer"
    case topic = "topic_id"
    case slug = "topic_slug"
    case place = "post_number"
    case answered = "reply_to_post_number"
    case text = "cooked"
    case source = "raw"
    case action = "action_code"
    case subject = "action_code_who"
    case isDeletedByUser = "user_deleted"
    case isHidden = "hidden"
    case deletedAt = "deleted_at"
    case handle = "username"
    case createdAt = "created_at"
  }

  var isDeleted: Bool { isDeletedByUser || isHidden || deletedAt?.isEmpty == false }

  /// A poll, whose options the text names.
  struct Poll: Decodable, Sendable {
    @Lenient var options: [Option]

    /// An option, with the number of votes if that is public.
    struct Option: Decodable, Sendable {
      var id: String
      @Lenient var votes: Int?
    }
  }

  /// Its text, or a part of it.
  var words: SourceNode.Text {
    if let source, !source.isEmpty { return .markdown(source) }
    guard let html = text ?? blurb else { return .none }
    return .html(
      (isAccepted ? "<p><b>Accepted answer</b></p>" : "") + withVotes(DiscourseEmoji.html(html)))
  }

  /// Returns the text with the votes of each option of its polls.
  private func withVotes(_ html: String) -> String {
    var html = html
    for option in polls.flatMap(\.options).prefix(100) {
      guard let votes = Counted.words(option.votes, "vote"),
        let start = html.range(of: "data-poll-option-id=\"\(option.id)\""),
        let end = html.range(of: "</li>", range: start.upperBound..<html.endIndex)
      else { continue }
      html.insert(contentsOf: ": \(votes)", at: end.lowerBound)
    }
    return html
  }

  /// What moderators do, by its codes.
  private static let actions = [
    "closed.enabled": "Topic closed", "closed.disabled": "Topic opened",
    "autoclosed.enabled": "Topic closed automatically",
    "autoclosed.disabled": "Topic opened automatically", "archived.enabled": "Topic archived",
    "archived.disabled": "Topic no longer archived", "pinned.enabled": "Topic pinned",
    "pinned.disabled": "Topic no longer pinned",
    "pinned_globally.enabled": "Topic pinned everywhere",
    "pinned_globally.disabled": "Topic no longer pinned everywhere",
    "visible.enabled": "Topic listed", "visible.disabled": "Topic no longer listed",
    "banner.enabled": "Topic made a banner", "banner.disabled": "Topic no longer a banner",
    "split_topic": "Posts moved to another topic", "public_topic": "Topic made public",
    "open_topic": "Topic made a chat", "private_topic": "Topic made a message",
    "autobumped": "Topic moved up automatically", "tags_changed": "Tags changed",
    "category_changed": "Category changed", "invited_user": "User invited",
    "invited_group": "Group invited", "removed_user": "User removed",
    "removed_group": "Group removed", "user_left": "User left", "forwarded": "Mail forwarded",
    "assigned": "Topic assigned", "unassigned": "Topic no longer assigned",
  ]

  /// The name of what a moderator did; empty for a post.
  var actionName: String {
    guard let action else { return "" }
    let name = Self.actions[action] ?? action.replacing("_", with: " ").replacing(".", with: " ")
    return [name.line, subject?.line.map { "@" + $0 }].compactMap(\.self).joined(separator: ": ")
  }

  /// How many users did something with it.
  struct Count: Decodable, Sendable {
    /// What they did: 2 is a like.
    @Lenient var id: Int?
    @Lenient var count: Int?
  }

  /// The number of users who like it; nil if unknown.
  var likes: Int? { actions.first { $0.id == 2 }?.count }

  /// A link in its text.
  struct Link: Decodable, Sendable {
    @Lenient var url: String?
    /// Whether it leads to the same forum.
    @Lenient var isInternal: Bool

    enum CodingKeys: String, CodingKey {
      case url
      case isInternal = "internal"
    }
  }

  /// The path of its page by its topic and place; nil if these are unknown.
  var page: String? { topic.flatMap { topic in place.map { "t/\(topic)/\($0)" } } }

  /// Its name among the posts of all forums; nil without a number.
  var key: String? { id.map { DiscourseKey.name(post: "\($0)", at: createdAt) } }
}

/// The key of a post of any forum: all forums count from 1, so the time of a post belongs to it.
enum DiscourseKey {
  /// The name of a post: its number and the millisecond in which it was written.
  static func name(post: String, at date: Date?) -> String {
    date.map { "\(post)@\(Int64(($0.timeIntervalSince1970 * 1_000).rounded()))" } ?? post
  }
}
