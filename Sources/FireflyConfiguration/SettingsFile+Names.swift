import FireflyApp
import FireflyCore
import FireflyModel

// Reports unknown names: a misspelled setting would otherwise be ignored silently.
extension SettingsFile {
  /// The names of the settings with one value.
  private static let single = Setting.single.map(\.name)
  /// The settings with names below them.
  private static let sections = [
    "mute", "feeds", "sources", "commands", "themes", "tunables", "keys",
  ]

  /// Reports every unknown key and variable.
  mutating func checkNames(_ source: ConfigurationSource) {
    var reported: Set<String> = []
    for key in source.fileKeys {
      // A section with only comments is empty.
      if key.count == 1, Self.sections.contains(key[0]),
        case .text(let text) = source.value(key), ["", "~", "null"].contains(text)
      {
        continue
      }
      guard let (length, reason) = reason(against: key) else { continue }
      let name = Array(key.prefix(length))
      if Self.meansServer(key[0]) { missServer() }
      guard reported.insert(name.joined(separator: ".")).inserted else { continue }
      complain { file in
        SettingsError(
          place: source.file,
          text:
            "\(name.map(file.shown).joined(separator: "."))\(source.lineNote(name)): \(reason())"
        )
      }
    }
    checkVariables(source)
  }

  /// Whether an unknown name was meant to be that of the server.
  private static func meansServer(_ name: String) -> Bool {
    name == "server" || single.nearest(to: name) == "server"
  }

  /// Without the server that the user meant, words could go to another one.
  private mutating func missServer() { isServerInvalid = isServerInvalid || server == nil }

  /// Returns why a key is unknown, and how many of its levels are reported; nil for a known key.
  ///
  /// The sentence is created lazily: a file may have tens of thousands of such keys.
  private func reason(against key: [String]) -> (length: Int, reason: () -> String)? {
    switch (key[0], key.count) {
    case ("keys", 1):
      return (1, { "expected names with keys, such as “down: j”." })
    case ("keys", _): return reason(againstKeys: key)
    case ("tunables", 1):
      return (1, { "expected names with values, such as “button-colour: 0.4”." })
    case ("tunables", _): return reason(againstTunable: key)
    case ("mute", 1):
      return (1, { "expected words and people, such as “\(SettingName.muteWords): [spoiler]”." })
    case ("mute", 2) where ["words", "people"].contains(key[1]): return nil
    case ("mute", _) where ["words", "people"].contains(key[1]):
      return (2, { "expected a list, such as “[spoiler]”." })
    case ("mute", _): return (2, { "unknown name; mute has words and people." })
    case ("feeds", _) where Self.isFilter(key): return nil
    case ("feeds", 1), ("feeds", 2):
      return (
        key.count,
        { "expected names of feeds or folders with words, such as “Tech: {hide: [sponsored]}”." }
      )
    case ("feeds", _):
      return (
        key.count,
        {
          "unknown name; the filter of a feed has hide, only, notify and quiet."
            + guess(key[key.count - 1], Self.filterNames)
        }
      )
    case ("commands", 3) where Self.commandFields.contains(key[2]): return nil
    case ("commands", 3...):
      return (
        3,
        {
          "unknown name; a command has \(Self.commandFields.joined(separator: ", "))."
            + guess(key[2], Self.commandFields)
        }
      )
    case ("commands", _):
      return (
        key.count,
        { "expected a list of commands, such as “- {name: save, key: X, run: [save, \"{url}\"]}”." }
      )
    case ("sources", 1):
      return (1, { "expected names with commands, such as “notes: ~/bin/notes-source”." })
    case ("sources", 2): return nil
    case ("sources", _): return (2, { "expected a command, and a name without dots." })
    case ("themes", 1): return (1, { "expected your own themes." })
    case ("themes", 2): return (2, { "expected colours, such as “card: \"#26303a\"”." })
    case ("themes", 4...):
      return (
        key.count, { "names of themes have no dots, and colours are single values." }
      )
    case ("themes", _):
      let known = ["base"] + Theme.colors.map(\.name)
      if known.contains(key[2]) { return nil }
      return (
        3,
        {
          "unknown name; themes have \(known.joined(separator: ", "))." + guess(key[2], known)
        }
      )
    case (let name, 1) where Self.single.contains(name): return nil
    case (let name, _) where Self.single.contains(name):
      return (1, { "expected one value." })
    default:
      let known = Self.single + Self.sections
      let names = known.joined(separator: ", ")
      return (1, { "unknown setting; the settings are \(names)." + guess(key[0], known) })
    }
  }

  /// Does the same for keys below `tunables`.
  private func reason(againstTunable key: [String]) -> (length: Int, reason: () -> String)? {
    guard Tunable.named(key[1]) == nil else {
      return key.count == 2 ? nil : (2, { "expected one value." })
    }
    let known = Tunable.all.map(\.name)
    return (
      2, { "unknown tunable; firefly-config(5) lists them." + guess(key[1], known) }
    )
  }

  /// Does the same for keys below `keys`: actions of the lists, and contexts with actions of their
  /// own.
  ///
  /// `outline` and `find` are both an action of the lists and a context.
  private func reason(againstKeys key: [String]) -> (length: Int, reason: () -> String)? {
    let names = settings.keymap.names()
    if key.count == 2, names.contains(key[1]) { return nil }
    if let context = KeyContext(rawValue: key[1]) {
      let names = settings.keymap.names(in: context)
      switch key.count {
      case 2: return (2, { "expected names with keys, such as “close: q”." })
      case 3 where names.contains(key[2]): return nil
      case _ where names.contains(key[2]):
        return (3, { "expected a key or a list of keys." })
      default: return (3, { Keymap.unknown(key[2], among: names) })
      }
    }
    if names.contains(key[1]) {
      return (2, { "expected a key or a list of keys." })
    }
    let contexts = KeyContext.allCases.map(\.rawValue)
    return (2, { Keymap.unknown(key[1], among: names + contexts) })
  }

  /// Reports only variables that resemble a known one: others may use the prefix, too.
  private mutating func checkVariables(_ source: ConfigurationSource) {
    let variables = source.variables.filter { !$0.hasPrefix("FIREFLY_THEMES_") }
    guard !variables.isEmpty else { return }
    let keys =
      Self.single.map { [$0] } + [SettingName.muteWords.key, SettingName.mutePeople.key]
      + Tunable.all.map { ["tunables", $0.name] }
      + KeyContext.allCases.flatMap { context in
        settings.keymap.names(in: context).map { Self.path(of: $0, in: context) }
      }
    let known = keys.map { ConfigurationSource.variable(for: $0) }
    let prefix = "FIREFLY_"
    for variable in variables {
      guard !known.contains(variable),
        let meant = known.map({ String($0.dropFirst(prefix.count)) })
          .nearest(to: String(variable.dropFirst(prefix.count)))
      else { continue }
      if meant == "SERVER" { missServer() }
      complain(
        SettingsError(
          place: shown(variable), text: "unknown setting. Did you mean \(prefix)\(meant)?")
      )
    }
  }
}
