import Configuration
import FireflyAPI
import FireflyApp
import FireflyScreen
import Foundation
import Logging

/// The configuration: `config.yaml`, under what `FIREFLY_…` variables say.
struct SettingsFile: Sendable {
  /// What the terminal UI obeys.
  var settings = Settings()
  /// The server to use where the command line names none.
  var server: ServerAddress?
  /// How much is logged where the command line doesn't say.
  var logLevel: Logger.Level?
  /// What could not be understood, in words for the user.
  var complaints: [String] = []

  /// The defaults.
  init() {}

  /// Reads the configuration; what is wrong in it is told in `complaints`, and the rest holds.
  init(file: URL, environment: [String: String]) async {
    let hasFile = Self.saysSomething(file)
    let hasVariables = environment.keys.contains { $0.hasPrefix("FIREFLY_") }
    guard hasFile || hasVariables else { return }
    var providers: [any ConfigProvider] = [
      EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "firefly")
    ]
    if hasFile {
      do {
        providers.append(try await FileProvider<YAMLSnapshot>(filePath: .init(file.path)))
      } catch {
        complaints.append("config.yaml can't be read: \(error)")
      }
    }
    read(ConfigReader(providers: providers))
  }

  /// Whether there is a file with anything in it but comments.
  private static func saysSomething(_ file: URL) -> Bool {
    guard FileManager.default.fileExists(atPath: file.path) else { return false }
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return true }
    return text.split(whereSeparator: \.isNewline).contains { line in
      line.first { $0 != " " && $0 != "\t" }.map { $0 != "#" } ?? false
    }
  }

  private mutating func read(_ config: ConfigReader) {
    settings.motion = choice(config, "motion", settings.motion)
    settings.pictures = choice(config, "pictures", settings.pictures)
    if let mouse = config.bool(forKey: "mouse") {
      settings.mouse = mouse
    } else if let text = config.string(forKey: "mouse") {
      complaints.append("mouse: “\(text)” is neither true nor false.")
    }
    if let text = config.string(forKey: "server") {
      do {
        server = try ServerAddress(text)
      } catch {
        complaints.append("server: \(error.sentence)")
      }
    }
    if let name = config.string(forKey: "log-level") {
      logLevel = Logger.Level(rawValue: name)
      if logLevel == nil { complaints.append("log-level: there is no level “\(name)”.") }
    }
    if let name = config.string(forKey: "theme") {
      settings.isThemeChosen = true
      settings.theme = theme(named: name, config)
    }
    let names = settings.keymap.sections.flatMap(\.bindings).map(\.name)
    var changes: [String: [String]] = [:]
    for name in names {
      let key = ConfigKey(["keys", name])
      if let keys = config.stringArray(forKey: key) {
        changes[name] = keys
      } else if let one = config.string(forKey: key) {
        changes[name] = [one]
      }
    }
    complaints += settings.keymap.rebind(changes)
  }

  private mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ config: ConfigReader, _ key: ConfigKey, _ fallback: Value
  ) -> Value where Value.RawValue == String {
    guard let text = config.string(forKey: key) else { return fallback }
    if let value = Value(rawValue: text) { return value }
    let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
    complaints.append("\(key): “\(text)” is none of \(known).")
    return fallback
  }

  /// A built-in theme, or one of the configuration's own, which changes the colours of another.
  private mutating func theme(named name: String, _ config: ConfigReader) -> Theme {
    if let known = Theme.all.first(where: { $0.name == name }) { return known }
    let base = config.string(forKey: ConfigKey(["themes", name, "base"])) ?? "firefly"
    var theme = Theme.all.first { $0.name == base } ?? .firefly
    theme.name = name
    var isKnown = false
    let colors: [(String, WritableKeyPath<Theme, Color>)] = [
      ("backdrop", \.backdrop), ("card", \.card), ("text", \.text), ("accent", \.accent),
      ("link", \.link), ("alert", \.alert), ("mark", \.mark), ("splash", \.splash),
      ("splash-text", \.splashText),
    ]
    for (key, path) in colors {
      guard let text = config.string(forKey: ConfigKey(["themes", name, key])) else { continue }
      isKnown = true
      if let color = Color(configured: text) {
        theme[keyPath: path] = color
      } else {
        complaints.append("themes.\(name).\(key): “\(text)” is no colour like #ffb000.")
      }
    }
    if !isKnown { complaints.append("There is no theme “\(name)”.") }
    return theme
  }
}

extension Color {
  /// A colour written as `#rrggbb`, the `#` optional.
  init?(configured text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.count == 6, let hex = UInt32(digits, radix: 16) else { return nil }
    self.init(hex: hex)
  }
}
