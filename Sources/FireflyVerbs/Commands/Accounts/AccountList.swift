import ArgumentParser
import FireflyCore

/// `firefly account list`: lists the accounts that are signed in on this machine.
struct AccountList: ServerCommand, GroupedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the accounts that you are signed in to.",
    discussion: """
      Each line has the handle or e-mail, the name, and the server, separated by tabs, and then a * for the \
      account that the server uses without --as: the one of the last sign-in or switch. \
      `firefly login` adds one, `firefly logout --as NAME` removes one.
      """)

  @OptionGroup var listing: ListOptions
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Listing>
  @ParentCommand var group: AccountGroup

  func validate() throws {
    try browsing.refuseOptions(with: Self.spokenName, exceptServer: true, exceptAccount: false)
  }

  func perform() throws {
    try listing.check(.accounts)
    let context = try CommandContext(Self.spokenName, common, server: server)
    try context.reportComplaints()
    context.log.debug("accounts", metadata: ["file": "\(context.accounts.path)"])
    if let refusal = server?.site().refusal(of: .signIn) { throw Failure(refusal.words) }
    let all = try context.accounts.all()
    let servers = server.map { [$0.accountID ?? .unknown] } ?? all.keys.sorted()
    let accounts = servers.flatMap { id in
      (all[id] ?? []).enumerated().map { index, account in
        ListedAccount(
          handle: account.email, name: account.name, server: id.argument, isCurrent: index == 0)
      }
    }
    if accounts.isEmpty {
      let place = server.map { " to \($0)" } ?? ""
      StandardStreams.note(
        "You are not signed in\(place). `firefly login --server \(server.map { "\($0)" } ?? "URL")` signs you in."
      )
    }
    try listing.output(accounts, as: .accounts)
  }
}

/// An account in a list.
struct ListedAccount {
  let handle: String
  let name: String
  let server: String
  /// Whether the server uses it without --as.
  var isCurrent: Bool
}

extension PrintedList where Item == ListedAccount {
  /// The fields of accounts.
  static var accounts: PrintedList {
    PrintedList(
      name: "accounts",
      fields: [
        ("handle", { .text($0.handle) }), ("name", { .text($0.name) }),
        ("server", { .text($0.server) }), ("current", { .flag($0.isCurrent) }),
      ])
  }
}
