// Where values may stand, so that no program runs the words of a post.
extension OwnCommand {
  /// Why a program could run words of a post, which could hold any command; nil if none can, or the user trusts it.
  ///
  /// A program that runs text is known by its name, wherever that stands among the words.
  package var scriptProblem: String? {
    guard !isTrusted else { return nil }
    let problem = argumentProblem ?? inputProblem
    return problem.map { $0 + " To run it as it is, add the line “trust: true”." }
  }

  /// Options of editors that take no argument: `--` after another one could be its argument.
  private static let editorOptions: Set = ["-R", "-nw"]

  private var argumentProblem: String? {
    let values = words.indices.filter { !Self.names(in: [words[$0]]).isEmpty }
    guard let first = values.first else { return nil }
    let value = "{\(Self.names(in: [words[first]])[0])}"
    var isKnown = false
    for index in words.indices {
      guard let runner = CommandRunner(words[index]), runner != .hooked else { continue }
      isKnown = true
      guard !passesOn(values, from: index, to: runner) else { continue }
      let danger = "\(words[index]) could run \(value) as a command, which a post could change: "
      return switch runner {
      case .script where !quotesValues(after: index):
        danger + "quote each value in its script, as in \"$1\", and run none there."
      case .script:
        danger + "write \"$1\" in a script with spaces, and \"--\", \"\(value)\" after it."
      case .interpreter: danger + "write the file of a script, and \"\(value)\" after it."
      case .editor: danger + "write \"--\", \"\(value)\" after its options."
      case .filter, .hooked, .anything:
        danger + "write a small program of your own, which gets \(value)."
      }
    }
    // That the first word is a value is a mistake of its own.
    return isKnown ? nil : values.lazy.filter { $0 > 0 }.compactMap(placeProblem).first
  }

  /// Why a program that reads its input could run it.
  private var inputProblem: String? {
    guard input != .none else { return nil }
    for index in words.indices {
      switch CommandRunner(words[index]) {
      case nil, .hooked: continue
      case .filter where !words[index...].contains(where: Self.namesInput): continue
      case .script, .interpreter:
        if isFile(index + 1) { continue }
        return "\(words[index]) could run its input as commands, which a post could change: "
          + "write the file of a script after it."
      case .editor, .filter, .anything:
        return "\(words[index]) could run its input as commands, which a post could change: "
          + "write a small program of your own, which reads it."
      }
    }
    return nil
  }

  /// Whether a program gets the values as they are: each follows the file of a script, or is a whole word after
  /// `--`, which is no argument of an option.
  private func passesOn(_ values: [Int], from program: Int, to runner: CommandRunner) -> Bool {
    if [.script, .interpreter].contains(runner), isFile(program + 1),
      values.allSatisfy({ $0 > program + 1 })
    {
      return true
    }
    guard let end = words[program...].firstIndex(of: "--"), end > program,
      values.allSatisfy({ $0 > end && isValue($0) })
    else { return false }
    let last = words[end - 1]
    let isOption = last.hasPrefix("-") || last.hasPrefix("+")
    return switch runner {
    case .script:
      end - 1 > program && !isOption && last.contains(where: \.isWhitespace)
        && quotesValues(after: program)
    case .editor: !isOption || Self.editorOptions.contains(last)
    case .interpreter, .filter, .hooked, .anything: false
    }
  }

  /// Whether a word can only be the name of a file for a program that runs scripts, and not that of its input.
  private func isFile(_ index: Int) -> Bool {
    guard words.indices.contains(index), let first = words[index].first else { return false }
    return first != "-" && first != "+" && !words[index].contains(where: \.isWhitespace)
      && !Self.namesInput(words[index]) && Self.names(in: [words[index]]).isEmpty
  }

  /// Whether a word can be a name of what a program reads: `-`, also behind an option, or a file of the system.
  private static func namesInput(_ word: String) -> Bool {
    if word.hasPrefix("-"), word.hasSuffix("-") { return word != "--" }
    return !word.contains(where: \.isWhitespace)
      && ["/dev/", "/proc/"].contains(where: word.contains)
  }

  /// Whether the words of a shell before `--` quote all values, and run none.
  private func quotesValues(after program: Int) -> Bool {
    let isShell = !words[program].contains("python")
    return words[program...].dropFirst().prefix { $0 != "--" }.allSatisfy {
      Self.quotesValues($0, isShell: isShell)
    }
  }

  /// Whether a word is a value and nothing else.
  private func isValue(_ index: Int) -> Bool {
    words[index].wholeMatch(of: /\{[A-Za-z_]+\}/) != nil
  }
}

// Programs that are not known.
extension OwnCommand {
  /// Why a program that is not known could run the values of a word.
  private func placeProblem(_ index: Int) -> String? {
    let names = Self.names(in: [words[index]])
    guard isValue(index) else {
      let wider = words[index].count > 60 ? "its word" : "“\(words[index])”"
      return "{\(names[0])} is only a part of \(wider), and some programs run text: "
        + "write it as a word of its own."
    }
    guard let value = Value(rawValue: names[0]), value.isWords || value == .bodyFile else {
      return nil
    }
    // The values that stand in a row begin at the same place.
    var start = index
    while start > 0, isValue(start) { start -= 1 }
    let before = words[start]
    if before == "--" { return nil }
    if start == index - 1, before.count > 1, before.hasPrefix("-") {
      guard takesCode(before) else { return nil }
      return "\(before) could take {\(names[0])} for a command or the name of a file, which a post "
        + "could change: write \"--\" before \"{\(names[0])}\", or another option."
    }
    if value == .bodyFile { return nil }
    return "some programs run a word where {\(names[0])} stands: "
      + "write \"--\" before \"{\(names[0])}\", or an option such as -m."
  }

  /// Letters of options after which programs expect something to run, or a file to write.
  private static let codeLetters: Set<Character> = [
    "c", "C", "e", "E", "x", "X", "o", "r", "R", "p", "P", "F", "I", "K", "S",
  ]
  /// Such letters of programs that are known for them.
  private static let hookLetters: Set<Character> = ["u", "z", "T", "O", "w"]
  /// Beginnings of words in the names of such options.
  private static let codeWords = [
    "exec", "eval", "command", "cmd", "run", "script", "code", "shell", "rsh", "expr", "program",
    "filter", "hook", "action", "pager", "editor", "preview", "bind", "plugin", "config", "option",
    "output", "ok", "lesskey", "src", "source", "rc", "init", "load", "pre", "upload",
    "receive",
  ]

  /// Whether an option may be followed by something to run; short ones may be several in a word.
  private func takesCode(_ option: String) -> Bool {
    let name = option.drop { $0 == "-" }
    if !option.hasPrefix("--"), name.count <= 3 {
      let isHooked = words.contains { CommandRunner($0) == .hooked }
      let letters = isHooked ? Self.codeLetters.union(Self.hookLetters) : Self.codeLetters
      if name.contains(where: letters.contains) { return true }
    }
    return name.lowercased().split(separator: "-").contains { part in
      Self.codeWords.contains { part.hasPrefix($0) }
    }
  }
}

extension OwnCommand.Value {
  /// Whether it is text, in which its author can write anything.
  fileprivate var isWords: Bool { [.title, .summary, .author].contains(self) }
}
