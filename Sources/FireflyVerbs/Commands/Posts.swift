import ArgumentParser
import FireflyAPI
import FireflyClient
import FireflyCore
import FireflyModel
import Foundation
import Synchronization

/// `firefly posts`: prints posts.
struct Posts: AccountUsingCommand {
  static let configuration = CommandConfiguration(
    commandName: "posts",
    abstract: "Print posts: one per line, as a tree, or as JSON.",
    discussion: """
      Each line has the post's number, title, summary, author and number of replies, separated by tabs, or \
      in columns on a terminal, where a “ >” after the title marks posts with replies, and searches, and a + behind a \
      number direct replies only.
      """)

  @OptionGroup var listing: ListOptions
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Reading>
  @OptionGroup var identity: AccountOptions

  @Option(
    help: ArgumentHelp(
      "Print the replies to this post, or the results of this saved search, instead of the newest posts.",
      valueName: "id"))
  var parent: Int?

  @Option(
    help: ArgumentHelp(
      "Print this list of the place, by its name there: one that a shows, or a list or folder of F2.",
      valueName: "name"))
  var list: String?

  @Flag(help: "Print replies at all levels, indented.")
  var tree = false

  @Flag(help: "Print only posts that you have not read, newest first.")
  var unread = false

  @Flag(help: "Print only posts by others below your own, newest first.")
  var toMe = false

  @Flag(
    help: """
      Print the posts that you have saved for later, of all servers or that of --server: \
      number, title, server, and address.
      """)
  var later = false

  @Option(help: ArgumentHelp("Maximum posts per level (default: 50).", valueName: "n"))
  var limit: Int?

