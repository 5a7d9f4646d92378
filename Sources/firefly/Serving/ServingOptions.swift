import ArgumentParser
import FireflyServer
import Foundation

/// Who may do what on a server for others.
struct ServingOptions: ParsableArguments {
  @Flag(
    help:
      "Believe everybody who they say they are, without signing in: for the phone app, among friends."
  )
  var open = false

  @Option(help: "Who may read: anyone who can reach the server, or its members only.")
  var readers: Access.Readers?

  @Option(help: "Who may become a user by a code: anyone (open), or who was invited.")
  var registration: Access.Registration = .open

  @Option(
    name: .customLong("mail-command"),
    help: ArgumentHelp(
      "A program that sends the codes: it gets the e-mail and the code on two lines of its standard "
        + "input. Without one they are printed and logged.",
      valueName: "command"))
  var mailCommand: MailCommand?

  @Option(
    help: ArgumentHelp(
      "How much each user may store and write; none for no limit. You are exempt.",
      valueName: "quota"))
  var quota: Quota = .standard

  func validate() throws {
    if open, readers == .members {
      throw ValidationError("With --open nobody can be told to be a member: it believes everybody.")
    }
  }

  /// Who may do what.
  var access: Access {
    var access: Access =
      open
      ? .open(registration: registration)
      : .members(readers: readers ?? .anyone, registration: registration)
    access.mailsCodes = mailCommand != nil
    return access
  }

  /// What there is to say about it at the start, a line each.
  var lines: [String] {
    let readers = access.readers == .anyone ? "anyone who can reach it" : "its users"
    let rights =
      open
      ? "OPEN: whoever can reach it reads, and writes as anybody they say they are."
      : "Reading: \(readers). Writing: its users, when they have signed in."
    let newcomers =
      registration == .open
      ? "Anyone becomes a user" : "Whom `firefly users --invite` has invited becomes a user"
    let codes = mailCommand == nil ? "printed here and logged" : "sent by the mail command"
    return [rights] + (quota.words.map { ["Each user may have \($0)."] } ?? [])
      + ["\(newcomers) by a code. Codes are \(codes)."]
  }
}

extension Access.Readers: ExpressibleByArgument {}
extension Access.Registration: ExpressibleByArgument {}

extension Quota: ExpressibleByArgument {
  /// Reads what `serve --quota` is given.
  public init?(argument: String) { self.init(argument) }
}

extension MailCommand: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
