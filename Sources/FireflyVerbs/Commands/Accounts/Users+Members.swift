import FireflyCore
import FireflyStore
import Foundation

// The members of the embedded server, for `firefly serve`.
extension Users {
  /// Lists the members, invites or removes one, or withdraws an invitation.
  ///
  /// - Throws: `Failure`, `StoreError`.
  func runOnOwnServer() throws {
    try listing.check(.members)
    let context = try CommandContext("users", common, database: storage.database)
    try context.reportComplaints()
    let store = try context.openStore()
    _ = try MainLoop.run { try await store.prepareFirstRun(localUser: context.findLocalUser) }
    context.log.debug("users", metadata: ["data": "\(store.location)"])
    if let email = invite.flatMap(MailAddress.init)?.text {
      guard try MainLoop.run({ try await store.invite(email, at: VerbEnvironment.current.now()) })
      else {
        throw Failure("\(email) is already a user.")
      }
      StandardStreams.confirm("Invited \(email).\n")
      context.log.info("invited", metadata: ["email": "\(email)"])
    } else if let email = withdraw.flatMap(MailAddress.init)?.text {
      guard try MainLoop.run({ try await store.withdrawInvitation(email) }) else {
        throw Failure("\(email) has no invitation.")
      }
      StandardStreams.confirm("Withdrew the invitation of \(email).\n")
      context.log.info("invitation withdrawn", metadata: ["email": "\(email)"])
    } else if let remove {
      let count = try MainLoop.run { [posts] in
        try await store.removeMember(remove, withPosts: posts, at: VerbEnvironment.current.now())
      }
      guard let count else {
        throw Failure("No user \(ForeignText.cleanLine(remove, limit: 254)).")
      }
      let fate = posts ? "deleted" : "kept"
      StandardStreams.confirm(
        "Removed \(remove). \(Counted.words(count, "post was", "posts were")) \(fate).\n")
      context.log.info("removed", metadata: ["email": "\(remove)", "posts": "\(fate)"])
    } else {
      let members = try MainLoop.run { try await store.members() }
      try listing.output(members, as: .members, else: rows(for: members))
    }
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
  fileprivate static var members: PrintedList {
    PrintedList(
      name: "members",
      fields: [
        ("email", { .text($0.email) }), ("name", { $0.name.map(PrintedValue.text) }),
        ("date", { .date($0.since) }), ("invited", { .flag($0.isInvited) }),
        ("devices", { .number($0.devices) }),
      ])
  }
}
