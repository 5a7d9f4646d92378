import Foundation

/// Where Firefly keeps its files, by the XDG base directories.
struct StandardPaths {
  /// `config.yaml`.
  let configuration: URL
  /// The embedded server's database and pictures.
  let data: URL
  /// The user's own words for the spelling checker, on all servers.
  let words: URL
  /// The log.
  let state: URL
  /// Pictures that can be had again.
  let cache: URL

  /// The places for an environment; relative XDG paths are ignored, as the specification asks.
  ///
  /// - `dataFolder`: what the command line has for `data`, if anything.
  init(
    dataFolder: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    // Without HOME, as the system knows it: a service manager may start us with nothing.
    let home = URL(
      fileURLWithPath: environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory())
    func place(_ variable: String, _ fallback: String) -> URL {
      let path = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
      let base = path.map { URL(fileURLWithPath: $0) } ?? home.appendingPathComponent(fallback)
      return base.appendingPathComponent("firefly")
    }
    configuration = place("XDG_CONFIG_HOME", ".config").appendingPathComponent("config.yaml")
    let ownData = place("XDG_DATA_HOME", ".local/share")
    data = dataFolder.map { URL(fileURLWithPath: $0) } ?? ownData
    words = ownData.appendingPathComponent("words.txt")
    state = place("XDG_STATE_HOME", ".local/state")
    cache = place("XDG_CACHE_HOME", ".cache")
  }

  /// Makes a folder, readable by its owner only.
  static func make(_ folder: URL) throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }
}
