/// A manual page as plain text: the macros of man(7) that Firefly's pages use.
struct ManualPage {
  /// A paragraph or a heading.
  private struct Block {
    var words = ""
    var indent = 0
    /// Whether line breaks stay.
    var isVerbatim = false
    /// Whether an empty line precedes it.
    var hasGap = true
  }

  private var blocks: [Block] = []
  private var current = Block()
  private var indent = Self.step
  private var outer = Self.step
  private var isTerm = false

  private static let step = 4

  /// Reads a page.
  ///
  /// - Parameter source: the page, in the language of man(7).
  init(_ source: String) {
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(".") {
        read(macro: line.dropFirst())
      } else if current.isVerbatim {
        current.words += Self.plain(line) + "\n"
      } else {
        add(Self.plain(line))
      }
    }
    end()
  }

  private mutating func read(macro line: Substring) {
    var arguments = Self.arguments(line)
    guard !arguments.isEmpty else { return }
    let name = arguments.removeFirst()
    switch name {
    case "SH", "SS":
      end()
      (indent, outer) = (Self.step, Self.step)
      let heading = arguments.joined(separator: " ")
      blocks.append(Block(words: heading, indent: name == "SH" ? 0 : Self.step / 2))
      current = Block(indent: indent, hasGap: false)
    case "PP":
      end()
      begin(at: outer)
    case "TP", "IP":
      end()
      begin(at: outer)
      isTerm = name == "TP"
      if name == "IP" {
        add(arguments.first ?? "")
        endTerm()
      }
    case "RS": outer += Self.step
    case "RE": outer = max(Self.step, outer - Self.step)
    case "br":
      let at = current.indent
      end()
      begin(at: at)
      current.hasGap = false
    case "nf":
      let at = current.indent
      end()
      begin(at: at + Self.step)
      current.isVerbatim = true
    case "fi":
      let at = current.indent - Self.step
      end()
      begin(at: at)
    case "B", "I": add(arguments.joined(separator: " "))
    case "BR", "RB", "BI", "IB", "IR", "RI": add(arguments.joined())
    default: break
    }
  }

  private mutating func begin(at indent: Int) { current = Block(indent: indent) }

  private mutating func add(_ words: String) {
    current.words += (current.words.isEmpty || words.isEmpty ? "" : " ") + words
    if isTerm { endTerm() }
  }

  /// Ends the line that a list item begins with; what follows is indented.
  private mutating func endTerm() {
    isTerm = false
    end()
    begin(at: outer + Self.step)
    current.hasGap = false
  }

  private mutating func end() {
    if current.words.contains(where: { !$0.isWhitespace }) { blocks.append(current) }
    current = Block(indent: current.indent)
  }

  /// Returns the page.
  ///
  /// - Parameter columns: the width.
  /// - Returns: the text, with a line break at its end.
  func text(columns: Int) -> String {
    var lines: [String] = []
    for block in blocks {
      if block.hasGap, !lines.isEmpty { lines.append("") }
      let margin = String(repeating: " ", count: block.indent)
      let broken =
        block.isVerbatim
        ? block.words.split(separator: "\n").map(String.init)
        : Self.wrapped(block.words, columns - block.indent)
      lines += broken.map { margin + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func wrapped(_ words: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    // Blanks that must not break.
    return (lines + [line]).map { $0.replacing("\u{A0}", with: " ") }
  }

  /// Splits the words of a macro; quotes hold blanks.
  private static func arguments(_ line: Substring) -> [String] {
    var (arguments, word, isQuoted, isOpen) = ([String](), "", false, false)
    for character in line {
      switch character {
      case "\"":
        isQuoted.toggle()
        isOpen = true
      case " " where !isQuoted && !word.hasSuffix("\\"):
        if isOpen || !word.isEmpty { arguments.append(word) }
        (word, isOpen) = ("", false)
      default: word.append(character)
      }
    }
    if isOpen || !word.isEmpty { arguments.append(word) }
    return arguments.map { plain($0[...]) }
  }

  /// The characters that an escape names.
  private static let named = [
    "ua": "↑", "da": "↓", "<-": "←", "->": "→", "lq": "“", "rq": "”",
    "dq": "\"", "sq": "'", "pc": "·",
  ]

  /// Replaces the escapes; fonts go.
  private static func plain(_ text: Substring) -> String {
    var (result, rest) = ("", text)
    while let character = rest.popFirst() {
      guard character == "\\", let kind = rest.popFirst() else {
        result.append(character)
        continue
      }
      switch kind {
      case "f": rest = rest.dropFirst()
      case "(":
        let name = String(rest.prefix(2))
        result += named[name] ?? ""
        rest = rest.dropFirst(2)
      case "[":
        // A character by its number, such as \[u2502].
        let name = rest.prefix { $0 != "]" }
        if let number = UInt32(name.dropFirst(), radix: 16), let scalar = Unicode.Scalar(number) {
          result.unicodeScalars.append(scalar)
        }
        rest = rest.dropFirst(name.count + 1)
      case "&", "|", "^": break
      case "e": result += "\\"
      case " ": result += "\u{A0}"
      default: result.append(kind)
      }
    }
    return result
  }
}
