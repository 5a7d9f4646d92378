import FireflyApp
import FireflyCore
import FireflyScreen
import FireflyVerbs

/// The settings in effect and their origins, as a configuration file.
struct SettingsReport {
  private let file: SettingsFile
  private let source: ConfigurationSource
  private let tried: (String) -> String?
  private var lines: [String] = []
  /// The same for programs.
  private(set) var entries: [ReportedSetting] = []

  /// Creates a report on a configuration.
  ///
  /// - Parameters:
  ///   - source: where they come from.
  ///   - tried: returns what the filter of a feed or folder does, in words.
  init(
    _ file: SettingsFile, _ source: ConfigurationSource,
    tried: @escaping (String) -> String? = { _ in nil }
  ) {
    self.file = file
    self.tried = tried
    self.source = source
    for setting in Setting.single where setting.name != Setting.theme.name { add(setting) }
    addMuted()
    addFeedFilters()
    addPrograms()
    addCommands()
    addThemes()
    addTunables()
    addKeys()
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  private mutating func addThemes() {
    add(Setting.theme)
    guard !file.ownThemes.isEmpty else { return }
    lines.append("themes:")
    for theme in file.ownThemes {
      lines.append("  \(Self.quoted(theme.name)):")
      for (name, path) in Theme.colors {
        guard let color = theme[keyPath: path].name else { continue }
        let key = ["themes", theme.name, name]
        add(key, as: "    \(name):", Self.quoted(color), else: "its base")
      }
    }
  }

  private mutating func addMuted() {
    lines.append("mute:")
    for setting in Setting.lists {
      guard let value = setting.value(file) else { continue }
      add(setting.key, as: "  \(setting.key[1]):", value, else: "default")
    }
  }

  /// Adds the filters of feeds, each with what it does to the entries that are kept.
  private mutating func addFeedFilters() {
    guard !file.feedFilters.isEmpty else { return }
    lines.append("feeds:")
    for (name, filter) in file.feedFilters.sorted(by: { $0.key < $1.key }) {
      if let result = tried(name) { lines.append("# \(Self.quoted(name)) \(result)") }
      lines.append("  \(Self.quoted(name)):")
      for kind in SettingsFile.filterNames {
        guard let words = filter[kind] else { continue }
        let list = "[" + words.map(Self.quoted).joined(separator: ", ") + "]"
        let value = kind == "quiet" ? words.joined() : list
        let key = ["feeds"] + name.split(separator: ".").map(String.init) + [kind]
        add(key, as: "    \(kind):", value, else: "default")
      }
    }
  }

  private mutating func addPrograms() {
    guard !file.programs.isEmpty else { return }
    lines.append("sources:")
    for (name, words) in file.programs.sorted(by: { $0.key < $1.key }) {
      let all = words.map(Self.quoted).joined(separator: ", ")
      add(
        ["sources", name], as: "  \(name):", words.count == 1 ? all : "[\(all)]", else: "default")
    }
  }

  /// Adds the user's own commands, with what the file says of each.
  private mutating func addCommands() {
    guard !file.settings.commands.isEmpty else { return }
    lines.append("commands:")
    func list(_ words: [String]) -> String {
      "[" + words.map(Self.quoted).joined(separator: ", ") + "]"
    }
    for command in file.settings.commands {
      if let losers = file.keysTakenByCommands[command.name] {
        let names = losers.map { "“\($0)”" }.joined(separator: " and ")
        lines.append("# \(Self.quoted(command.name)) takes a key from \(names)")
      }
      let values = [
        ("name", Self.quoted(command.name)),
        ("key", list(command.keys.map(\.label) + command.sequences.map(\.label))),
        ("run", list(command.words)), ("on", command.subject.rawValue),
        ("show", command.output.rawValue), ("input", command.input.rawValue),
        ("confirm", "\(command.confirms)"), ("trust", "\(command.isTrusted)"),
        ("seconds", "\(command.seconds)".replacing(/\.0$/, with: "")),
      ]
      for (name, value) in values {
        let key = (file.commandPlaces[command.name] ?? []) + [name]
        guard source.value(key) != .missing else { continue }
        add(key, as: (name == "name" ? "  - " : "    ") + name + ":", value, else: "default")
      }
    }
  }

  private mutating func addTunables() {
    lines.append("tunables:")
    for tunable in Tunable.all {
      let value = tunable.value(in: file.settings.tunables)
      add(
        ["tunables", tunable.name], as: "  \(tunable.name):",
        value.hasPrefix("#") ? Self.quoted(value) : value, else: "default")
    }
  }

  private mutating func addKeys() {
    lines.append("keys:")
    for context in KeyContext.allCases {
      lines.append("  \(context.rawValue):")
      let taken = file.settings.keymap.keysTakenBySequences[context] ?? [:]
      for (key, names) in taken.sorted(by: { $0.key.label < $1.key.label }) {
        let losers = names.map { "“\($0)”" }.joined(separator: " and ")
        lines.append("# \(Self.quoted(key.label)) begins two keys, and is taken from \(losers)")
      }
      addKeys(of: context)
    }
  }

  private mutating func addKeys(of context: KeyContext) {
    let (keymap, standard) = (file.settings.keymap, Keymap())
    for name in keymap.names(in: context) {
      guard let binding = keymap.binding(named: name, in: context) else { continue }
      let keys = binding.keys.map(\.label) + binding.sequences.map(\.label)
      let value = "[" + keys.map(Self.quoted).joined(separator: ", ") + "]"
      let key = SettingsFile.path(of: name, in: context)
      let other = ["keys", context.rawValue, name]
      add(
        source.origin(of: key) == nil ? other : key, as: "    \(name):", value,
        else: standard.keys(of: name, in: context) == binding.keys
          ? "default" : "follows other keys")
    }
  }

  // MARK: Lines

  private mutating func add(_ setting: Setting) {
    let name = setting.name
    guard let value = setting.value(file) else {
      return lines.append(Self.line("# \(name):", setting.absence ?? ""))
    }
    // A setting for screen readers goes before a general variable.
    let isReduced = name == SettingName.motion.rawValue && file.settings.motion == .reduced
    let variable = isReduced ? source.lessMotion : nil
    add(
      [name], as: name + ":", value,
      else: variable ?? (value == setting.standard ? "default" : "set by other settings"))
  }

  private mutating func add(
    _ key: [String], as name: String, _ value: String, else standard: String
  ) {
    let origin = file.isRefused(key) ? nil : source.origin(of: key)
    lines.append(Self.line(name, value, origin ?? standard))
    entries.append(
      ReportedSetting(
        name: key.joined(separator: "."), value: value, origin: origin ?? standard))
  }

  private static func line(_ name: String, _ value: String, _ origin: String? = nil) -> String {
    let text = name + " " + value
    guard let origin else { return text }
    return text + String(repeating: " ", count: max(2, 40 - text.count)) + "# " + origin
  }

  /// Returns a text in quotation marks.
  static func quoted(_ text: String) -> String {
    "\""
      + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n") + "\""
  }
}
