import ArgumentParser
import FireflyStore
import Foundation

/// The options about access to a server for others.
struct ServingOptions: ParsableArguments {
  @Flag(
    help:
      "Trust any claimed identity; no sign-in. For the phone app, among friends."
  )
  var open = false

  @Option(help: "Who may read: anyone who can reach the server (default), or its members only.")
  var readers: Access.Readers?

  @Option(help: "Who may sign up: anyone (open), or invited people only.")
  var registration: Access.Registration = .open

  @Option(
    name: .customLong("replies"),
    help: "Who may reply to a post: anyone who may write, or its author (owner) only.")
  var repliers: Access.Repliers = .anyone

  @Option(
    name: .customLong("mail-command"),
    help: ArgumentHelp(
      "A program that sends the codes: it reads the e-mail and the code from two lines of its standard "
        + "input. Without it, codes are printed and logged.",
      valueName: "command"))
  var mailCommand: MailCommand?

  @Option(
    help: ArgumentHelp(
      "Codes a day for newcomers behind one address, such as that of a school.",
      valueName: "number"))
  var newcomers = Access.standardNewcomers

  @Option(
    help: ArgumentHelp(
      "Limits of pictures and posts for each user, or none. You are exempt.",
      valueName: "quota"))
  var quota: Quota = .standard

  private static let allowedNewcomers = 1...10_000

  func validate() throws {
    if open, readers == .members {
      throw ValidationError("--open can't be combined with --readers members: there is no sign-in.")
    }
    guard Self.allowedNewcomers.contains(newcomers) else {
      throw ValidationError(
        "The number of newcomers must be from \(Self.allowedNewcomers.lowerBound) to "
          + "\(Self.allowedNewcomers.upperBound).")
    }
  }

  /// The access rules.
  var access: Access {
    var access: Access =
      open
      ? .open(registration: registration)
      : .members(readers: readers ?? .anyone, registration: registration)
    access.repliers = repliers
    access.mailsCodes = mailCommand != nil
    access.newcomers = newcomers
    return access
  }

  /// The access rules as lines to print at the start.
  var lines: [String] {
    let readers =
      access.readers == .anyone
      ? "Anyone can read; signed-in users can write" : "Only signed-in users can read and write"
    let newcomers =
      registration == .open
      ? "anyone can sign up" : "only people invited by `firefly member invite` can sign up"
    let rights =
      open ? "OPEN: anyone can read, and write in any user's name." : "\(readers); \(newcomers)."
    let replies = repliers == .owner ? ["Only the author of a post can reply to it."] : []
    let codes = mailCommand == nil ? "printed here and in the log" : "sent by the mail command"
    return [rights] + replies + (quota.words.map { ["Limits for each user: \($0)."] } ?? [])
      + ["Sign-in codes are \(codes)."]
  }
}

extension Access.Readers: ExpressibleByArgument {}
extension Access.Repliers: ExpressibleByArgument {}
extension Access.Registration: ExpressibleByArgument {}

extension Quota: ExpressibleByArgument {
  /// Parses the value of `serve --quota`.
  package init?(argument: String) { self.init(argument) }
}

extension MailCommand: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
