import ArgumentParser
import FireflyAPI
import FireflyStore
import Foundation
import Logging

/// The options of every command.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Log level (default: info).", valueName: "level"))
  var logLevel: LogLevel?

  @Option(
    name: .customLong("data"),
    help: ArgumentHelp("Folder of your own server's database and pictures.", valueName: "dir"),
    completion: .directory, transform: folder)
  var dataFolder: String?

  @Flag(name: .shortAndLong, help: "Print results and errors only.")
  var quiet = false

  @Flag(help: "Ask nothing: where a question stands in the way, say which, and end with 2.")
  var noInput = false

  private static func folder(argument: String) throws -> String {
    if argument.isEmpty { throw ValidationError("Name a folder.") }
    return argument
  }
}

/// What a command does with the server of `--server`.
protocol ServerUse {
  /// The help text of `--server`.
  static var help: String { get }
}

/// Reads a server or a source.
enum Reading: ServerUse {
  static let help = "Use this server instead of your own, or read a source on the web, such as hn:."
}

/// Writes, or signs in and out, which no source allows.
enum Writing: ServerUse {
  static let help = "Use this server instead of your own."
}

/// Has an account on a server; there is none on the user's own.
enum SigningIn: ServerUse {
  static let help = "The server."
}

/// Lists what belongs to servers.
enum Listing: ServerUse {
  static let help = "Only those for this server."
}

/// Reads a source instead of the user's own server.
enum ReadingSource: ServerUse {
  static let help = "Read this source on the web, such as hn:, instead of your own server."
}

/// Follows feeds on a service.
enum Following: ServerUse {
  static let help =
    "Your feeds on this service, such as reader:rss.example.org, instead of those here."
}

/// The option that names the server.
struct ConnectionOptions<Use: ServerUse>: ParsableArguments {
  @Option(
    help: ArgumentHelp("\(Use.help)", valueName: "url"),
    completion: .custom { _, _, _ in Completions.places }, transform: ServerChoice.init(argument:))
  var server: ServerChoice?
}

/// The option that names the account.
struct AccountOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Use this account of the server: a handle, an e-mail or a name.", valueName: "name"),
    completion: .custom { _, _, _ in Completions.accounts })
  var account: String?
}

/// The option that names a PostgreSQL database for the embedded server.
struct DatabaseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this PostgreSQL database instead of a file: postgres://user@host/database.",
      valueName: "url"),
    transform: address)
  var database: String?

  /// Parses the address of a database.
  ///
  /// - Throws: `ValidationError`.
  static func address(argument: String) throws -> String {
    guard StoreBackend.isDatabase(argument) else {
      // The address may contain a password.
      throw ValidationError(
        "That is not the address of a database. Write postgres://user@host/database.")
    }
    return argument
  }
}

/// What a command does with the pictures of `--uploads`.
protocol PictureUse {
  /// The beginning of the help text.
  static var verb: String { get }
}

/// Stores pictures.
enum StoringPictures: PictureUse { static let verb = "Store pictures in" }

/// Reads pictures that a server has stored.
enum ReadingPictures: PictureUse { static let verb = "Read the pictures from" }

/// The option that names the place of uploaded pictures.
struct PictureOptions<Use: PictureUse>: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      \(Use.verb) this folder or S3 (s3://bucket?endpoint=https://host) instead of the data folder or \
      the database.
      """,
      valueName: "place"),
    completion: .directory)
  var uploads: String?

  func validate() throws { _ = try location() }

  /// Returns the place of pictures; nil for the default.
  ///
  /// It is parsed later than other options, because error messages of the parser repeat the value,
  /// which may contain a key.
  ///
  /// - Throws: `ValidationError`.
  func location() throws -> PictureLocation? {
    guard let argument = uploads else { return nil }
    let environment = VerbEnvironment.current.variables
    if S3Address.isAddress(argument) {
      let address: S3Address
      do throws(S3Address.Problem) {
        address = try S3Address(argument, environment: environment)
      } catch {
        throw ValidationError("\(error)")
      }
      guard let credentials = S3Credentials(environment: environment) else {
        throw ValidationError("Pictures in S3 need AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.")
      }
      return .s3(address, credentials)
    }
    if argument.isEmpty || argument.contains("://") {
      throw ValidationError("The place for pictures is not a folder.")
    }
    return .folder(URL(fileURLWithPath: VerbEnvironment.current.path(argument)))
  }
}

/// A log level of swift-log.
package enum LogLevel: String, ExpressibleByArgument, CaseIterable {
  case trace, debug, info, notice, warning, error

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
}

extension ServerChoice {
  /// Parses an address from the command line.
  ///
  /// - Throws: `ValidationError`.
  init(argument: String) throws {
    do {
      try self.init(argument)
    } catch {
      throw ValidationError(error.sentence)
    }
  }
}
