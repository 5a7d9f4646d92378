import FireflyCore
import FireflyText
import Foundation

// Text within a line: words, emphasis, links, code.
extension MarkdownWriter {
  /// Writes what precedes a word: a line break, a space, opening marks.
  ///
  /// - Parameter first: its first character; nil for something else.
  func beginWord(_ first: @autoclosure () -> Unicode.Scalar?) {
    beginLine()
    if blanks > (isLineStart ? 0 : 1) {
      // Markdown would drop others.
      write(String(repeating: "\u{A0}", count: min(blanks, 80)))
    } else if hasSpace, !isLineStart, !isBehindMark {
      write(" ")
    }
    blanks = 0
    if joint.formula.upperBound == output.count, !isLineStart { separateFormula(from: first()) }
    openMarks(before: first())
  }

  func addLinkWord(_ word: Substring, hadSpace: Bool) {
    for index in marks.indices {
      guard case .link = marks[index].kind, marks[index].words.utf8.count < 2_000 else { continue }
      if hadSpace, !marks[index].words.isEmpty { marks[index].words += " " }
      marks[index].words += word
    }
  }

  /// Whether words are part of a link's text or of a picture's description.
  private var isInLink: Bool { marks.contains { $0.kind.isLink || $0.kind.isPicture } }

  /// How the text is raised.
  private var raised: RaisedText? {
    for mark in marks {
      if case .raised(let name) = mark.kind { return name == "sup" ? .above : .below }
    }
    return nil
  }

  /// Writes the pending text, word by word.
  func flush() {
    guard !run.isEmpty else { return }
    let bytes = run
    run.removeAll(keepingCapacity: true)
    var place = 0
    while place < bytes.count {
      guard Self.kinds[Int(bytes[place])] != .blank else {
        hasSpace = true
        if keepsBlanks { blanks += bytes[place] == 0x09 ? 8 : 1 }
        if keepsLines, bytes[place] == 0x0A {
          breakLine()
          blanks = 0
        }
        place += 1
        continue
      }
      let start = place
      var isPlain = true
      while place < bytes.count, Self.kinds[Int(bytes[place])] != .blank {
        isPlain = isPlain && Self.kinds[Int(bytes[place])] == .plain
        place += 1
      }
      flush(bytes[start..<place], isPlain: isPlain)
    }
  }

  /// Writes one word.
  ///
  /// - Parameter isPlain: whether it contains no character with a meaning in Markdown.
  private func flush(_ bytes: ArraySlice<UInt8>, isPlain: Bool) {
    let isSimple = isPlain && marks.isEmpty && !bytes.starts(with: "http".utf8)
    var word = isSimple ? "" : Substring(decoding: bytes, as: UTF8.self)
    if !isSimple { addLinkWord(word, hadSpace: hasSpace) }
    beginLine()
    let lead = marks.isEmpty ? "" : lead(of: word)
    if !lead.isEmpty {
      // Signs of emphasis would have no effect before it.
      if hasSpace, !isLineStart { write(" ") }
      (hasSpace, isBehindMark) = (false, false)
      write(escaped(lead))
      word = word[lead.endIndex...]
      if word.isEmpty { return }
    }
    beginWord(
      (word.isEmpty ? Substring(decoding: bytes.prefix(4), as: UTF8.self) : word).unicodeScalars
        .first)
    let start = output.count
    if isSimple, !isLineStart {
      output.append(contentsOf: bytes)
    } else {
      write(word: word.isEmpty ? Substring(decoding: bytes, as: UTF8.self) : word)
    }
    joint.word = start..<output.count
    (isLineStart, hasSpace, isBehindMark) = (false, false, false)
  }

  private enum ByteKind: UInt8 {
    case special, plain, blank
  }

