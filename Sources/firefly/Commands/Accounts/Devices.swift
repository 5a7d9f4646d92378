import ArgumentParser
import FireflyAPI
import FireflyCore
import Foundation

/// Where one's account on a server is signed in.
struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the devices that are signed in to your account, or sign one out.",
    discussion: """
      A line has the device's number, its name, and the days on which it signed in and was last \
      used, with a tab between each two. A * stands behind the name of this one.
      """)

  @Option(help: ArgumentHelp("Sign this device out.", valueName: "id"))
  var revoke: Int?

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "devices", exceptServer: true)
    if let revoke, revoke < 1 { throw ValidationError("A device's number is 1 or more.") }
  }

  func run() throws {
    do {
      try AccountCommand.run("devices", common, connection, answer)
    } catch {
      Failure(error).end()
    }
  }

  private func answer(_ context: CommandContext, _ place: Connection) throws {
    guard place.credentials.account.user != nil else {
      throw AccountCommand.signedOut(on: place.address)
    }
    guard place.localUser != nil || place.credentials.token != nil else {
      throw Failure("\(place.address) goes by your e-mail alone: it knows no devices.")
    }
    let client = place.session(log: context.log).client
    guard let revoke else {
      let devices = try MainLoop.run { try await client.devices() }
      if devices.isEmpty { StandardStreams.complain("No devices are signed in to your account.") }
      return try StandardStreams.output(lines(for: devices))
    }
    do {
      try MainLoop.run { try await client.revoke(revoke) }
    } catch APIError.status(404, _) {
      throw Failure("You have no device \(revoke) there. `firefly devices` lists those you have.")
    }
    try StandardStreams.output("Device \(revoke) is signed out.\n")
  }

  private func lines(for devices: [DeviceDescription]) -> String {
    let time = LocalTime.ofUser()
    func day(_ date: Date?) -> String { date.map { WireDate.day($0, in: time) } ?? "" }
    return devices.map { device in
      let name = device.name.replacing(/[\t\n]/, with: " ") + (device.isCurrent ? " *" : "")
      return [String(device.id), name, day(device.createdAt), day(device.usedAt)]
        .joined(separator: "\t") + "\n"
    }.joined()
  }
}
