/// The simple commands of a script, which a shell or Python runs, without what stands in quotes.
struct ScriptCommands {
  /// A bracket that is open, or the whole script.
  private struct Level {
    /// What ends it; nil for the script.
    var end: Character?
    /// Its simple command so far; `"` and `'` stand where such quotes begin.
    var command = ""
    /// Whether double quotes are open.
    var isQuoted = false
  }

  /// Stands for a program that isn't known.
  private static let unknown = "_ "

  /// The simple commands, in the order of their ends.
  private(set) var commands: [String] = []
  /// Whether a word of the script may get another meaning: `name()`.
  private(set) var defines = false
  private var level = Level()
  private var outer: [Level] = []
  private var rest: Substring

  /// Reads a script; nil if it can't be followed, or uses a value outside of double quotes.
  init?(_ script: String) {
    rest = script[...]
    while let next = rest.popFirst() {
      guard read(next) else { return nil }
    }
    endCommand()
    guard outer.isEmpty, !level.isQuoted else { return nil }
  }

  private mutating func endCommand() {
    commands.append(level.command)
    level.command = ""
  }

  private mutating func open(_ end: Character, as start: String = "") {
    outer.append(level)
    level = Level(end: end, command: start)
  }

  /// Reads a character; returns whether it can be followed.
  private mutating func read(_ next: Character) -> Bool {
    switch next {
    case "\\":
      guard let escaped = rest.popFirst(), !level.isQuoted else { return true }
      if escaped.isLetter || escaped.isNumber { level.command.append(escaped) }
    case "\"":
      if !level.isQuoted { level.command.append(next) }
      level.isQuoted.toggle()
    case "`": return false
    case "$": return level.isQuoted && readValue()
    case _ where level.isQuoted: return true
    case "'":
      guard let end = rest.firstIndex(of: next) else { return false }
      level.command.append(next)
      rest = rest[end...].dropFirst()
    default: return readBare(next)
    }
    return true
  }

  /// Reads what follows `$` inside double quotes; `${!1}` and `$((…))` run what is in a value.
  private mutating func readValue() -> Bool {
    guard let bracket = rest.first, "({".contains(bracket) else { return true }
    rest.removeFirst()
    open(bracket == "(" ? ")" : "}")
    return rest.first != "!" && rest.first != "("
  }

  /// Reads a character outside of quotes.
  private mutating func readBare(_ next: Character) -> Bool {
    switch next {
    case "(", "{":
      let isCall = next == "(" && level.command.last?.isLetter == true
      let isWord = next == "{" && rest.first?.isWhitespace == false
      if rest.drop(while: \.isWhitespace).first == ")" { defines = true }
      let isPart = !level.command.allSatisfy(\.isWhitespace)
      endCommand()
      // What follows the bracket are arguments of a program that isn't known any more.
      if isPart { level.command = Self.unknown }
      // Neither a call of Python nor a part of a word runs its first word.
      open(next == "(" ? ")" : "}", as: isCall || isWord ? Self.unknown : "")
    case ")", "}":
      endCommand()
      if level.end == next, let last = outer.popLast() { level = last }
    case ";", "|", "\n": endCommand()
    case "&": if !level.command.hasSuffix(">"), !level.command.hasSuffix("<") { endCommand() }
    // The end of a text in the script is not looked for.
    case "<" where rest.hasPrefix("<") && !rest.hasPrefix("<<"): return false
    case "<" where rest.hasPrefix("<<"):
      rest.removeFirst(2)
      level.command.append(next)
    case "#" where level.command.last?.isWhitespace != false:
      // Quotes in a remark are none.
      return !rest.prefix { $0 != "\n" }.contains { "\"'`\\".contains($0) }
    default: level.command.append(next)
    }
    return true
  }
}
