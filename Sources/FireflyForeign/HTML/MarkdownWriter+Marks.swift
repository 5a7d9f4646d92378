// Emphasis, links and raised text.
extension MarkdownWriter {
  /// Open emphasis, or an open link.
  struct Mark {
    enum Kind: Hashable {
      case sign(String)
      case link(String)
      case picture(String)
      /// `sup` or `sub`, as in HTML: Markdown has no mark for it.
      case raised(String)
      case nothing

      var isLink: Bool { if case .link = self { true } else { false } }
      var isPicture: Bool { if case .picture = self { true } else { false } }
    }

    var kind: Kind
    /// The position of its opening mark in the output; nil if that is not written yet.
    var start: Int?
    /// The text of a link.
    var words = ""
  }

  /// The places in the output that decide whether Markdown takes signs of emphasis as such.
  ///
  /// A sign that closes must not follow a blank, nor a punctuation mark if a letter follows; one that opens
  /// likewise. Chinese and Japanese have no blanks there.
  struct Joint {
    /// The range of the last word of text.
    var word = 0..<0
    /// The signs that were closed last, the innermost first, with the positions where they were opened.
    var signs: [(sign: String, start: Int)] = []
    /// The range of the closing signs.
    var closed = 0..<0
    /// The range of a formula within a line.
    var formula = 0..<0
    /// Where code within a line ends, and what ends it.
    var code: (end: Int, ticks: String) = (0, "")
  }

