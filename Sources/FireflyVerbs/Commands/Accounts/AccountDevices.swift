import ArgumentParser
import FireflyAPI
import FireflyClient
import FireflyCore
import Foundation

/// `firefly account devices`: lists the devices of an account, or signs them out.
struct AccountDevices: AccountUsingCommand, GroupedCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the devices signed in to your account, or sign them out.",
    discussion: """
      Each line has the device's number, its name, the day of sign-in and the day of last use, separated by \
      tabs, and then a * for this device.
      """)

  @Option(help: ArgumentHelp("Sign out this device.", valueName: "id"))
  var revoke: Int?

  @Flag(help: "Sign out all devices, this one last.")
  var revokeAll = false

  @OptionGroup var listing: ListOptions
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<SigningIn>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var group: AccountGroup

  func validate() throws {
    try browsing.refuseOptions(with: Self.spokenName, exceptServer: true)
    if let revoke, revoke < 1 { throw ValidationError("The number of a device must be 1 or more.") }
    if listing.json || listing.fields != nil, revoke != nil || revokeAll {
      throw ValidationError("Use --json and --fields with the list only.")
    }
    if revoke != nil, revokeAll { throw ValidationError("Use either --revoke or --revoke-all.") }
  }

  func perform() throws {
    try listing.check(.devices)
    try connected(answer)
  }

  private func answer(_ context: CommandContext, _ place: Connection) throws {
    guard place.credentials.account.hasUser else {
      throw AccountCommand.signedOut(on: place)
    }
    try AccountCommand.requireSignIn(at: place)
    guard !place.site.has(.personal) else {
      throw Failure(
        place.site.has(.passwords)
          ? "\(place.name) has no list of devices."
          : "\(place.name) lists its devices on a page of its own.")
    }
    guard !place.site.can(.signIn) || place.credentials.token != nil else {
      throw Failure("\(place.address) identifies you by e-mail only and has no list of devices.")
    }
    let session = context.session(of: place)
    if revokeAll { return try signOutAll(session, on: place, in: context) }
    guard let revoke else {
      let devices = try MainLoop.run { try await session.client.devices() }
      if devices.isEmpty { StandardStreams.note("No devices are signed in to your account.") }
      return try listing.output(devices, as: .devices, else: rows(for: devices))
    }
    guard try MainLoop.run({ try await Self.revoke(revoke, session.client) }) else {
      throw Failure("No device \(revoke). `firefly account devices` lists your devices.")
    }
    StandardStreams.confirm("Signed out device \(revoke).\n")
  }

  /// Signs out every device; this one last, because it needs its token until then.
  private func signOutAll(
    _ session: AccountSession, on place: Connection, in context: CommandContext
  ) throws {
    let data = context.localData(of: place)
    let (others, result) = try MainLoop.run {
      var others = 0
      for device in try await session.client.devices() where !device.isCurrent {
        if try await Self.revoke(device.id, session.client) { others += 1 }
      }
      let result = place.site.can(.signIn) ? try await session.signOut() : nil
      if let key = result?.user?.key {
        await data.removeSeen(by: key)
      }
      return (others, result)
    }
    if let complaint = result?.complaint { throw Failure(complaint) }
    let count = others + (result == nil ? 0 : 1)
    let devices = Counted.words(count, "device")
    guard let result else { return StandardStreams.confirm("Signed out \(devices).\n") }
    let name = result.user.map { " of \(AccountCommand.name($0))" } ?? ""
    let next =
      result.next.map { "You are \(AccountCommand.name($0)) there now." }
      ?? "Use `firefly login` to sign in again."
    StandardStreams.confirm("Signed out \(devices)\(name), this one included. \(next)\n")
  }

  /// Signs out a device; returns false if the account has no such device.
  private static func revoke(_ id: Int, _ client: AccountClient) async throws -> Bool {
    do {
      try await client.revoke(id)
      return true
    } catch APIError.status(404, _) {
      return false
    }
  }

  private func rows(for devices: [DeviceDescription]) -> [[String]] {
    let time = LocalTime.ofUser()
    func day(_ date: Date?) -> String { date.map { WireDate.day($0, in: time) } ?? "" }
    return devices.map { device in
      [
        String(device.id), device.name, day(device.createdAt), day(device.usedAt),
        device.isCurrent ? "*" : "",
      ]
    }
  }
}

extension PrintedList where Item == DeviceDescription {
  /// The fields of devices.
  static var devices: PrintedList {
    PrintedList(
      name: "devices",
      fields: [
        ("id", { .number($0.id) }), ("name", { .text($0.name) }),
        ("date", { $0.createdAt.map(PrintedValue.date) }),
        ("used", { $0.usedAt.map(PrintedValue.date) }), ("current", { .flag($0.isCurrent) }),
      ])
  }
}
