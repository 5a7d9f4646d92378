import FireflyAPI
import FireflyCore
import FireflyRuntime
import FireflySources
import Foundation
import Logging

extension Connection {
  /// The user of this machine, as the owner of the saved searches; the host is none of the web's.
  static var reader: User {
    let login = NSUserName().isEmpty ? "user" : NSUserName()
    return User(email: "\(login)@localhost", name: login)
  }
}

extension CommandContext {
  /// A client of a source at its address.
  func client(of source: SourceAddress, at server: ServerAddress) -> PostsClient {
    let file = SharedFile(of: source.id, in: places.state.appendingPathComponent("sources"))
    return .source(
      source, server: server, reader: Connection.reader,
      userAgent: "Firefly/\(Version.current)",
      storage: SourceStorage(read: { file.read() }, update: { try file.update($0) }),
      at: link, logger: log)
  }
}

extension AccountCommand {
  /// The failure of a command about the account on a source, which has none.
  static func needsNone(_ source: SourceAddress) -> Failure {
    Failure("\(source.name) needs no sign-in: it is read only here.")
  }

  /// The failure of a command that writes to a source.
  static func readOnly(_ source: SourceAddress) -> Failure {
    Failure("\(source.name) is read only here.")
  }
}
