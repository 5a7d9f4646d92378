import FireflyApp
import FireflyScreen

// Reads the user's own commands.
extension SettingsFile {
  /// The settings of a command.
  static let commandFields = [
    "name", "key", "run", "on", "show", "input", "confirm", "seconds",
  ]
  /// The most seconds that a command may have: a day.
  private static let maximumSeconds = 86_400.0

  /// Reads the commands; their keys are taken from other bindings.
  mutating func readCommands(_ source: ConfigurationSource) {
    var keys: [Key: String] = [:]
    let numbers = source.numbers(under: "commands")
    if numbers.count > OwnCommand.maximum {
      complain(
        source.complaint(
          ["commands"],
          "at most \(OwnCommand.maximum) commands are allowed; the others were ignored."))
    }
    for number in numbers.prefix(OwnCommand.maximum) {
      guard var command = command(["commands", number], source) else { continue }
      guard !settings.commands.contains(where: { $0.name == command.name }) else {
        complain(
          source.complaint(
            ["commands", number, "name"], "there are two commands “\(command.name)”."))
        continue
      }
      command.keys.removeAll { key in
        guard let other = keys.updateValue(command.name, forKey: key) else { return false }
        complain(
          source.complaint(
            ["commands", number, "key"],
            "\(key.label) already belongs to “\(other)”; it now belongs to “\(command.name)”."))
        return false
      }
      for index in settings.commands.indices {
        settings.commands[index].keys.removeAll(where: command.keys.contains)
      }
      settings.commands.append(command)
      commandPlaces[command.name] = ["commands", number]
    }
    keysTakenByCommands = settings.keymap.add(settings.commands)
  }

  private mutating func command(_ key: [String], _ source: ConfigurationSource) -> OwnCommand? {
    guard let name = commandText(source, key + ["name"], "a name") else { return nil }
    guard let words = commandWords(source, key + ["run"]) else { return nil }
    var command = OwnCommand(name: shown(name), words: words)
    let isAction = settings.keymap.names().contains(command.name)
    guard !isAction, Int(command.name) == nil else {
      complain(
        source.complaint(
          key + ["name"],
          "“\(command.name)” means something else already; use another name."))
      return nil
    }
    command.subject = commandChoice(source, key + ["on"]) ?? command.subject
    command.output = commandChoice(source, key + ["show"]) ?? command.output
    command.input = commandChoice(source, key + ["input"]) ?? command.input
    if let text = commandText(source, key + ["confirm"], "true or false") {
      if let confirms = Self.flag(text) {
        command.confirms = confirms
      } else {
        complain(
          source.complaint(key + ["confirm"], "“\(shown(text))” is not valid; use true or false."))
      }
    }
    if let text = commandText(source, key + ["seconds"], "a number") {
      if let seconds = Double(text), seconds > 0, seconds <= Self.maximumSeconds {
        command.seconds = seconds
      } else {
        complain(
          source.complaint(
            key + ["seconds"], "“\(shown(text))” is not valid; use a number up to 86400."))
      }
    }
    for name in source.fileWords(key + ["key"]) ?? [] {
      do throws(KeySequence.Problem) {
        if let pair = try KeySequence(named: name) {
          command.sequences.append(pair)
        } else if let key = Key(named: name) {
          command.keys.append(key)
        } else {
          complain(source.complaint(key + ["key"], Keymap.unknownKey(name)))
        }
      } catch {
        complain(source.complaint(key + ["key"], error.sentence))
      }
    }
    return isPossible(command, key, source) ? command : nil
  }

  /// Reports what can't be done; returns whether the command can be used.
  private mutating func isPossible(
    _ command: OwnCommand, _ key: [String], _ source: ConfigurationSource
  ) -> Bool {
    let known = OwnCommand.Value.allCases.map(\.rawValue)
    var problems: [String] = []
    for name in OwnCommand.names(in: command.words) {
      if !known.contains(name) {
        problems.append(
          "{\(shown(name))} is no value; use \(known.joined(separator: ", ")), or {{\(shown(name))}} for the word in braces."
            + guess(name, known))
      } else if !command.needsPost, name != OwnCommand.Value.server.rawValue {
        problems.append("{\(name)} needs “on: post”.")
      } else if command.subject != .link, name == OwnCommand.Value.link.rawValue {
        problems.append("{link} needs “on: link”; {url} is the first link.")
      }
    }
    if !OwnCommand.names(in: Array(command.words.prefix(1))).isEmpty {
      problems.append("the program can't be a value.")
    }
    if !command.needsPost, command.input != .none {
      problems.append("“input: \(command.input.rawValue)” needs “on: post”.")
    }
    if command.output == .terminal, command.input != .none {
      problems.append(
        "a program in the terminal reads the keys; use “input: none”, and {body_file}.")
    }
    for problem in problems { complain(source.complaint(key + ["run"], problem)) }
    return problems.isEmpty
  }

  private mutating func commandText(
    _ source: ConfigurationSource, _ key: [String], _ wanted: String
  ) -> String? {
    guard let words = source.fileWords(key) else {
      if ["name", "run"].contains(key.last) {
        complain(source.complaint(key, "is missing; every command has a name and run."))
      }
      return nil
    }
    guard words.count == 1, let text = words.first, !text.isEmpty else {
      complain(source.complaint(key, "use \(wanted)."))
      return nil
    }
    return text
  }

  /// The words of `run`: a list, or one text that is separated at its spaces.
  private mutating func commandWords(
    _ source: ConfigurationSource, _ key: [String]
  ) -> [String]? {
    var words = source.fileWords(key) ?? []
    if words.count == 1 { words = words[0].split(whereSeparator: \.isWhitespace).map(String.init) }
    if words.isEmpty || words[0].isEmpty {
      complain(source.complaint(key, "is missing; use a program and its arguments."))
      return nil
    }
    return words
  }

  private mutating func commandChoice<Value: RawRepresentable & CaseIterable>(
    _ source: ConfigurationSource, _ key: [String]
  ) -> Value? where Value.RawValue == String {
    let known = Value.allCases.map(\.rawValue)
    guard let text = commandText(source, key, known.joined(separator: ", ")) else { return nil }
    if let value = Value(rawValue: text) { return value }
    complain(source.complaint(key, notValid(text, known: known)))
    return nil
  }
}
