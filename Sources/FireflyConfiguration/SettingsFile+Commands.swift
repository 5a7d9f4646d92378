import FireflyApp
import FireflyScreen

// Reads the user's own commands.
extension SettingsFile {
  /// The settings of a command.
  static let commandFields = [
    "name", "key", "run", "on", "show", "input", "confirm", "trust", "seconds",
  ]
  /// Words that a shell reads, and no other program.
  private static let shellSigns: Set = ["|", "||", "&&", "&", ">", ">>", "<", "2>", "2>&1"]
  /// The most seconds that a command may have: a day.
  private static let maximumSeconds = 86_400.0

  /// Reads the commands; their keys are taken from other bindings.
  mutating func readCommands(_ source: ConfigurationSource) {
    var owners: [String: String] = [:]
    let numbers = source.numbers(under: "commands")
    if numbers.count > OwnCommand.maximum {
      complain(
        source.complaint(
          ["commands"],
          "at most \(OwnCommand.maximum) commands are allowed; the others were ignored."))
    }
    for number in numbers.prefix(OwnCommand.maximum) {
      guard let command = command(["commands", number], source) else { continue }
      let name = command.name.lowercased()
      guard !settings.commands.contains(where: { $0.name.lowercased() == name }) else {
        complain(
          source.complaint(
            ["commands", number, "name"], "there are two commands “\(command.name)”."))
        continue
      }
      for label in command.keys.map(\.label) + command.sequences.map(\.label) {
        guard let other = owners.updateValue(command.name, forKey: label), other != command.name
        else { continue }
        complain(
          source.complaint(
            ["commands", number, "key"],
            "\(label) already belongs to “\(other)”; it now belongs to “\(command.name)”."))
      }
      for index in settings.commands.indices {
        settings.commands[index].keys.removeAll(where: command.keys.contains)
        settings.commands[index].sequences.removeAll(where: command.sequences.contains)
      }
      settings.commands.append(command)
      commandPlaces[command.name] = ["commands", number]
    }
    keysTakenByCommands = settings.keymap.add(settings.commands)
    for command in settings.commands {
      // Usual keys may be taken, but not those that the user has set, too.
      for binding in keysTakenByCommands[command.name] ?? [] {
        let paths = [KeyContext.lists, .thread].map { Self.path(of: binding, in: $0) }
        let set = paths.lazy.compactMap { source.words($0) }.joined().compactMap(Key.init(named:))
        guard set.contains(where: command.keys.contains) else { continue }
        complain(
          source.complaint(
            (commandPlaces[command.name] ?? []) + ["key"],
            "“\(binding)” has this key, too, by keys.\(binding); it now belongs to “\(command.name)”."
          ))
      }
    }
    let taken = settings.keymap.keysTakenBySequences[.lists] ?? [:]
    for command in settings.commands {
      for key in command.keys where taken[key]?.contains(command.name) == true {
        complain(
          source.complaint(
            (commandPlaces[command.name] ?? []) + ["key"],
            "\(key.label) begins two keys, so it does nothing alone; use another key."))
      }
    }
  }

  private mutating func command(_ key: [String], _ source: ConfigurationSource) -> OwnCommand? {
    for field in ["name", "run"] where source.value(key + [field]) == .missing {
      // With the line of what it has.
      let first = source.fileKeys.first { $0.starts(with: key) } ?? key
      complain(source.complaint(first, "the command has no \(field); each has a name and run."))
      return nil
    }
    guard let name = text(source, key + ["name"], "a name"),
      let words = commandWords(source, key + ["run"])
    else { return nil }
    var command = OwnCommand(name: shown(name), words: words)
    guard !command.name.isEmpty, Int(command.name) == nil, Key(named: command.name) == nil,
      !settings.keymap.names().contains(command.name.lowercased())
    else {
      complain(
        source.complaint(
          key + ["name"],
          "“\(command.name)” means something else already; use another name."))
      return nil
    }
    command.subject = choice(source, key + ["on"]) ?? command.subject
    command.output = choice(source, key + ["show"]) ?? command.output
    command.input = choice(source, key + ["input"]) ?? command.input
    command.confirms = flag(source, key + ["confirm"]) ?? command.confirms
    command.isTrusted = flag(source, key + ["trust"]) ?? command.isTrusted
    let range = "a number above 0, up to \(Int(Self.maximumSeconds))"
    command.seconds =
      value(source, key + ["seconds"], range) { text in
        Double(text).flatMap { $0 > 0 && $0 <= Self.maximumSeconds ? $0 : nil }
      } ?? command.seconds
    (command.keys, command.sequences) = KeySequence.parse(source.words(key + ["key"]) ?? []) {
      complain(source.complaint(key + ["key"], $0))
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
      } else if command.subject != .link, name == OwnCommand.Value.link.rawValue {
        problems.append("{link} needs “on: link”; {url} is the first link.")
      } else if !command.needsPost, name != OwnCommand.Value.server.rawValue {
        problems.append("{\(name)} needs “on: post”.")
      }
    }
    if let problem = command.scriptProblem { problems.append(problem) }
    if let sign = command.words.first(where: Self.shellSigns.contains) {
      // The program may know it, such as expr.
      complain(
        source.complaint(
          key + ["run"],
          "“\(sign)” is an argument of the program: no shell reads it. A script of sh can have it.")
      )
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

  /// The words of `run`: a list, or one text that is separated at its spaces.
  private mutating func commandWords(
    _ source: ConfigurationSource, _ key: [String]
  ) -> [String]? {
    var words = source.words(key) ?? []
    if case .text(let text) = source.value(key) {
      words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    if words.isEmpty || words[0].isEmpty {
      complain(source.complaint(key, "is missing; use a program and its arguments."))
      return nil
    }
    return words
  }
}
