import Foundation

/// The folders in which programs are looked for.
package struct SearchPath: Sendable {
  private let folders: [Substring]

  /// The folders in `$PATH`.
  package init(_ environment: [String: String]) {
    folders = (environment["PATH"] ?? "").split(separator: ":")
  }

  /// Returns the path of a program; a name with a slash is a path.
  ///
  /// Starting a missing program would report no error.
  package func program(_ name: String) -> String? {
    guard !name.isEmpty else { return nil }
    let paths = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
