import ArgumentParser
import FireflyClient
import FireflyCore
import Foundation

/// `firefly drafts`: lists, prints, deletes and restores drafts.
struct Drafts: AccountUsingCommand {
  static let configuration = CommandConfiguration(
    commandName: "drafts",
    abstract: "List, print, delete or restore drafts.",
    discussion: """
      Each line has the draft's id, where it belongs, its title, the day of the last change, the server, \
      the account, and the path of its picture if it has one, separated by tabs. The first characters of an \
      id are enough. Without --server or --data, the drafts for all servers are listed.
      """)

  @Option(help: ArgumentHelp("Print this draft.", valueName: "id"))
  var print: String?

  @Option(help: ArgumentHelp("Delete this draft for good.", valueName: "id"))
  var delete: String?

  @Flag(help: "List discarded drafts. They are kept for a day.")
  var discarded = false

  @Option(help: ArgumentHelp("Restore a discarded draft.", valueName: "id"))
  var restore: String?

  @Flag(help: "Print JSON, {\"drafts\": […]}, or the draft of --print.")
  var json = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Listing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "drafts", exceptServer: true)
    if [print, delete, restore].compactMap({ $0 }).count > 1 {
      throw ValidationError("Use only one of --print, --delete and --restore.")
    }
    if identity.account ?? browsing.identity.account != nil, server == nil,
      common.dataFolder == nil
    {
      throw ValidationError("Use --as with --server.")
    }
    if json, delete != nil || restore != nil {
      throw ValidationError("Use --json with the list or with --print only.")
    }
  }

  func perform() throws {
    let context = try CommandContext("drafts", common, server: server, account: account)
    let folder = DraftFolder(state: context.paths.state)
    let owner = try owner(in: context)
    folder.sweepDiscarded()
    try MainLoop.run { await DraftStore(folder) { _ in }.recover() }
    context.log.debug("drafts", metadata: ["folder": "\(folder.folder.path)"])
    if let print {
      let id = try folder.id(print)
      guard let draft = try folder.draft(id) else { throw DraftError.unknown(print) }
      if json { return try StandardStreams.output(json: Listed(kept: draft)) }
      try StandardStreams.output(draft.draft.words.printed)
    } else if let delete {
      try folder.delete(folder.id(delete))
      StandardStreams.confirm("Draft deleted.\n")
    } else if let restore {
      let key: Draft.Key
      do {
        key = try DraftStore(folder) { _ in }.restore(discarded: folder.id(restore))
      } catch DraftError.unknown {
        let id = ForeignText.cleanLine(restore, limit: 60)
        throw Failure("No discarded draft “\(id)”. `firefly drafts --discarded` lists them.")
      }
      StandardStreams.confirm("Restored as draft \(folder.name(of: key.id)).\n")
    } else {
      try list(folder, of: owner, context)
    }
  }

  /// Returns the server in the options, and the account if one is named; nil for all servers.
  private func owner(
    in context: CommandContext
  ) throws -> (server: SiteID, account: PersonID?)? {
    guard server != nil || common.dataFolder != nil else { return nil }
    return try MainLoop.run {
      let connection = try await context.connect()
      await connection.close()
      return (
        connection.accountID, account == nil ? nil : connection.credentials.account.key
      )
    }
  }

  private func list(
    _ folder: DraftFolder, of owner: (server: SiteID, account: PersonID?)?,
    _ context: CommandContext
  ) throws {
    func isMeant(_ key: Draft.Key) -> Bool {
      guard let owner else { return true }
      return key.server == owner.server && (owner.account ?? key.account) == key.account
    }
    let accounts = (try? context.accounts.all()) ?? [:]
    var drafts: [StoredDraft] = []
    for entry in folder.entries() {
      switch entry {
      case .draft(let kept):
        guard discarded == (kept.discardedAt != nil) else { continue }
        if isMeant(kept.draft.key) { drafts.append(kept) }
      case .damaged(let path): StandardStreams.warn("\(DraftError.damaged(path))")
      }
    }
    for file in folder.unreadableEditedFiles() {
      StandardStreams.warn(
        "The file of your editor, \(file.path), can't be read: \(file.reason).")
    }
    guard !json else {
      return try StandardStreams.output(json: ["drafts": drafts.map(Listed.init)])
    }
    let time = LocalTime.ofUser()
    try PrintedTable.output(
      drafts.map { kept in
        let day = WireDate.day(Date(timeIntervalSince1970: kept.changedAt), in: time)
        let draft = kept.draft
        let account = accounts[draft.key.server]?.first { $0.isOf(draft.key.account) }
        let fields = [
          kept.name, draft.place, draft.words.label, day,
          Self.name(ofServer: draft.key.server), account?.email ?? Self.name(of: draft.key.account),
        ]
        return (fields + (draft.picture.map { [$0.path] } ?? []))
          .map { ForeignText.cleanLine($0) }
      })
  }

  /// Returns a server's name for the list: its address, or “own server”.
  private static func name(ofServer id: SiteID) -> String {
    id.isOwnServer ? "own server" : "\(id)"
  }

  /// Returns what an account is called that is signed out: services know theirs by numbers.
  private static func name(of account: PersonID) -> String {
    account.number == nil ? "\(account)" : "signed out"
  }
}

/// A draft as JSON: the contents of its file, and its ID.
private struct Listed: Encodable {
  let kept: StoredDraft

  enum CodingKeys: String, CodingKey {
    case id
  }

  func encode(to encoder: any Encoder) throws {
    try kept.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(kept.name, forKey: .id)
  }
}
