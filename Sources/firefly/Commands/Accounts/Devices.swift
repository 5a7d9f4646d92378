import ArgumentParser
import FireflyAPI
import FireflyCore
import Foundation

/// `firefly devices`: lists the devices of an account, or signs one out.
struct Devices: ServerCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the devices signed in to your account, or sign one out.",
    discussion: """
      Each line has the device's number, its name, the day of sign-in and the day of last use, separated by \
      tabs. A * marks this device.
      """)

  @Option(help: ArgumentHelp("Sign out this device.", valueName: "id"))
  var revoke: Int?

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "devices", exceptServer: true)
    if let revoke, revoke < 1 { throw ValidationError("The number of a device must be 1 or more.") }
  }

  func perform() throws { try connected(answer) }

  private func answer(_ context: CommandContext, _ place: Connection) throws {
    guard place.credentials.account.user != nil else {
      throw AccountCommand.signedOut(on: place.address)
    }
    if let source = place.source { throw AccountCommand.needsNone(source) }
    guard place.localUser != nil || place.credentials.token != nil else {
      throw Failure("\(place.address) identifies you by e-mail only and has no list of devices.")
    }
    let client = context.session(of: place).client
    guard let revoke else {
      let devices = try MainLoop.run { try await client.devices() }
      if devices.isEmpty { StandardStreams.warn("No devices are signed in to your account.") }
      return try PrintedTable.output(rows(for: devices))
    }
    do {
      try MainLoop.run { try await client.revoke(revoke) }
    } catch APIError.status(404, _) {
      throw Failure("No device \(revoke). `firefly devices` lists your devices.")
    }
    StandardStreams.confirm("Signed out device \(revoke).\n")
  }

  private func rows(for devices: [DeviceDescription]) -> [[String]] {
    let time = LocalTime.ofUser()
    func day(_ date: Date?) -> String { date.map { WireDate.day($0, in: time) } ?? "" }
    return devices.map { device in
      [
        String(device.id), device.name + (device.isCurrent ? " *" : ""), day(device.createdAt),
        day(device.usedAt),
      ]
    }
  }
}
