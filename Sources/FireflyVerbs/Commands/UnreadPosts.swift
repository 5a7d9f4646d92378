import ArgumentParser
import FireflyAPI
import FireflyClient
import FireflyCore
import FireflyModel

/// Which posts of a place the user has read.
struct UnreadPosts: Sendable {
  let store: ReadMarkStore
  private let account: PersonID?
  private let context: CommandContext
  private let connection: Connection
  private let client: any PostsClient
  private let shared: MarksSync?
  private let muted: Muted
  /// Number of reports before the marks were read.
  private let reports: Int

  /// Opens the marks of an account at a place; nil if the configuration has none.
  init?(_ context: CommandContext, _ connection: Connection) {
    guard context.configuration.readMarks else { return nil }
    (self.context, self.connection) = (context, connection)
    (account, reports) = (connection.credentials.account.key, context.notices.count)
    client = context.client(of: connection)
    muted = PostsOutput(context, connection).muted
    store = context.readMarks(of: connection, client)
    shared = context.sharedMarks(of: connection, client)
  }

  /// Opens the marks after a look at what was read elsewhere; without an answer, what was known before holds.
  ///
  /// - Parameter begins: whether it may be the first contact.
  static func afterALook(
    _ context: CommandContext, _ connection: Connection, begins: Bool
  ) -> UnreadPosts? {
    guard let posts = UnreadPosts(context, connection) else { return nil }
    let agrees = begins || posts.store.known(of: posts.account) != nil
    _ = try? MainLoop.run {
      if agrees { await posts.shared?.agree() }
      guard connection.site.has(.sharedMarks) else { return }
      _ = try await posts.client.recentPosts("post", .everyone, nil, 1)
    }
    return posts
  }

  /// Why there are none.
  static let areOff = Failure(
    "Read marks are off: \(SettingName.readMarks) is false in the configuration.")

  /// Marks posts, and waits until that is kept; what is unread beside them is known from now on.
  ///
  /// - Throws: what the server answers.
  func set(_ posts: [Post.ID], isRead: Bool) throws {
    _ = try begin()
    store.apply([isRead ? .read(posts) : .unread(posts)], to: account)
    store.flush()
  }

  /// Whether the time of a post counts, not its number.
  private var byDate: Bool { !connection.site.has(.numbersRise) }

  /// Says whether a post below a story, or a story, is unread; nil if nothing is known yet.
  ///
  /// Nothing is written: a list that a program asks for is no first contact.
  var known: (@Sendable (Post) -> Bool?)? {
    guard let marks = store.known(of: account) else { return nil }
    return { [byDate] post in
      // New replies of a story are known by the story.
      byDate && !post.isRoot ? nil : isUnread(post, below: nil, marks)
    }
  }

  private func isUnread(_ post: Post, below root: Int?, _ marks: ReadMarks) -> Bool {
    !post.isOwned(by: account) && !post.facts.isQuiet
      && !muted.hides(post, from: connection.site.account)
      && marks.isUnread(
        post.id, createdAt: post.readMarkDate, story: post.isRoot ? nil : root, byDate: byDate)
  }

  /// Returns the unread posts; on the first contact there are none.
  ///
  /// - Parameters:
  ///   - reader: what loads them.
  ///   - parent: the post below which they are; nil for all.
  /// - Throws: `ExitCode` if the marks began again in this run, and what the server answers.
  func load(_ reader: PostsReader, below parent: Int?) throws -> [OutlineBranch.Node] {
    guard let marks = try begin() else { return [] }
    return try MainLoop.run { [marks, byDate] in
      try await reader.unread(below: parent, byDate ? nil : marks, muted) { post, root in
        isUnread(post, below: root, marks)
      }
    }
  }

  /// Returns the marks; nil on the first contact, since when all that comes is unread.
  ///
  /// - Throws: `ExitCode` if the marks began again in this run, and what the server answers.
  private func begin() throws -> ReadMarks? {
    let marks = store.marks(of: account)
    // The marks began again: what is unread was not known before this run.
    guard context.notices.count == reports else { throw ExitCode(1) }
    guard marks.first == nil, !byDate else { return marks }
    let highest = try MainLoop.run { [client] in
      try await marks.restarts ? client.highestNumber(at: marks.since) : client.highestNumber()
    }
    store.apply([.firstContact(highest: highest)], to: account)
    store.flush()
    // The account's other machines begin where this one does.
    try MainLoop.run { [shared] in await shared?.agree() }
    return marks.restarts ? store.marks(of: account) : nil
  }
}