  func beginMark(_ kind: Mark.Kind) -> Meaning {
    // Links can't be nested, and repeated emphasis has no effect. So few marks are open at a time.
    let isRepeated = marks.contains { $0.kind == kind || $0.kind.isLink && kind.isLink }
    guard verbatim == 0, !isRepeated else { return .nothing }
    marks.append(Mark(kind: kind))
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
    case .sign(let sign): close(sign, from: start)
    case .raised(let name): write("</\(name)>")
    case .picture(let address): write("](\(Self.escaped(address: address)))")
    case .link(let address):
      if Self.names(mark.words, address), output.count >= start {
        output.removeLast(output.count - start)
        joint = Joint()
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

  // MARK: Signs beside letters

  private func close(_ sign: String, from start: Int) {
    if joint.closed.upperBound != output.count || joint.signs.isEmpty {
      (joint.signs, joint.closed) = ([], output.count..<output.count)
    }
    joint.signs.append((sign, start))
    write(sign)
    joint.closed = joint.closed.lowerBound..<output.count
    // A blank before the sign, such as one that keeps a line together.
    if let last = scalar(before: joint.closed.lowerBound), last.properties.isWhitespace {
      moveOut { $0.properties.isWhitespace }
    }
  }

  /// Opens the marks that the next word is in.
  func openMarks(before first: Unicode.Scalar?) {
    let pending = marks.indices.filter { marks[$0].start == nil }
    let isJoined = joint.closed.upperBound == output.count && !joint.signs.isEmpty
    guard isJoined || !pending.isEmpty else { return }
    if isJoined { join(pending, before: first) }
    for index in pending where marks[index].start == nil {
      if case .sign(let sign) = marks[index].kind, !canOpen(sign, index, before: first) {
        marks[index].kind = .nothing
      }
      marks[index].start = output.count
      switch marks[index].kind {
      case .nothing: break
      case .sign(let sign): write(sign)
      case .raised(let name): write("<\(name)>")
      case .link: write("[")
      case .picture: write("![")
      }
    }
  }

  /// Makes closing signs fit what follows directly.
  private func join(_ pending: [Int], before first: Unicode.Scalar?) {
    // The same emphasis goes on.
    if let index = pending.first, let last = joint.signs.last,
      case .sign(last.sign) = marks[index].kind
    {
      output.removeLast(last.sign.utf8.count)
      marks[index].start = last.start
      joint.signs.removeLast()
      joint.closed = joint.closed.lowerBound..<output.count
    }
    guard let last = joint.signs.last?.sign, let before = scalar(before: joint.closed.lowerBound),
      follows(pending, first, behind: last)?.isCertainPunctuation != true
    else { return }
    // For cmark-gfm, `*` is a punctuation mark before `~~`, but `~~` is nothing before `*`.
    let isMixed = last == "~~" && joint.signs.contains { $0.sign != last }
    if isMixed || before.mayBePunctuation {
      moveOut { $0.mayBePunctuation || $0.properties.isWhitespace }
    }
  }

  /// Returns the next character behind a sign of emphasis: that of a mark, or the first of a word.
  private func follows(
    _ pending: some Sequence<Int>, _ first: Unicode.Scalar?, behind sign: String
  ) -> Unicode.Scalar? {
    for index in pending where marks[index].start == nil {
      switch marks[index].kind {
      case .sign where sign == "~~": return "*"
      case .sign, .nothing: continue
      case .link, .picture: return "["
      case .raised: return "<"
      }
    }
    return first
  }

  private func canOpen(_ sign: String, _ index: Int, before first: Unicode.Scalar?) -> Bool {
    let isJoined = joint.closed.upperBound == output.count && !joint.signs.isEmpty
    // Signs of three kinds in a row are taken for others.
    if isJoined, joint.signs.count > 1, joint.signs.last?.sign.first == sign.first { return false }
    let next = follows((index + 1)..<marks.count, first, behind: sign)
    guard next?.mayBePunctuation == true, !isLineStart else { return true }
    let before = scalar(before: isJoined ? joint.closed.lowerBound : output.count)
    return before.map { $0.properties.isWhitespace || $0.isCertainPunctuation } ?? true
  }

  /// Returns how much of a word must stand before the signs that are to be opened: blanks always, punctuation behind
  /// a letter.
  func lead(of word: Substring) -> Substring {
    guard marks.contains(where: { if case .sign = $0.kind { $0.start == nil } else { false } })
    else { return word.prefix(0) }
    let isBehindLetter =
      !hasSpace && blanks == 0 && gap == .none && !isLineStart
      && scalar(before: output.count).map {
        !$0.properties.isWhitespace && !$0.isCertainPunctuation
      } == true
    let lead = word.unicodeScalars.prefix {
      $0.properties.isWhitespace || isBehindLetter && $0.mayBePunctuation
    }
    return word[..<lead.endIndex]
  }

  /// Moves the end of the text behind the closing signs; without such an end, or if nothing is left, the signs go.
  private func moveOut(_ isMoved: (Unicode.Scalar) -> Bool) {
    let closed = joint.closed
    let signs = Array(output[closed])
    let start = joint.signs.first.map { $0.start + $0.sign.utf8.count } ?? closed.lowerBound
    let isWord = joint.word.upperBound == closed.lowerBound
    let from = isWord ? joint.word.lowerBound : closed.lowerBound
    let text = String(decoding: output[max(start, from)..<closed.lowerBound], as: UTF8.self)
    let kept = text.unicodeScalars.lastIndex { !isMoved($0) }
    var moved = String(
      text[(kept.map { text.unicodeScalars.index(after: $0) } ?? text.startIndex)...])
    output.removeLast(signs.count + moved.utf8.count)
    // What is left may end with a blank, or with a mark such as that of a link.
    while output.count > start, let last = scalar(before: output.count),
      last.properties.isWhitespace
    {
      output.removeLast(String(last).utf8.count)
      moved = String(last) + moved
    }
    let isBehindMark = scalar(before: output.count)?.mayBePunctuation == true
    let next = moved.unicodeScalars.first
    let endsWord = next.map { $0.properties.isWhitespace || $0.isCertainPunctuation } == true
    if next == nil || output.count <= start || isBehindMark && !endsWord {
      // Struck words without their signs would say the opposite.
      let strike = output.count > start ? "~~" : ""
      let isStruck = joint.signs.contains { $0.sign == strike }
      // The outermost sign was opened first.
      for (sign, start) in joint.signs where sign != strike {
        output.removeSubrange(start..<(start + sign.utf8.count))
      }
      if isStruck { output += Array((strike + (isBehindMark && !endsWord ? " " : "")).utf8) }
    } else {
      output += signs
    }
    write(moved)
    joint = Joint(word: output.count - moved.utf8.count..<output.count)
  }

  /// Returns the character that ends at a position of the output.
  private func scalar(before end: Int) -> Unicode.Scalar? {
    // For cmark-gfm, a formula is a word.
    if end > 0, end == joint.formula.upperBound { return "x" }
    var start = end
    while start > 0, end - start < 4 {
      start -= 1
      if output[start] & 0xC0 != 0x80 { break }
    }
    return String(decoding: output[start..<end], as: UTF8.self).unicodeScalars.last
  }
}

extension Unicode.Scalar {
  /// Whether all versions of Markdown's rules take it for a punctuation mark.
  fileprivate var isCertainPunctuation: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      true
    default: isASCII && mayBePunctuation
    }
  }

  /// Whether some take it for one: also symbols.
  fileprivate var mayBePunctuation: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }
}
