import FireflyCore
import Foundation

/// The paths of Firefly's files, by the XDG base directory specification.
package struct StandardPaths {
  /// `config.yaml`.
  package let configuration: URL
  /// The embedded server's database and pictures.
  package let data: URL
  /// The user's own words for the spelling checker, on all servers.
  package let words: URL
  /// The feeds that the user follows.
  package let feeds: URL
  /// The log.
  package let state: URL
  /// Cached pictures and lists.
  package let cache: URL

  /// Creates the paths for an environment.
  ///
  /// Relative XDG paths are ignored, as specified.
  ///
  /// - Parameter dataFolder: the value of `--data`.
  package init(
    dataFolder: String? = nil,
    environment: [String: String]
  ) {
    // Without HOME, as under some service managers, ask the system.
    let home = URL(
      fileURLWithPath: environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory())
    func place(_ variable: String, _ fallback: String) -> URL {
      let path = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
      let base = path.map { URL(fileURLWithPath: $0) } ?? home.appendingPathComponent(fallback)
      return base.appendingPathComponent("firefly")
    }
    configuration = place("XDG_CONFIG_HOME", ".config").appendingPathComponent("config.yaml")
    let ownData = place("XDG_DATA_HOME", ".local/share")
    data = dataFolder.map { URL(fileURLWithPath: VerbEnvironment.current.path($0)) } ?? ownData
    words = ownData.appendingPathComponent("words.txt")
    feeds = ownData.appendingPathComponent("feeds.txt")
    state = place("XDG_STATE_HOME", ".local/state")
    cache = place("XDG_CACHE_HOME", ".cache")
  }

  /// Creates a folder that only its owner can read.
  package static func make(_ folder: URL) throws(Failure) {
    let problem = OwnFiles.makeFolders(folder.path)
    guard problem == 0 else {
      throw Failure("\(folder.path) can't be made: \(OwnFiles.reason(problem, at: folder.path)).")
    }
  }
}
