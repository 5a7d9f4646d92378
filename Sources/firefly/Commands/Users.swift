import ArgumentParser
import FireflyCore
import FireflyServer
import Foundation

/// Who may sign in on the embedded server, when it serves others.
struct Users: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List who may sign in on your server, or invite somebody.",
    discussion: """
      A line has the e-mail, the name, the day on which they came or were invited, and how many of \
      their devices are signed in, with a tab between each two; “invited” stands for that number \
      until they come.
      """)

  @Option(help: ArgumentHelp("Let the owner of this e-mail become a user.", valueName: "e-mail"))
  var invite: String?

  @Option(help: ArgumentHelp("Take an invitation back.", valueName: "e-mail"))
  var withdraw: String?

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "users")
    if invite != nil, withdraw != nil {
      throw ValidationError("--invite and --withdraw are two steps.")
    }
    for text in [invite, withdraw].compactMap({ $0 }) where MailAddress(text) == nil {
      throw ValidationError("“\(text)” is no e-mail address.")
    }
  }

  func run() throws {
    do {
      let context = try CommandContext.make("users", common)
      try context.complain()
      let store = try context.openStore()
      _ = try store.prepareFirstRun(localUser: LocalUser.discover)
      context.log.debug("users", metadata: ["database": "\(store.file)"])
      if let email = invite.flatMap(MailAddress.init)?.text {
        guard try store.invite(email) else { throw Failure("\(email) is a user already.") }
        try StandardStreams.output("\(email) is invited.\n")
        context.log.info("invited", metadata: ["email": "\(email)"])
      } else if let email = withdraw.flatMap(MailAddress.init)?.text {
        guard try store.withdrawInvitation(email) else {
          throw Failure("\(email) has no invitation.")
        }
        try StandardStreams.output("\(email) is not invited any more.\n")
        context.log.info("invitation withdrawn", metadata: ["email": "\(email)"])
      } else {
        try StandardStreams.output(lines(for: try store.members()))
      }
    } catch {
      Failure(error).end()
    }
  }

  private func lines(for members: [Member]) -> String {
    let time = LocalTime.ofUser()
    return members.map { member in
      [
        member.email, member.name ?? "", WireDate.day(member.since, in: time),
        member.isInvited ? "invited" : String(member.devices),
      ].map { ForeignText.cleanLine($0) }.joined(separator: "\t") + "\n"
    }.joined()
  }
}
