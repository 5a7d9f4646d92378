import FireflyAPI
import FireflyCore
import FireflyRuntime
import FireflySources
import Foundation
import Logging

extension Connection {
  /// The user of this machine, who owns the saved searches; the e-mail can't exist on the web.
  static var reader: User {
    let login = NSUserName().isEmpty ? "user" : NSUserName()
    return User(email: "\(login)@localhost", name: login)
  }
}

extension CommandContext {
  /// Returns a client of a source.
  func client(of source: SourceAddress, at server: ServerAddress) -> PostsClient {
    .source(
      source, server: server, reader: Connection.reader, userAgent: Self.userAgent,
      storage: storage(of: source), at: link, logger: log)
  }

  /// Loads a thread of a source, or a branch of it.
  ///
  /// - Throws: `APIError`; `Failure` without libcurl.
  func thread(
    _ link: SourceLink, isWhole: Bool = true, withPictures hasPictures: Bool = true
  ) throws -> SourceThread {
    guard PostsClient.prepare() else {
      throw Failure("libcurl is missing. On Debian: apt install libcurl4.")
    }
    let server = try link.source.server(environment)
    return try Interruption.run { [storage = storage(of: link.source), log] in
      try await SourceThread(
        link, isWhole: isWhole, withPictures: hasPictures, server: server,
        userAgent: Self.userAgent,
        storage: storage, logger: log)
    }
  }

  /// Whether a source has the user that a page of it would show; asks it.
  func hasUser(of link: SourceLink) -> Bool {
    guard case .user(let handle) = link.target, PostsClient.prepare(),
      let server = try? link.source.server(environment)
    else { return false }
    let client = client(of: link.source, at: server)
    return (try? MainLoop.run { try await client.profile(handle) != nil }) == true
  }

  private static let userAgent = "Firefly/\(Version.current)"

  private func storage(of source: SourceAddress) -> SourceStorage {
    let file = SharedFile(of: source.id, in: paths.state.appendingPathComponent("sources"))
    return SourceStorage(read: { file.read() }, update: { try file.update($0) })
  }
}

extension AccountCommand {
  /// Returns the failure of a command about accounts on a source, which has none.
  static func needsNone(_ source: SourceAddress) -> Failure {
    Failure("\(source.name) needs no sign-in: it is read only here.")
  }

  /// Returns the failure of a command that writes to a source.
  static func readOnly(_ source: SourceAddress) -> Failure {
    Failure("\(source.name) is read only here.")
  }
}
