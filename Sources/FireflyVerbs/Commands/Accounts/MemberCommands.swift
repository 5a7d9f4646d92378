import ArgumentParser
import FireflyCore
import FireflyStore
import Foundation

/// A command about the members of the embedded server, for `firefly serve`.
protocol MemberCommand: GroupedCommand {
  var storage: DatabaseOptions { get }
}

extension MemberCommand {
  /// Opens the store.
  ///
  /// - Throws: `Failure`, `StoreError`.
  fileprivate func open() throws -> (CommandContext, any Store) {
    let context = try CommandContext(Self.spokenName, common, database: storage.database)
    try context.reportComplaints()
    let store = try context.openStore()
    _ = try MainLoop.run { try await store.prepareFirstRun(localUser: context.findLocalUser) }
    context.log.debug("members", metadata: ["data": "\(store.location)"])
    return (context, store)
  }
}

/// The member that a command names.
struct NamedMember: ParsableArguments {
  @Argument(help: ArgumentHelp("The user's e-mail.", valueName: "e-mail"), transform: address)
  var email: String

  private static func address(argument: String) throws -> String {
    guard let address = MailAddress(argument) else {
      throw ValidationError("“\(argument)” is not an e-mail address.")
    }
    return address.text
  }
}

/// `firefly member list`: lists the members.
struct MemberList: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the users of your own server.",
    discussion: """
      Each line has the e-mail, the name, the day on which they signed up or were invited, and the number of \
      signed-in devices, or “invited” for pending invitations.
      """)

  @OptionGroup var listing: ListOptions
  @OptionGroup var storage: DatabaseOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var group: MemberGroup

  func perform() throws {
    try listing.check(.members)
    let (_, store) = try open()
    let members = try MainLoop.run { try await store.members() }
    try listing.output(members, as: .members, else: rows(for: members))
  }

  private func rows(for members: [Member]) -> [[String]] {
    let time = LocalTime.ofUser()
    return members.map { member in
      [
        member.email, member.name ?? "", WireDate.day(member.since, in: time),
        member.isInvited ? "invited" : String(member.devices),
      ].map { ForeignText.cleanLine($0) }
    }
  }
}

extension PrintedList where Item == Member {
  /// The fields of members.
  static var members: PrintedList {
    PrintedList(
      name: "members",
      fields: [
        ("email", { .text($0.email) }), ("name", { $0.name.map(PrintedValue.text) }),
        ("date", { .date($0.since) }), ("invited", { .flag($0.isInvited) }),
        ("devices", { .number($0.devices) }),
      ])
  }
}

/// `firefly member invite`: lets somebody sign up.
struct MemberInvite: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Allow the owner of an e-mail to sign up.")

  @OptionGroup var member: NamedMember
  @OptionGroup var storage: DatabaseOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var group: MemberGroup

  func perform() throws {
    let (context, store) = try open()
    let email = member.email
    guard try MainLoop.run({ try await store.invite(email, at: VerbEnvironment.current.now()) })
    else {
      throw Failure("\(email) is already a user.")
    }
    StandardStreams.confirm("Invited \(email).\n")
    context.log.info("invited", metadata: ["email": "\(email)"])
  }
}

/// `firefly member withdraw`: takes an invitation back.
struct MemberWithdraw: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw", abstract: "Withdraw an invitation.")

  @OptionGroup var member: NamedMember
  @OptionGroup var storage: DatabaseOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var group: MemberGroup

  func perform() throws {
    let (context, store) = try open()
    let email = member.email
    guard try MainLoop.run({ try await store.withdrawInvitation(email) }) else {
      throw Failure("\(email) has no invitation.")
    }
    StandardStreams.confirm("Withdrew the invitation of \(email).\n")
    context.log.info("invitation withdrawn", metadata: ["email": "\(email)"])
  }
}

/// `firefly member remove`: removes a member.
struct MemberRemove: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract:
      "Remove a user's account and sign out their devices; their posts stay, with their name.")

  @OptionGroup var member: NamedMember

  @Flag(help: "Delete the user's posts as well.")
  var posts = false

  @OptionGroup var storage: DatabaseOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var group: MemberGroup

  func perform() throws {
    let (context, store) = try open()
    let email = member.email
    let count = try MainLoop.run { [posts] in
      try await store.removeMember(email, withPosts: posts, at: VerbEnvironment.current.now())
    }
    guard let count else { throw Failure("No user \(email).") }
    let fate = posts ? "deleted" : "kept"
    StandardStreams.confirm(
      "Removed \(email). \(Counted.words(count, "post was", "posts were")) \(fate).\n")
    context.log.info("removed", metadata: ["email": "\(email)", "posts": "\(fate)"])
  }
}
