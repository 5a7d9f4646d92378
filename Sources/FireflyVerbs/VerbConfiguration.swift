import FireflyModel
import Foundation

/// What `config.yaml` and the `FIREFLY_…` variables say, as verbs need it.
///
/// The rest of it belongs to the app, which verbs don't know: `firefly` passes the type that reads both.
package protocol VerbConfiguration: Sendable {
  /// Reads the file and the variables.
  init(file: URL, environment: [String: String])

  /// A file with every setting and its default, commented out and explained.
  static var template: String { get }

  /// The path of the file, for messages.
  var place: String { get }
  /// The configured server; nil for none.
  var server: ServerChoice? { get }
  /// Whether the configured server is invalid; no other server may be used in its place.
  var isServerInvalid: Bool { get }
  /// Whether the file could not be read, so that it may name any server.
  var isIgnored: Bool { get }
  /// The path of the configured certificates; nil for none.
  var authorities: String? { get }
  /// The log level.
  var logLevel: LogLevel { get }
  /// The commands of sources that are programs, by their names: the program and its arguments, or one text with both.
  var programs: [String: [String]] { get }
  /// The words of the filters of feeds, by the names of feeds and folders, then by `hide`, `only`, `notify` and `quiet`.
  var feedFilters: [String: [String: [String]]] { get }
  /// The words and people whose posts are folded.
  var muted: Muted { get }
  /// Whether Firefly remembers which posts were read.
  var readMarks: Bool { get }
  /// Whether a server may know which posts were read and saved.
  var sharesMarks: Bool { get }
  /// The mistakes, as sentences for the user.
  var complaints: [SettingsError] { get }
  /// What it names and this machine lacks, other than programs.
  var missing: [SettingsError] { get }
  /// The programs that it names and this machine lacks.
  var missingPrograms: [SettingsError] { get }

  /// Returns the settings in effect and their origins, as a file.
  ///
  /// - Parameter tried: returns what the filter of a feed or folder does, in words.
  func report(tried: @escaping (String) -> String?) -> String

  /// The settings in effect, in the order of that file.
  var entries: [ReportedSetting] { get }
}

/// A setting in effect.
package struct ReportedSetting: Sendable {
  /// Its place in the file, with points: `keys.lists.quit`.
  package let name: String
  /// The value as the file has it.
  package let value: String
  /// Where it comes from: a line of the file, a variable, `default`.
  package let origin: String

  /// Creates a value.
  package init(name: String, value: String, origin: String) {
    (self.name, self.value, self.origin) = (name, value, origin)
  }
}
