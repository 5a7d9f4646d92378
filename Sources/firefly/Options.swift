import ArgumentParser
import FireflyAPI
import Foundation
import Logging

/// What every command takes.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("How much is logged: trace, debug, info, notice, warning, error.",
      valueName: "level"))
  var logLevel: LogLevel?

  @Option(
    name: .customLong("data"),
    help: ArgumentHelp("Folder of the embedded server's database and pictures.", valueName: "dir"),
    completion: .directory)
  var dataFolder: String?
}

/// Which server is asked.
struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The Firefly server to use, instead of the embedded one.", valueName: "url"))
  var server: ServerAddress?
}

/// A level of swift-log, by its name.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
  case trace, debug, info, notice, warning, error

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
}

extension ServerAddress: ExpressibleByArgument {
  public init?(argument: String) {
    guard let address = try? ServerAddress(argument) else { return nil }
    self = address
  }
}