  @Flag(help: "Print all posts of the list, up to 10,000.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Begin below this post of the list, such as the last one of a page.",
      valueName: "id"))
  var before: Int?

  @Option(
    help: ArgumentHelp(
      "End above this post of the list, such as the newest one you know.",
      valueName: "id"))
  var after: Int?

  /// Only for the hint that `firefly posts 9` gets.
  @Argument(help: .hidden)
  var unexpected: String?

  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "posts", exceptServer: true)
    if list != nil, parent != nil || unread || toMe || later {
      throw ValidationError("--list can't be used with --parent, --unread, --to-me or --later.")
    }
    if toMe, tree || unread || parent != nil {
      throw ValidationError("--to-me can't be used with --tree, --unread or --parent.")
    }
    if unread, tree { throw ValidationError("--unread prints no tree; leave out --tree.") }
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    if all, limit != nil { throw ValidationError("Use either --all or --limit.") }
    for (name, post) in [("--before", before), ("--after", after)] {
      guard let post else { continue }
      if post < 1 { throw ValidationError("The number of a post must be 1 or more.") }
      if parent != nil || unread || toMe || later {
        throw ValidationError("\(name) can't be used with --parent, --unread, --to-me or --later.")
      }
    }
    if later, parent != nil || tree || unread || toMe {
      throw ValidationError("--later can't be used with --parent, --tree, --unread or --to-me.")
    }
    if let parent, parent < 1 { throw ValidationError("The number of a post must be 1 or more.") }
  }

  func perform() throws {
    // Not in `validate`, which is called before unknown options are reported.
    if let unexpected {
      let shown = ForeignText.cleanLine(unexpected, limit: 40)
      throw ValidationError(
        Int(unexpected) == nil
          ? "Unexpected argument “\(shown)”. Use `firefly search` to find posts."
          : "To print the replies to post \(shown), use --parent \(shown).")
    }
    if later { return try outputLater() }
    try listing.checkPosts()
    try connected { context, connection in
      let rows = PostsOutput(context, connection)
      let printed = try listing.posts(context, connection)
      if toMe { return try output(answers(context, connection), rows, printed) }
      let list = try chosenList(context, connection)
      let reader = reader(context, connection, list.audience)
      do {
        if unread {
          let posts = try unreadPosts(reader, context, connection)
          return try output(posts, rows, printed)
        }
        try outputList(reader, list.row, rows, printed, context, connection)
      } catch let error as APIError
        where LoadFailure(error).kind.isOffline && connection.site.has(.keptHere)
      {
        let kept = try kept(reader, context, connection)
        guard parent ?? list.row == nil, !kept.isEmpty else { throw error }
        StandardStreams.warn(
          "\(error.reason) These are the \(connection.site.post.many) that are kept here.")
        try output(kept, rows, printed)
      }
    }
  }

  private func outputList(
    _ reader: PostsReader, _ row: Post.ID?, _ rows: PostsOutput, _ printed: PrintedPosts,
    _ context: CommandContext, _ connection: Connection
  ) throws {
    // Below a post that isn't there is nothing.
    if let before {
      let client = context.client(of: connection)
      _ = try MainLoop.run { try await client.post(before, false) }
    }
    let (parent, tree) = (parent ?? row, tree)
    if listing.json, parent == nil, !tree {
      let document = PostsDocument()
      let end = Mutex<(count: Int, last: Post.ID?)>((0, nil))
      let leftOut = try MainLoop.run {
        try await reader.newest { posts in
          end.withLock { $0 = ($0.count + posts.count, posts.last?.id ?? $0.last) }
          return document.add(posts, printed)
        }
      }
      try document.end()
      end.withLock { warn(ofEnd: $0.last, behind: $0.count) }
      return Self.warn(ofLeftOut: leftOut)
    }
    let branch = try MainLoop.run { try await reader.read(parent: parent, deep: tree) }
    try output(branch.nodes, rows, printed)
    Self.warn(ofLeftOut: branch.leftOut)
    if branch.isCut { throw Failure(Self.incomplete) }
  }

  /// Says how the list goes on, if all of it was wanted and it may be longer than what is printed.
  private func warn(ofEnd last: Post.ID?, behind count: Int) {
    guard all, count >= length, let last else { return }
    let goesOn = parent == nil && !unread && !toMe
    let next = goesOn ? " --before \(last) prints those below." : ""
    StandardStreams.warn("These are the first 10,000.\(next)")
  }

  /// Says how many posts could not be read; nothing of none.
  static func warn(ofLeftOut count: Int) {
    guard count > 0 else { return }
    StandardStreams.warn(
      Counted.words(
        count, "post can't be read and is left out.", "posts can't be read and are left out."))
  }

  func failure(of error: any Error) -> Failure {
    Failure(error, onPost: parent ?? before, on: server)
  }

  /// Returns the newest posts by others below the user's own.
  private func answers(
    _ context: CommandContext, _ connection: Connection
  ) throws -> [OutlineBranch.Node] {
    if let refusal = connection.site.refusal(of: .answers) { throw Failure(refusal.words) }
    guard connection.credentials.account.isSignedIn else {
      throw AccountCommand.signedOut(on: connection)
    }
    let reader = reader(context, connection)
    return try MainLoop.run { try await reader.answers(to: connection.credentials.account) }
  }

  private func unreadPosts(
    _ reader: PostsReader, _ context: CommandContext, _ connection: Connection
  ) throws -> [OutlineBranch.Node] {
    guard let unread = UnreadPosts.afterALook(context, connection, begins: true) else {
      throw UnreadPosts.areOff
    }
    return try unread.load(reader, below: parent)
  }

  /// Returns what is kept on this machine of the list.
  private func kept(
    _ reader: PostsReader, _ context: CommandContext, _ connection: Connection
  ) throws -> [OutlineBranch.Node] {
    var posts = try MainLoop.run { await reader.kept() }
    if unread, let isUnread = UnreadPosts(context, connection)?.known {
      posts.removeAll { isUnread($0) != true }
    }
    return posts.prefix(length).map { OutlineBranch.Node(post: $0, depth: 1) }
  }

  func reader(
    _ context: CommandContext, _ connection: Connection, _ list: Audience = .everyone
  ) -> PostsReader {
    PostsReader(
      client: context.client(of: connection, isForPrograms: listing.isForPrograms), list: list,
      limit: length,
      before: before, after: after, numbersRise: connection.site.has(.numbersRise),
      log: context.log)
  }

  var length: Int { all ? 10_000 : limit ?? 50 }

  private static let incomplete = """
    The list is incomplete: it is too large or too deep, or the server did not answer every request. Use \
    --parent to print a part of it.
    """

  private func output(
    _ nodes: [OutlineBranch.Node], _ rows: PostsOutput, _ printed: PrintedPosts
  ) throws {
    try write(nodes, rows, printed)
    let top = nodes.lazy.filter { $0.depth == 1 }.map(\.post.id)
    warn(ofEnd: top.last, behind: top.count)
  }

  private func write(
    _ nodes: [OutlineBranch.Node], _ rows: PostsOutput, _ printed: PrintedPosts
  ) throws {
    if listing.json {
      let document = PostsDocument()
      var rest = nodes[...]
      // Tree by tree: all of them nested are the whole list once more.
      while let first = rest.first {
        let end = rest.dropFirst().firstIndex { $0.depth <= first.depth } ?? rest.endIndex
        guard document.add(rest[..<end].nested, printed) else { break }
        rest = rest[end...]
      }
      return try document.end()
    }
    if listing.hasLines { return try PrintedTable.output(nodes.map { printed.line(of: $0.post) }) }
    let rows = rows.learning(nodes.lazy.map(\.post))
    try PrintedTable.output(
      nodes.map { rows.row(for: $0.post, depth: $0.depth, isOpened: parent != nil) })
  }
}

extension BidirectionalCollection<OutlineBranch.Node> {
  /// The posts at the depth of the first one, with those that follow them, which are below them, nested as `children`.
  var nested: [Post] {
    // Posts whose parent has not been visited, by depth, in reverse order.
    var waiting: [Int: [Post]] = [:]
    for node in reversed() {
      var post = node.post
      let children = waiting.removeValue(forKey: node.depth + 1)
      if let children { post.children = children.reversed() }
      waiting[node.depth, default: []].append(post)
    }
    return first.flatMap { waiting[$0.depth] }?.reversed() ?? []
  }
}
