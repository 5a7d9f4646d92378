// What a script in a word does with its values.
extension OwnCommand {
  /// Words of a script that run text, beside the programs that do.
  private static let running: Set<Substring> = [
    "eval", "exec", "source", ".", "trap", "let", "alias", "coproc", "system", "popen",
    "subprocess",
  ]

  /// Programs of which no argument is a program.
  static let plain: Set<Substring> = [
    "echo", "printf", "test", "[", ":", "true", "false", "cat", "cd", "cp", "mv", "ln", "rm",
    "mkdir", "touch", "head", "tail", "wc", "grep", "tr", "cut", "tee", "date", "sleep", "basename",
    "dirname", "read", "notify-send", "logger", "xclip", "wl-copy",
  ]

  /// What may stand before a command, beside assignments and options.
  private static let keywords: Set<Substring> = [
    "do", "then", "else", "if", "elif", "while", "until", "!", "and", "or", "not", "begin",
    "command", "builtin",
  ]

  /// Whether a script uses its values inside double quotes only, and runs nothing that runs text.
  ///
  /// - Parameters:
  ///   - script: the script; what can't be followed in it makes the answer no.
  ///   - isShell: whether a shell runs it, and not Python, which has other words for all.
  /// - Returns: whether it does.
  static func quotesValues(_ script: String, isShell: Bool) -> Bool {
    guard let script = ScriptCommands(script) else { return false }
    let defines = script.defines || script.commands.contains { $0.contains("function") }
    return script.commands.allSatisfy { command in
      // “${1@P}” runs what is in a value.
      !command.contains("@P")
        && runsNoValue(
          command.split(whereSeparator: \.isWhitespace)[...], knowsPlain: isShell && !defines)
    }
  }

  private static func runsNoValue(_ words: ArraySlice<Substring>, knowsPlain: Bool) -> Bool {
    var rest = words
    while let word = rest.first {
      if word.starts(with: /\d*[<>]/) {
        rest = rest.dropFirst("<>".contains(word.last ?? " ") ? 2 : 1)
      } else if keywords.contains(word) || word.hasPrefix("-") || word.starts(with: /\w+\+?=/) {
        rest = rest.dropFirst()
      } else {
        break
      }
    }
    let name = rest.first ?? ""
    // What is in quotes can't be judged.
    if name.hasPrefix("\"") || name.hasPrefix("'") { return false }
    let isPlain = knowsPlain && plain.contains(name)
    let judged = isPlain ? words[..<rest.startIndex] : words
    let runsNone = judged.joined(separator: " ").split { " <>=,\"'".contains($0) }.allSatisfy {
      CommandRunner(String($0)) == nil && !running.contains($0)
        && running.isDisjoint(with: $0.split(separator: "."))
    }
    // As in “for x do …”.
    guard runsNone, !isPlain, let next = rest.firstIndex(where: keywords.contains) else {
      return runsNone
    }
    return runsNoValue(rest[next...], knowsPlain: knowsPlain)
  }
}
