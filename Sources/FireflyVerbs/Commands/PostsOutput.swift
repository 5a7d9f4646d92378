import FireflyClient
import FireflyCore
import FireflyModel

/// Posts on standard output, as the lists on the screen show them.
struct PostsOutput {
  /// What is muted on this machine.
  private(set) var muted: Muted
  private let site: Site
  private let time = LocalTime.ofUser()

  /// Reads what is muted on this machine, of a server or source.
  init(_ context: CommandContext, _ connection: Connection) {
    let (state, report) = (context.paths.state, context.fileReport)
    let files = MutedFiles(
      state: state, server: connection.id, of: connection.owner, report: report)
    files.adopt()
    muted = context.configuration.muted.adding(
      files.people, words: files.words, branches: files.branches)
    site = connection.site
  }

  /// Returns the same with what posts answer, so that those of silenced branches are known.
  func learning(_ posts: some Sequence<Post>) -> PostsOutput {
    var output = self
    output.muted.learn(posts.lazy.map { ($0.id, $0.feedID ?? $0.parentID) })
    return output
  }

  /// Returns the row of a post, with why it is muted, if it is, instead of its words; on a terminal with its day.
  ///
  /// - Parameters:
  ///   - depth: the level, from 1; deeper levels are indented.
  ///   - isOpened: whether it stands below a post that was named.
  /// - Returns: the fields.
  func row(for post: Post, depth: Int = 1, isOpened: Bool = false) -> [String] {
    var row = Self.row(for: shown(post, isOpened: isOpened), depth: depth, at: site)
    if PrintedTable.isAligned {
      row.insert(post.createdAt.map { WireDate.day($0, in: time) } ?? "", at: 1)
    }
    return row
  }

  /// Returns a post, with why it is muted, if it is, instead of its words.
  ///
  /// - Parameter isOpened: whether it stands below a post that was named.
  func shown(_ post: Post, isOpened: Bool) -> Post {
    muted.remark(on: post, reader: site.account, isOpened: isOpened).map(post.folded) ?? post
  }

  /// Returns the row of a post: number, title, summary, author and number of replies.
  ///
  /// On a terminal, a sign behind the title marks posts with replies, and searches.
  ///
  /// - Parameters:
  ///   - depth: the level, from 1; deeper levels are indented.
  ///   - author: the fourth column, if it is not the author.
  /// - Returns: the fields.
  static func row(
    for post: Post, depth: Int = 1, author: String? = nil, at site: Site
  ) -> [String] {
    let isQuery = post.template == .query
    // The summary of a post without a title begins as its text does.
    let title = post.filterRemark ?? (post.summary.isEmpty ? post.words.label : post.title)
    let isAligned = PrintedTable.isAligned
    let sign = isAligned && (post.hasChildren || isQuery) ? " >" : ""
    // In a column for people, a + tells direct replies from those at all levels.
    let replies =
      isAligned ? post.replyLabel(at: site) : post.replyCount(at: site).map(String.init)
    return [
      String(post.id), String(repeating: "  ", count: depth - 1) + title + sign,
      post.filterRemark == nil ? post.summary : "", author ?? post.byline ?? "",
      isQuery ? "" : replies ?? "0",
    ]
  }
}
