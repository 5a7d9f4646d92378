// What a script in a word does with its values.
extension OwnCommand {
  /// Words of a script that run text, beside the programs that do.
  private static let running: Set<Substring> = [
    "eval", "exec", "source", ".", "trap", "let", "system", "popen", "subprocess",
  ]

  /// Whether a script, for a shell, uses its values inside double quotes only, and runs nothing that runs text.
  ///
  /// What it can't follow, it says no to.
  static func quotesValues(_ script: String) -> Bool {
    // What stands outside of quotes, with a mark where double quotes begin.
    var bare = ""
    // Whether double quotes are open, for each bracket that is.
    var quotes = [false]
    var rest = script[...]
    while let next = rest.popFirst() {
      let isQuoted = quotes.last == true
      switch next {
      case "\\": _ = rest.popFirst()
      case "'" where !isQuoted:
        guard let end = rest.firstIndex(of: "'") else { return false }
        rest = rest[end...].dropFirst()
      case "\"":
        if !isQuoted { bare.append(next) }
        quotes[quotes.count - 1].toggle()
      case "`": return false
      case "$" where !isQuoted: return false
      case "$":
        guard rest.first == "(" || rest.first == "{" else { continue }
        rest.removeFirst()
        quotes.append(false)
        bare += "$("
      case _ where isQuoted: continue
      case "(", "{":
        quotes.append(false)
        bare.append(next)
      case ")", "}":
        if quotes.count > 1 { quotes.removeLast() }
        bare.append(next)
      default: bare.append(next)
      }
    }
    let runsAValue =
      /(?:^|[;|&\n]|(?:^|\W)\(|\{\s|\b(?:do|then|else|if|elif|while|until|command|builtin)\s)\s*(?:\w+=\S*\s+)*"/
    // “${1@P}” and “${!1}” run what is in a value.
    guard !quotes.contains(true), !bare.contains("@P"), !bare.contains("$(!"),
      !bare.contains(runsAValue)
    else { return false }
    return bare.split { $0.isWhitespace || ";|&(){}<>=,\"".contains($0) }.allSatisfy { word in
      CommandRunner(String(word)) == nil && !running.contains(word)
        && running.isDisjoint(with: word.split(separator: "."))
    }
  }
}
