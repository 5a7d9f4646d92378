import FireflyAPI
import FireflyApp
import FireflyCore
import FireflySources
import FireflySpelling
import Foundation
import Logging

/// The configuration: `config.yaml`, overridden by `FIREFLY_…` variables.
///
/// Invalid values are reported in `complaints` and keep their default; all others apply.
struct SettingsFile: Sendable {
  /// Maximum number of complaints; the rest is only counted.
  static let maximumComplaints = 20

  private static let maximumKeys = 20

  /// The settings of the terminal UI.
  var settings = Settings()
  /// The configured server; nil for none.
  private(set) var server: ServerChoice?
  /// Whether the configured server is invalid; no other server may be used in its place.
  var isServerInvalid = false
  /// Whether the file could not be read, so that it may name any server.
  private(set) var isIgnored = false
  /// Whether line mode is configured.
  private(set) var isAccessible = false
  /// The path of the configured certificates; nil for none.
  private(set) var authorities: String?
  /// The configured log level; nil for none.
  private(set) var logLevel: Logger.Level?
  /// The configured automation port; nil for none.
  private(set) var automation: Int?
  /// The commands of sources that are programs, by their names: the program and its arguments, or one text with both.
  private(set) var programs: [String: [String]] = [:]
  /// The bindings that have lost keys to the user's own commands, by the names of the commands.
  var keysTakenByCommands: [String: [String]] = [:]
  /// Where the user's own commands stand in the file, by their names.
  var commandPlaces: [String: [String]] = [:]
  /// The words of the filters of feeds, by the names of feeds and folders, then by `hide`, `only` and `notify`.
  var feedFilters: [String: [String: [String]]] = [:]
  /// The themes of the configuration.
  var ownThemes: [Theme] = []
  /// The mistakes, as sentences for the user.
  private(set) var complaints: [SettingsError] = []
  /// The number of complaints beyond the maximum.
  private var surplus = 0

  /// The complaints about the file, without those about variables, which can't change while the
  /// program runs.
  var complaintsAboutFile: [SettingsError] { complaints.filter { $0.place == place } }

  /// Returns whether the value of a key was refused.
  func isRefused(_ key: [String]) -> Bool { complaints.contains { $0.key == key } }

  private let place: String

  /// Reads the configuration.
  init(file: URL, environment: [String: String]) {
    let source = ConfigurationSource(file: file, environment: environment)
    place = source.file
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
    settings.motion = choice(source, "motion") ?? (source.lessMotion == nil ? .full : .reduced)
    settings.pictures = choice(source, "pictures") ?? settings.pictures
    settings.density =
      value(source, ["density"], "auto, cards, compact or lines") { (name) -> Density?? in
        name == "auto" ? .some(nil) : Density(rawValue: name).map(Optional.some)
      } ?? nil
    settings.view = choice(source, "view") ?? settings.view
    settings.columns = choice(source, "columns") ?? settings.columns
    settings.writeIn = choice(source, "write-in") ?? settings.writeIn
    settings.readMarks = flag(source, "read-marks") ?? settings.readMarks
    settings.prefetch = flag(source, "prefetch") ?? settings.prefetch
    settings.notify = flag(source, "notify") ?? settings.notify
    readMuted(source)
    readFeedFilters(source)
    settings.mouse = flag(source, "mouse") ?? settings.mouse
    isAccessible = flag(source, "accessible") ?? false
    if flag(source, "screen-reader") == true {
      settings.screenReader = true
      (settings.motion, settings.pictures) = (.none, .none)
    }
    let dictionaries = "auto, none, or a dictionary such as en_GB"
    settings.spelling =
      value(source, ["spelling"], dictionaries) { name in
        switch name {
        case "auto": .automatic
        case "none": Settings.Spelling.none
        default: DictionaryFiles.isName(name) ? .named(name) : nil
        }
      } ?? settings.spelling
    if let text = text(source, ["server"], "the address of one server") {
      do {
        server = try ServerChoice(configured: text, programs: programs.keys)
      } catch {
        complain(source.complaint(["server"], error.sentence))
      }
    }
    isServerInvalid = server == nil && source.value(["server"]) != .missing
    authorities = value(source, ["ca-file"], "a file of certificates that can be read") { text in
      let path = source.expanded(text)
      return access(path, R_OK) == 0 ? path : nil
    }
    let level: LogLevel? = choice(source, "log-level")
    logLevel = level?.level
    automation =
      value(source, ["automation"], "none or a port, from 0 to 65535") { (text) -> Int?? in
        if text == "none" { return .some(nil) }
        guard let port = Int(text), AutomationPort.range.contains(port) else { return .none }
        return port
      } ?? nil
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
      complain(
        source.complaint(key, "“\(shown(text))” is not valid; use \(tunable.allowedValues)."))
    }
  }

  private mutating func readMuted(_ source: ConfigurationSource) {
    func words(_ name: String) -> [String] {
      (source.words(["mute", name]) ?? []).filter { !$0.isEmpty }
    }
    for name in ["words", "people"] where words(name).count > Muted.maximum {
      complain(source.complaint(["mute", name], "at most \(Muted.maximum) are allowed."))
    }
    settings.muted = Muted(
      words: Array(words("words").prefix(Muted.maximum)),
      people: words("people").prefix(Muted.maximum))
  }

  private mutating func flag(_ source: ConfigurationSource, _ key: String) -> Bool? {
    flag(source, [key])
  }

  /// Returns whether a key is set; reports what is neither yes nor no.
  mutating func flag(_ source: ConfigurationSource, _ key: [String]) -> Bool? {
    value(source, key, "true or false") { text in
      switch text.lowercased() {
      case "true", "yes", "on", "1": true
      case "false", "no", "off", "0": false
      default: nil
      }
    }
  }

  private mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ source: ConfigurationSource, _ key: String
  ) -> Value? where Value.RawValue == String {
    choice(source, [key])
  }

  /// Returns the value of a key that has few; reports another one.
  mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ source: ConfigurationSource, _ key: [String]
  ) -> Value? where Value.RawValue == String {
    let known = Value.allCases.map(\.rawValue)
    guard let text = text(source, key, list(known)) else { return nil }
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
    complain(source.complaint(key, "“\(shown(text))” is not valid; use \(wanted)."))
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
    "“\(shown(text))” is not valid; use \(list(known))." + guess(text, known)
  }

  /// Returns a suggestion to append to a sentence; empty if no known name is near.
  func guess(_ name: String, _ known: some Sequence<String>) -> String {
    known.nearest(to: name).map { " Did you mean \($0)?" } ?? ""
  }

  /// Returns a text of the configuration for messages.
  func shown(_ text: String) -> String { ForeignText.cleanLine(text, limit: 60) }

  private func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
