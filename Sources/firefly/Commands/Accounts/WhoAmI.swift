import ArgumentParser
import FireflyServer
import Foundation

/// `firefly whoami`: prints the account on a server, without a request.
struct WhoAmI: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami", abstract: "Print your account on a server.")

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions
  @ParentCommand var browsing: Firefly

  func perform() throws {
    try connected { _, place in
      if let source = place.source { throw AccountCommand.needsNone(source) }
      guard let user = place.credentials.account.user else {
        throw AccountCommand.signedOut(on: place.address)
      }
      let server = place.localUser == nil ? "\(place.address)" : "Firefly's own server"
      try StandardStreams.output("\(AccountCommand.name(user)) on \(server)\n")
    }
  }
}