  /// The kind of every byte value.
  private static let kinds: [ByteKind] = (0...255).map { byte in
    switch UInt8(byte) {
    case 0x09, 0x0A, 0x0C, 0x0D, 0x20: .blank
    case 0x80...: .plain
    case let byte where ".,;:!?'\"()/-%@=+".utf8.contains(byte): .plain
    case let byte:
      Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
        ? .plain : .special
    }
  }

  private func write(word: Substring) {
    if !isInLink, let (address, rest) = Self.address(in: word) {
      write("<\(address)>")
      return write(escaped(rest))
    }
    write(escaped(word, isFirst: isLineStart))
  }

  /// Returns the web address at the start of a word, and the rest.
  private static func address(in word: Substring) -> (String, Substring)? {
    guard word.hasPrefix("https://") || word.hasPrefix("http://"), word.count > 10 else {
      return nil
    }
    var address = word
    while let last = address.last, ".,;:!?'\")]}»”’".contains(last) {
      if last == ")", address.contains("(") { break }
      address.removeLast()
    }
    let isPlain = address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>\\\"`".utf8.contains($0) }
    return isPlain ? (String(address), word[address.endIndex...]) : nil
  }

  private func escaped(_ word: Substring) -> String {
    Self.escaped(word, isInCell: isInCell, isBesideFormulas: hasFormulas)
  }

  private func escaped(_ word: Substring, isFirst: Bool) -> String {
    guard isFirst, Self.beginsBlock(word), !(habits.quotesByAngle && word.hasPrefix(">")) else {
      return escaped(word)
    }
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    return digits + "\\" + escaped(word.dropFirst(digits.count))
  }

  /// Returns a word with Markdown characters escaped.
  package static func escaped(
    _ word: Substring, isInCell: Bool = false, isBesideFormulas: Bool = false
  ) -> String {
    var text = ""
    let letters = Array(word)
    for (index, letter) in letters.enumerated() {
      let before = index > 0 ? letters[index - 1] : " "
      let after = index + 1 < letters.count ? letters[index + 1] : " "
      switch letter {
      case "\\", "`", "*", "[", "]", "<", "~": text += "\\"
      case "_" where !(before.isLetter || before.isNumber) || !(after.isLetter || after.isNumber):
        text += "\\"
      case "&" where after.isLetter || after == "#": text += "\\"
      // It could end a formula; beside real ones, also begin one.
      case "$" where isBesideFormulas || !FormulaMarks.continues(after): text += "\\"
      case "|" where isInCell: text += "\\"
      default: break
      }
      text.append(letter)
    }
    return text
  }

  /// Returns whether a word at the start of a line would begin another block than a paragraph.
  private static func beginsBlock(_ word: Substring) -> Bool {
    guard let first = word.first else { return false }
    if first == ">" { return true }
    if "#+-=|:".contains(first) { return word.allSatisfy { "#+-=|:".contains($0) } }
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard (1...9).contains(digits.count) else { return false }
    return word.dropFirst(digits.count) == "." || word.dropFirst(digits.count) == ")"
  }

  /// Writes inline code.
  func endCode() {
    verbatim -= 1
    let words = String(decoding: run, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    run = []
    write(code: words.joined(separator: " "))
  }

  func write(code text: String) {
    guard !text.isEmpty else { return }
    addLinkWord(text[...], hadSpace: hasSpace)
    beginWord("`")
    let ticks = CodeFence.ticks(longerThanIn: text, atLeast: 1)
    let pad = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    let shown = isInCell ? text.replacing("|", with: "\\|") : text
    // Two signs in a row would be another mark.
    let isJoined = joint.code.end == output.count && !isLineStart
    if isJoined, pad.isEmpty, joint.code.ticks == ticks {
      output.removeLast(ticks.utf8.count)
      write(shown + ticks)
    } else {
      write((isJoined ? " " : "") + ticks + pad + shown + pad + ticks)
    }
    joint.code = (output.count, pad.isEmpty ? ticks : "")
    (isLineStart, hasSpace, isBehindMark) = (false, false, false)
  }
}
