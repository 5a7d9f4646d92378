import ArgumentParser
import FireflyAPI
import FireflyClient
import FireflyCore
import FireflyModel

/// `firefly mark`: marks posts, as keys do.
struct Mark: PostsCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Mark posts: read, unread, saved for later, silenced or watched.",
    discussion: """
      --silenced and --watched are for a post with all replies below it. --off takes back what one of the last \
      three options did.
      `firefly posts --unread | firefly mark - --read` reads all.
      """)

  /// What a post is marked as.
  enum Kind: String, EnumerableFlag {
    case read, unread, saved, silenced, watched

    static func help(for value: Kind) -> ArgumentHelp? {
      switch value {
      case .read: "Posts are read."
      case .unread: "Posts are unread again."
      case .saved: "Posts are saved for later."
      case .silenced: "Nothing below the posts is new."
      case .watched: "New replies below the posts count as replies to you."
      }
    }
  }

  @OptionGroup var named: NamedPosts

  @Flag var kind: Kind

  @Flag(help: "Take it back.")
  var off = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Reading>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "mark", exceptServer: true)
    if off, kind == .read || kind == .unread {
      throw ValidationError("Use --read and --unread without --off.")
    }
  }

  func perform() throws {
    try forEachPost { id, context, connection in
      let client = context.client(of: connection)
      // A number that no post has would be kept for one to come.
      let post = try MainLoop.run { try await client.post(id, false) }
      try mark(post, context, connection)
      StandardStreams.confirm("\(id) \(words)\n")
    } atEnd: { context, connection in
      let client = context.client(of: connection)
      let shared = context.sharedMarks(of: connection, client)
      // All of them in few requests.
      try MainLoop.run {
        await client.settle()
        _ = await shared?.send()
      }
    }
  }

  private var words: String {
    switch kind {
    case .read: "is read."
    case .unread: "is unread."
    case .saved: off ? "is not saved for later." : "is saved for later."
    case .silenced: off ? "is not silenced." : "is silenced."
    case .watched: off ? "is not watched." : "is watched."
    }
  }

  private func mark(
    _ post: Post, _ context: CommandContext, _ connection: Connection
  ) throws {
    switch kind {
    case .read, .unread:
      guard let unread = UnreadPosts(context, connection) else { throw UnreadPosts.areOff }
      try unread.set([post.id], isRead: kind == .read)
    case .saved where connection.site.has(.sharedMarks):
      let client = context.client(of: connection)
      try MainLoop.run { [off] in
        _ = try await client.mark(post.id, .star, !off)
      }
    case .saved:
      let client = context.client(of: connection)
      let file = context.later(of: connection)
      let address = try post.pageAddress ?? MainLoop.run { try await client.page(post.id) }
      if off {
        context.readMarks(of: connection, client).takeOff(
          post.id, of: connection.credentials.account.key)
      }
      try kept { () throws(SystemProblem) in
        _ = try off ? file.remove(post.id) : file.add(post, address: address)
      }
    case .silenced, .watched:
      let files = MutedFiles(
        state: context.paths.state, server: connection.id, of: connection.owner,
        report: context.fileReport)
      files.adopt()
      let branch: MarkedBranches.Kind = kind == .silenced ? .silenced : .followed
      try kept { () throws(SystemProblem) in
        _ = try files.apply(
          .branch(MarkedBranches.Change(top: post.id, kind: branch, isOn: !off)), links: [:])
      }
    }
  }

  /// Does what changes a file of this machine.
  private func kept(_ change: () throws(SystemProblem) -> Void) throws(Failure) {
    do throws(SystemProblem) { try change() } catch {
      throw Failure("This can't be kept: \(error.description).")
    }
  }
}
