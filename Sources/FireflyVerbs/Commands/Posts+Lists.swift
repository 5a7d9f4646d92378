import ArgumentParser
import FireflyAPI
import FireflyClient
import FireflyCore
import FireflySources

// Lists by their names, and what is saved for later.
extension Posts {
  /// Returns the list that is named, or the row of the second tab that leads to it.
  ///
  /// - Throws: `Failure` if the place has none of this name.
  func chosenList(
    _ context: CommandContext, _ connection: Connection
  ) throws -> (audience: Audience, row: Post.ID?) {
    let site = connection.site
    guard let list else {
      // What is unread is anywhere in a list; where the place keeps what is read, its first list leaves out the rest.
      let whole = all && site.has(.sharedMarks) ? site.list(named: "all") : nil
      return ((unread ? site.unreadList : whole) ?? .everyone, nil)
    }
    switch site.list(named: list) {
    case .list(let id): return (.everyone, id)
    case let audience?: return (audience, nil)
    case nil: break
    }
    let client = context.client(of: connection)
    let rows = try MainLoop.run { try await client.recentPosts("query", .everyone, nil, 1_000) }
    let further = site.furtherLists + rows.posts.map { NamedList(id: $0.id, name: $0.title) }
    if let row = further.first(where: { $0.name.lowercased() == list.lowercased() }) {
      return (.everyone, row.id)
    }
    var seen: Set<String> = []
    let names = (site.audiences.map { site.name(of: $0, in: .posts) } + further.map(\.name))
      .filter { seen.insert($0).inserted }
    throw Failure(
      "\(connection.name) has no list “\(ForeignText.cleanLine(list, limit: 40))”, only: "
        + names.joined(separator: ", ") + ".")
  }

  /// Prints the posts that are saved for later.
  func outputLater() throws {
    try listing.check(.later)
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
    var isComplete = true
    var isOfOne = server != nil || common.dataFolder != nil
    // The variable names an account only where one is asked for.
    if case .named(_, isOption: true) = account { isOfOne = true }
    if isOfOne {
      try context.connected { context, connection in
        // What was saved on other machines is known after a look.
        let shared = context.sharedMarks(of: connection, context.client(of: connection))
        try MainLoop.run { await shared?.agree() }
        entries = LaterFile.all(
          in: state, of: connection.id, by: [connection.owner], report: context.fileReport)
        entries = try stars(context, connection) + entries
      }
    } else {
      let stars = allStars(context)
      (entries, isComplete) = (stars.entries + entries, stars.isComplete)
    }
    let shown = entries.prefix(length)
    try listing.output(
      Array(shown), as: .later,
      else: shown.map { [String($0.post.id), $0.post.words.label, $0.source, $0.address ?? ""] })
    guard isComplete else { throw ExitCode(1) }
  }

  /// Returns what is starred on all services that keep that, and whether all have said it; one that fails is named.
  private func allStars(
    _ context: CommandContext
  ) -> (entries: [LaterFile.Entry], isComplete: Bool) {
    var (entries, isComplete) = ([LaterFile.Entry](), true)
    for (site, accounts) in ((try? context.accounts.all()) ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let choice = try? ServerChoice(site.argument), choice.site().has(.sharedMarks) else {
        continue
      }
      for account in accounts {
        do {
          try context.at(choice, as: account.user.key).connected { context, connection in
            entries += try stars(context, connection)
          }
        } catch {
          Failure("\(choice.site().name): \(Failure(error, on: choice))").say()
          isComplete = false
        }
      }
    }
    return (entries, isComplete)
  }

  /// Returns what is starred on a service that keeps that, as it is kept here if it can't be reached.
  private func stars(
    _ context: CommandContext, _ connection: Connection
  ) throws -> [LaterFile.Entry] {
    let site = connection.site
    guard site.has(.sharedMarks), case .list(let id)? = site.list(named: "starred") else {
      return []
    }
    let reader = reader(context, connection)
    return try MainLoop.run { try await reader.read(parent: id, deep: false) }.nodes
      .map(\.post).map {
        LaterFile.Entry(
          server: connection.id, source: connection.name, address: $0.pageAddress, post: $0)
      }
  }
}
