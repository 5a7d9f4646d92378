import ArgumentParser
import FireflyAPI
import FireflyClient
import FireflyCore
import FireflyModel
import Foundation

/// `firefly posts`: prints posts.
struct Posts: AccountUsingCommand {
  static let configuration = CommandConfiguration(
    commandName: "posts",
    abstract: "Print posts: one per line, as a tree, or as JSON.",
    discussion: """
      Each line has the post's number, title, summary, author and number of replies, separated by tabs, or \
      in columns on a terminal, where a “ >” after the title marks posts with replies, and searches.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Reading>
  @OptionGroup var identity: AccountOptions

  @Option(
    help: ArgumentHelp(
      "Print the replies to this post, or the results of this saved search, instead of the newest posts.",
      valueName: "id"))
  var parent: Int?

  @Flag(help: "Print replies at all levels, indented.")
  var tree = false

  @Flag(help: "Print JSON, {\"posts\": […]}, with the children of --tree nested.")
  var json = false

  @Flag(help: "Print only posts that you have not read, newest first.")
  var unread = false

  @Flag(help: "Print only posts by others below your own, newest first.")
  var toMe = false

  @Flag(
    help: """
      Print the posts that you have saved for later on this machine, of all servers or that of --server: \
      number, title, server, and address.
      """)
  var later = false

  @Option(help: ArgumentHelp("Maximum posts per level.", valueName: "n"))
  var limit = 50

  /// Only for the hint that `firefly posts 9` gets.
  @Argument(help: .hidden)
  var unexpected: String?

  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "posts", exceptServer: true)
    if toMe, tree || unread || parent != nil {
      throw ValidationError("--to-me can't be used with --tree, --unread or --parent.")
    }
    if unread, tree { throw ValidationError("--unread prints no tree; leave out --tree.") }
    guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
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
    try connected { [parent, tree] context, connection in
      let rows = PostsOutput(context, connection)
      if toMe { return try output(answers(context, connection), rows) }
      if unread { return try output(unreadPosts(context, connection, rows.muted), rows) }
      let reader = PostsReader(
        client: context.client(of: connection, isForPrograms: json), limit: limit, log: context.log)
      if json, parent == nil, !tree {
        let document = PostsDocument()
        let leftOut = try MainLoop.run { try await reader.newest { document.add($0) } }
        try document.end()
        return Self.warn(ofLeftOut: leftOut)
      }
      let branch = try MainLoop.run { try await reader.read(parent: parent, deep: tree) }
      try output(branch.nodes, rows)
      Self.warn(ofLeftOut: branch.leftOut)
      if branch.isCut { throw Failure(Self.incomplete) }
    }
  }

  private static func warn(ofLeftOut count: Int) {
    guard count > 0 else { return }
    StandardStreams.warn(
      Counted.words(
        count, "post can't be read and is left out.", "posts can't be read and are left out."))
  }

  func failure(of error: any Error) -> Failure { Failure(error, onPost: parent, on: server) }

  /// Returns the newest posts by others below the user's own.
  private func answers(
    _ context: CommandContext, _ connection: Connection
  ) throws -> [OutlineBranch.Node] {
    if let refusal = connection.site.refusal(of: .answers) { throw Failure(refusal.words) }
    guard connection.credentials.account.isSignedIn else {
      throw AccountCommand.signedOut(on: connection)
    }
    let reader = PostsReader(
      client: context.client(of: connection, isForPrograms: json), limit: limit, log: context.log)
    return try MainLoop.run { try await reader.answers(to: connection.credentials.account) }
  }

  /// Returns the unread posts; on the first contact there are none.
  private func unreadPosts(
    _ context: CommandContext, _ connection: Connection, _ muted: Muted
  ) throws -> [OutlineBranch.Node] {
    guard context.configuration.readMarks else {
      throw Failure("Read marks are off: \(SettingName.readMarks) is false in the configuration.")
    }
    let account = connection.credentials.account.key
    let store = ReadMarkStore(
      state: context.paths.state, server: connection.accountID, former: connection.id,
      beginsUnread: connection.site.has(.newAtFirst), report: context.fileReport)
    let reports = context.notices.count
    var marks = store.marks(of: account)
    // The marks began again: what is unread was not known before this run.
    guard context.notices.count == reports else { throw ExitCode(1) }
    let reader = PostsReader(
      client: context.client(of: connection, isForPrograms: json), limit: limit, log: context.log)
    let byDate = !connection.site.has(.numbersRise)
    if marks.first == nil, !byDate {
      let client = context.client(of: connection)
      let highest = try MainLoop.run { [marks] in
        try await marks.restarts
          ? client.highestNumber(at: marks.since) : client.highestNumber()
      }
      store.apply([.firstContact(highest: highest)], to: account)
      guard marks.restarts else {
        store.flush()
        return []
      }
      marks = store.marks(of: account)
    }
    return try MainLoop.run { [parent, marks] in
      try await reader.unread(below: parent, byDate ? nil : marks, muted) { post, root in
        !post.isOwned(by: account) && !post.facts.isQuiet
          && marks.isUnread(
            post.id, createdAt: post.readMarkDate, story: post.isRoot ? nil : root,
            byDate: byDate)
      }
    }
  }

  private static let incomplete = """
    The list is incomplete: it is too large or too deep, or the server did not answer every request. Use \
    --parent to print a part of it.
    """

  /// Prints the posts that are saved for later.
  private func outputLater() throws {
    let context = try makeContext()
    let state = context.paths.state
    let accounts = ((try? context.accounts.all()) ?? [:]).flatMap { site, accounts in
      accounts.map { KeptOwner(AccountID($0.user.key, on: site)) }
    }
    var entries = LaterFile.all(in: state, by: [KeptOwner()] + accounts, report: context.fileReport)
    if context.notices.count > 0 {
      try context.reportComplaints()
      throw ExitCode(1)
    }
    if server != nil || common.dataFolder != nil {
      try context.connected { context, connection in
        entries = LaterFile.all(
          in: state, of: connection.id, by: [connection.owner], report: context.fileReport)
      }
    }
    let shown = entries.prefix(limit)
    if json { return try StandardStreams.output(json: ["posts": shown.map(\.post)]) }
    try PrintedTable.output(
      shown.map { [String($0.post.id), $0.post.words.label, $0.source, $0.address ?? ""] })
  }

  private func output(_ nodes: [OutlineBranch.Node], _ rows: PostsOutput) throws {
    if json {
      let document = PostsDocument()
      var rest = nodes[...]
      // Tree by tree: all of them nested are the whole list once more.
      while let first = rest.first {
        let end = rest.dropFirst().firstIndex { $0.depth <= first.depth } ?? rest.endIndex
        guard document.add(rest[..<end].nested) else { break }
        rest = rest[end...]
      }
      return try document.end()
    }
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
