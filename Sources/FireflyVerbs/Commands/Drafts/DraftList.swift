import ArgumentParser
import FireflyClient
import FireflyCore
import Foundation

/// `firefly draft list`: lists drafts.
struct DraftList: AccountUsingCommand, GroupedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List drafts.",
    discussion: """
      Each line has the draft's id, where it belongs, its title, the day of the last change, the server, \
      the account, and the path of its picture if it has one, separated by tabs. Without --server \
      or --data, the drafts for all servers are listed.
      """)

  @Flag(help: "List discarded drafts. They are kept for a day.")
  var discarded = false

  @OptionGroup var listing: ListOptions
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Listing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var group: DraftGroup

  func validate() throws {
    try browsing.refuseOptions(with: Self.spokenName, exceptServer: true)
    if identity.account ?? browsing.identity.account != nil, server == nil,
      common.dataFolder == nil
    {
      throw ValidationError("Use --as with --server.")
    }
  }

  func perform() throws {
    try listing.check(.drafts)
    let context = try CommandContext(Self.spokenName, common, server: server, account: account)
    let owner = try owner(in: context)
    let folder = try context.preparedDrafts()
    let accounts = (try? context.accounts.all()) ?? [:]
    var drafts: [ListedDraft] = []
    for entry in folder.entries() {
      switch entry {
      case .draft(let kept):
        let key = kept.draft.key
        guard discarded == (kept.discardedAt != nil), owner.map({ $0.isOf(key) }) ?? true else {
          continue
        }
        let account = accounts[key.server]?.first { $0.isOf(key.account) }
        drafts.append(ListedDraft(kept: kept, account: account, folder: folder.folder))
      case .damaged(let path): StandardStreams.warn("\(DraftError.damaged(path))")
      }
    }
    for file in folder.unreadableEditedFiles() {
      StandardStreams.warn(
        "The file of your editor, \(file.path), can't be read: \(file.reason).")
    }
    let time = LocalTime.ofUser()
    try listing.output(drafts, as: .drafts, else: drafts.map { $0.row(in: time) })
  }

  /// Whose drafts are listed.
  private struct Owner {
    let server: SiteID
    /// The account; nil for all.
    let account: PersonID?

    func isOf(_ key: Draft.Key) -> Bool {
      key.server == server && (account ?? key.account) == key.account
    }
  }

  /// Returns the server in the options, and the account if one is named; nil for all servers.
  private func owner(in context: CommandContext) throws -> Owner? {
    guard server != nil || common.dataFolder != nil else { return nil }
    return try MainLoop.run {
      let connection = try await context.connect()
      await connection.close()
      return Owner(
        server: connection.accountID,
        account: account == nil ? nil : connection.credentials.account.key)
    }
  }
}

extension CommandContext {
  /// Returns the folder of drafts, after those have been recovered that a program left open.
  func preparedDrafts() throws -> DraftFolder {
    let folder = DraftFolder(state: paths.state)
    folder.sweepDiscarded()
    try MainLoop.run { await DraftStore(folder) { _ in }.recover() }
    log.debug("drafts", metadata: ["folder": "\(folder.folder.path)"])
    return folder
  }
}

/// A draft in a list.
struct ListedDraft {
  let kept: StoredDraft
  /// The account; nil for one that is signed out.
  let account: SavedAccount?
  /// Where the copies of its pictures are.
  let folder: URL

  fileprivate var draft: Draft { kept.draft }

  /// The server's name for the list: its address, or “own server”.
  fileprivate var server: String {
    draft.key.server.isOwnServer ? "own server" : draft.key.server.argument
  }

  /// What the account is called: services know those that are signed out by numbers.
  fileprivate var author: String {
    let key = draft.key.account
    if let account { return account.email.isEmpty ? "\(key)" : account.email }
    return key.number == nil ? "\(key)" : "signed out"
  }

  /// Returns the row of the table.
  fileprivate func row(in time: LocalTime) -> [String] {
    let day = WireDate.day(Date(timeIntervalSince1970: kept.changedAt), in: time)
    let fields = [kept.name, draft.place, draft.words.label, day, server, author]
    return (fields + draft.sidePictures.prefix(1).map(place(of:))).map { ForeignText.cleanLine($0) }
  }

  fileprivate var kind: String {
    switch draft.key.target {
    case .newPost(nil): "post"
    case .newPost: "reply"
    case .newQuery: "query"
    case .edit: "edit"
    case .profile: "profile"
    }
  }

  /// The post that it answers or changes; nil for none.
  fileprivate var post: Int? {
    switch draft.key.target {
    case .newPost(let post): post
    case .edit(let post): post
    case .newQuery, .profile: nil
    }
  }
}

extension ListedDraft {
  /// The pictures beside its text, the one of the card first, with what is on them.
  fileprivate var pictures: [PrintedValue] {
    draft.sidePictures.map { .record(["address": place(of: $0), "description": $0.description]) }
  }

  /// Where a picture is: its kept copy, or its address on the service.
  private func place(of picture: Draft.SidePicture) -> String {
    guard let new = picture.new else { return picture.page }
    return new.copy.isEmpty ? new.path : folder.appending(path: new.copy).path
  }
}

extension ListedDraft {
  /// Its poll; nil for none.
  fileprivate var poll: NewPoll? { draft.delivery.poll }
}

extension PrintedList where Item == ListedDraft {
  /// The fields of drafts.
  static var drafts: PrintedList {
    PrintedList(
      name: "drafts",
      fields: [
        ("id", { .text($0.kept.name) }), ("kind", { .text($0.kind) }),
        ("post", { $0.post.map(PrintedValue.number) }),
        ("title", { .text($0.kept.draft.words.title) }),
        ("summary", { .text($0.kept.draft.words.summary) }),
        ("body", { .text($0.kept.draft.words.body) }),
        ("pictures", { $0.pictures.isEmpty ? nil : .list($0.pictures) }),
        ("poll", { $0.poll.map { .list($0.options.map(PrintedValue.text)) } }),
        ("poll_for", { $0.poll?.seconds.map { .text(TimeSpan.typed($0)) } }),
        ("poll_several", { $0.poll.map { .flag($0.takesSeveral) } }),
        ("readers", { ($0.kept.draft.delivery.readers?.rawValue).map(PrintedValue.text) }),
        ("language", { $0.kept.draft.delivery.language.map(PrintedValue.text) }),
        ("date", { .date(Date(timeIntervalSince1970: $0.kept.changedAt)) }),
        (
          "discarded",
          { $0.kept.discardedAt.map { .date(Date(timeIntervalSince1970: $0)) } }
        ),
        ("server", { .text($0.server) }),
        ("account", { $0.author.isEmpty ? nil : .text($0.author) }),
      ])
  }
}
