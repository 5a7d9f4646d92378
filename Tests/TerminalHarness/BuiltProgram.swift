import Foundation

/// Programs of this package, as they were built beside the tests that are running.
package enum BuiltProgram {
  /// Firefly: the release that FIREFLY_BINARY names, or the one beside the tests.
  package static let firefly =
    ProcessInfo.processInfo.environment["FIREFLY_BINARY"] ?? path(of: "firefly")

  /// Whether it is a release, linked as what ships.
  package static let isRelease = ProcessInfo.processInfo.environment["FIREFLY_BINARY"] != nil

  /// Where a program of the package lies.
  package static func path(of name: String) -> String {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: own ?? "").deletingLastPathComponent()
      .appendingPathComponent(name).path
  }

  /// - Throws: `TerminalError.cannotStart` where nothing has been built.
  package static func requireFirefly() throws {
    guard FileManager.default.isExecutableFile(atPath: firefly) else {
      throw TerminalError.cannotStart(firefly, code: ENOENT)
    }
  }
}
