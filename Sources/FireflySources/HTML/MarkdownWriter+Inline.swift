import FireflyText
import Foundation

// Text within a line: words, emphasis, links, code.
extension MarkdownWriter {
  func beginMark(_ kind: Mark.Kind) -> Meaning {
    guard verbatim == 0 else { return .nothing }
    let isLink = kind.isLink
    // Links can't be nested, and repeated emphasis has no effect.
    let isRepeated = marks.contains { mark in
      if case .link = mark.kind, isLink { return true }
      return mark.kind == kind
    }
    marks.append(Mark(kind: isRepeated ? .nothing : kind))
    return .mark
  }

  func closeMark() {
    guard let mark = marks.popLast() else { return }
    close(mark)
  }

  /// Closes open marks at the end of a line; they are opened again with the next text.
  func closeMarks() {
    for index in marks.indices.reversed() {
      close(marks[index])
      (marks[index].start, marks[index].words) = (nil, "")
    }
  }

  private func close(_ mark: Mark) {
    guard let start = mark.start else { return }
    switch mark.kind {
    case .nothing: break
    case .sign(let sign): write(sign)
    case .picture(let address): write("](\(Self.escaped(address: address)))")
    case .link(let address):
      if Self.names(mark.words, address), output.count >= start {
        output.removeLast(output.count - start)
        write("<\(address)>")
      } else {
        write("](\(Self.escaped(address: address)))")
      }
    }
  }

  private static func escaped(address: String) -> String {
    address.replacing("(", with: "%28").replacing(")", with: "%29")
  }

  /// Returns whether the text of a link is its address, perhaps shortened.
  private static func names(_ words: String, _ address: String) -> Bool {
    var words = words[...]
    for end in ["...", "…"] where words.hasSuffix(end) { words = words.dropLast(end.count) }
    guard words.count > 4, !words.contains(" ") else { return false }
    let isWhole = words.contains("://")
    let rest = address.range(of: "://").map { address[$0.upperBound...] } ?? address[...]
    return isWhole ? address.hasPrefix(words) : rest.hasPrefix(words) && rest.contains("/")
  }

  /// Writes what precedes a word: a line break, a space, opening marks.
  private func beginWord() {
    beginLine()
    if blanks > (isLineStart ? 0 : 1) {
      // Markdown would drop others.
      write(String(repeating: "\u{A0}", count: min(blanks, 80)))
    } else if hasSpace, !isLineStart {
      write(" ")
    }
    blanks = 0
    for index in marks.indices where marks[index].start == nil {
      marks[index].start = output.count
      switch marks[index].kind {
      case .nothing: break
      case .sign(let sign): write(sign)
      case .link: write("[")
      case .picture: write("![")
      }
    }
  }

  private func addLinkWord(_ word: Substring, hadSpace: Bool) {
    for index in marks.indices {
      guard case .link = marks[index].kind, marks[index].words.utf8.count < 2_000 else { continue }
      if hadSpace, !marks[index].words.isEmpty { marks[index].words += " " }
      marks[index].words += word
    }
  }

  /// Whether words are part of a link's text or of a picture's description.
  private var isInLink: Bool { marks.contains { $0.kind.isLink || $0.kind.isPicture } }

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
  /// - Parameters:
  ///   - bytes: the word.
  ///   - isPlain: whether it contains no character with a meaning in Markdown.
  private func flush(_ bytes: ArraySlice<UInt8>, isPlain: Bool) {
    let isSimple = isPlain && marks.isEmpty && !bytes.starts(with: "http".utf8)
    let word = isSimple && isOpeningFull ? "" : Substring(decoding: bytes, as: UTF8.self)
    if !isSimple { addLinkWord(word, hadSpace: hasSpace) }
    // Text of adjacent elements may be one word.
    let isJoined = !hasSpace && !isLineStart && gap == .none && !isBehindMark
    beginWord()
    if isLineStart, habits.quotesByAngle, bytes.first == UInt8(ascii: ">") { isQuoting = true }
    addWord(word, isJoined: isJoined)
    if isSimple, !isLineStart {
      output.append(contentsOf: bytes)
    } else {
      write(word: word.isEmpty ? Substring(decoding: bytes, as: UTF8.self) : word)
    }
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
    case let byte where ".,;:!?'\"()/-%$@=+".utf8.contains(byte): .plain
    case let byte:
      Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
        ? .plain : .special
    }
  }

  private func write(word: Substring) {
    if !isInLink, let (address, rest) = Self.address(in: word) {
      write("<\(address)>")
      return write(escaped(rest, isFirst: false))
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

  /// Returns a word with Markdown characters escaped.
  private func escaped(_ word: Substring, isFirst: Bool) -> String {
    var text = ""
    if isFirst, Self.beginsBlock(word) {
      let digits = word.prefix { $0.isASCII && $0.isNumber }
      if !(habits.quotesByAngle && word.hasPrefix(">")) {
        return digits + "\\" + escaped(word.dropFirst(digits.count), isFirst: false)
      }
    }
    let letters = Array(word)
    for (index, letter) in letters.enumerated() {
      let before = index > 0 ? letters[index - 1] : " "
      let after = index + 1 < letters.count ? letters[index + 1] : " "
      switch letter {
      case "\\", "`", "*", "[", "]", "<", "~": text += "\\"
      case "_" where !(before.isLetter || before.isNumber) || !(after.isLetter || after.isNumber):
        text += "\\"
      case "&" where after.isLetter || after == "#": text += "\\"
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
    let text = words.joined(separator: " ")
    guard !text.isEmpty else { return }
    addLinkWord(text[...], hadSpace: hasSpace)
    beginWord()
    words.prefix(80).forEach { addWord($0) }
    let ticks = Self.ticks(longerThanIn: text, atLeast: 1)
    let pad = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    write(ticks + pad + text + pad + ticks)
    (isLineStart, hasSpace, isBehindMark) = (false, false, false)
  }
}
