import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyModel
import FireflySources
import FireflyVerbs
import Foundation

/// The configuration: `config.yaml`, overridden by `FIREFLY_…` variables.
///
/// Invalid values are reported in `complaints` and keep their default; all others apply.
package struct SettingsFile: Sendable {
  /// Maximum number of complaints; the rest is only counted.
  static let maximumComplaints = 20

  private static let maximumKeys = 20

  /// The settings of the terminal UI.
  package var settings = Settings()
  /// The configured server; nil for none.
  package var server: ServerChoice?
  /// Whether the configured server is invalid; no other server may be used in its place.
  package var isServerInvalid = false
  /// Whether the file could not be read, so that it may name any server.
  package private(set) var isIgnored = false
  /// Whether the output is for a screen reader, which needs no drawing and motion.
  var isForScreenReader: Bool {
    get { settings.screenReader }
    set {
      settings.screenReader = newValue
      if newValue { (settings.motion, settings.pictures) = (.none, .none) }
    }
  }
  /// Whether line mode is configured.
  package var isAccessible = false
  /// The path of the configured certificates; nil for none.
  package var authorities: String?
  /// The log level.
  package var logLevel = LogLevel.info
  /// The configured automation port; nil for none.
  package var automation: Int?
  /// The commands of sources that are programs, by their names: the program and its arguments, or one text with both.
  package private(set) var programs: [String: [String]] = [:]
  /// The bindings that have lost keys to the user's own commands, by the names of the commands.
  var keysTakenByCommands: [String: [String]] = [:]
  /// Where the user's own commands stand in the file, by their names.
  var commandPlaces: [String: [String]] = [:]
  /// The words of the filters of feeds, by the names of feeds and folders, then by `hide`, `only` and `notify`.
  package var feedFilters: [String: [String: [String]]] = [:]
  /// The themes of the configuration.
  var ownThemes: [Theme] = []
  /// The mistakes, as sentences for the user.
  package private(set) var complaints: [SettingsError] = []
  /// The number of complaints beyond the maximum.
  private var surplus = 0

  /// The complaints about the file, without those about variables, which can't change while the
  /// program runs.
  package var complaintsAboutFile: [SettingsError] { complaints.filter { $0.place == place } }

  /// Returns whether the value of a key was refused.
  func isRefused(_ key: [String]) -> Bool { complaints.contains { $0.key == key } }

  /// The path of the file, for messages.
  package let place: String
  /// The file and the variables; nil for the defaults.
  let source: ConfigurationSource?
  /// The variables that the program was started with.
  let environment: [String: String]

  /// The defaults, without a file.
  package static let standard = SettingsFile()

  private init() { (place, source, environment) = ("", nil, [:]) }

  /// Reads the configuration.
  package init(file: URL, environment: [String: String]) {
    let source = ConfigurationSource(file: file, environment: environment)
    (place, self.source, self.environment) = (source.file, source, environment)
    if let failure = source.failure {
      isIgnored = true
      complain(failure)
    }
    for key in source.refusedLists {
      complain(source.complaint(key, "the list may contain only words."))
    }
    read(source)
    checkNames(source)
    guard surplus > 0 else { return }
    complaints.append(
      SettingsError(place: place, text: "… and \(surplus) more like these."))
  }

  /// Adds a complaint; beyond the maximum it is only counted.
  mutating func complain(_ complaint: SettingsError) {
    complain { _ in complaint }
  }

  /// Does the same, with a sentence that is created lazily.
  mutating func complain(_ wording: (SettingsFile) -> SettingsError) {
    if complaints.count < Self.maximumComplaints {
      complaints.append(wording(self))
    } else {
      surplus += 1
    }
  }

  private mutating func read(_ source: ConfigurationSource) {
    readPrograms(source)
    if source.lessMotion != nil { settings.motion = .reduced }
    for setting in Setting.all { setting.read(source, into: &self) }
    isServerInvalid = server == nil && source.value(SettingName.server.key) != .missing
    readTunables(source)
    readThemes(source)
    readKeys(source)
    readCommands(source)
  }

  private mutating func readPrograms(_ source: ConfigurationSource) {
    for key in source.fileKeys where key.count == 2 && key[0] == "sources" {
      guard let words = source.words(key) else { continue }
      if SourceAddress(program: key[1]) == nil {
        complain(
          source.complaint(
            key, "names have small letters, digits and hyphens, and are not those of a service."))
      } else if words.first?.allSatisfy(\.isWhitespace) != false {
        complain(source.complaint(key, "the value is missing; use a command."))
      } else {
        programs[key[1]] = words
      }
    }
  }

  private mutating func readTunables(_ source: ConfigurationSource) {
    for tunable in Tunable.all {
      let key = ["tunables", tunable.name]
      guard let text = text(source, key, tunable.allowedValues) else { continue }
      if tunable.set(text, in: &settings.tunables) { continue }
      complain(source.complaint(key, notValid(text, use: tunable.allowedValues)))
    }
  }

  /// Returns whether a key is set; reports what is neither yes nor no.
  mutating func flag(_ source: ConfigurationSource, _ key: [String]) -> Bool? {
    value(source, key, "true or false") { Self.flags[$0.lowercased()] }
  }

  /// How yes and no may be written.
  static let flags = [
    "true": true, "yes": true, "on": true, "1": true, "false": false, "no": false, "off": false,
    "0": false,
  ]

  /// Returns the value of a key that has few; reports another one.
  mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ source: ConfigurationSource, _ key: [String]
  ) -> Value? where Value.RawValue == String {
    let known = Value.allCases.map(\.rawValue)
    guard let text = text(source, key, Self.list(known)) else { return nil }
    if let value = Value(rawValue: text) { return value }
    complain(source.complaint(key, notValid(text, known: known)))
    return nil
  }

  /// Returns the parsed value of a key; reports an invalid one.
  mutating func value<Value>(
    _ source: ConfigurationSource, _ key: [String], _ wanted: String, _ parse: (String) -> Value?
  ) -> Value? {
    guard let text = text(source, key, wanted) else { return nil }
    if let value = parse(text) { return value }
    complain(source.complaint(key, notValid(text, use: wanted)))
    return nil
  }

  private mutating func readKeys(_ source: ConfigurationSource) {
    var changes: [KeyContext: [String: [String]]] = [:]
    var written: [KeyContext: [String: [String]]] = [:]
    for context in KeyContext.allCases {
      for name in settings.keymap.names(in: context) {
        // `outline` is both an action of the lists and a context: to set both, use `lists`.
        let keys = [Self.path(of: name, in: context), ["keys", context.rawValue, name]]
        guard let key = keys.first(where: { source.words($0) != nil }),
          let words = source.words(key)
        else { continue }
        written[context, default: [:]][name] = key
        if words == [""] {
          complain(
            source.complaint(
              key, "the value is missing; use a key, a list of keys, or []."))
        } else if words.count > Self.maximumKeys {
          complain(source.complaint(key, "at most \(Self.maximumKeys) keys are allowed."))
        } else {
          changes[context, default: [:]][name] = words
        }
      }
    }
    for complaint in settings.keymap.rebind(changes) {
      let key =
        written[complaint.context]?[complaint.binding]
        ?? Self.path(of: complaint.binding, in: complaint.context)
      complain(source.complaint(key, complaint.text))
    }
  }

  /// Returns the configuration key of a binding: `keys.down` for lists, `keys.outline.down` for
  /// other contexts.
  static func path(of binding: String, in context: KeyContext) -> [String] {
    context == .lists ? ["keys", binding] : ["keys", context.rawValue, binding]
  }

  /// Returns the text of a key; reports lists and missing values.
  mutating func text(
    _ source: ConfigurationSource, _ key: [String], _ wanted: String
  ) -> String? {
    switch source.value(key) {
    case .missing: return nil
    case .text(let text) where !text.isEmpty: return text
    case .text: complain(source.complaint(key, "the value is missing; use \(wanted)."))
    case .list: complain(source.complaint(key, "accepts one value, not a list; use \(wanted)."))
    }
    return nil
  }

  /// Reports an unknown value, and suggests the nearest known one.
  func notValid(_ text: String, known: [String]) -> String {
    notValid(text, use: Self.list(known)) + guess(text, known)
  }

  /// Reports a value that is not one of those that are allowed.
  func notValid(_ text: String, use allowed: String) -> String {
    "“\(shown(text))” is not valid; use \(allowed)."
  }

  /// Returns a suggestion to append to a sentence; empty if no known name is near.
  func guess(_ name: String, _ known: some Sequence<String>) -> String {
    known.nearest(to: name).map { " Did you mean \($0)?" } ?? ""
  }

  /// Returns a text of the configuration for messages.
  func shown(_ text: String) -> String { ForeignText.cleanLine(text, limit: 60) }

  /// Returns the words that are allowed, as they end a sentence.
  static func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
