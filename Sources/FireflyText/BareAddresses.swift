import CMarkdown

/// Takes the punctuation of a sentence out of the addresses in it.
///
/// cmark-gfm, like GitHub, ends an address without angle brackets at a space, and knows ASCII
/// punctuation only. So an address would continue with the text after `。`, or with a quotation mark.
enum BareAddresses {
  /// Shortens the addresses of a tree, and puts what follows them into the text.
  static func shorten(in root: OpaquePointer?) {
    guard let root, let iterator = cmark_iter_new(root) else { return }
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE else { return }
      guard event == CMARK_EVENT_EXIT, let node = cmark_iter_get_node(iterator),
        cmark_node_get_type(node) == CMARK_NODE_LINK
      else { continue }
      shorten(node)
    }
  }

  private static func shorten(_ link: OpaquePointer) {
    // Only here the text begins where the link does: it has neither `<` nor `[`.
    guard let text = cmark_node_first_child(link), cmark_node_next(text) == nil,
      cmark_node_get_start_column(text) == cmark_node_get_start_column(link),
      let literal = cmark_node_get_literal(text).map({ String(cString: $0) }),
      let url = cmark_node_get_url(link).map({ String(cString: $0) }), url.hasSuffix(literal)
    else { return }
    let rest = literal.unicodeScalars[end(of: literal)...]
    guard !rest.isEmpty, rest.startIndex > literal.startIndex,
      let following = cmark_node_new(CMARK_NODE_TEXT)
    else { return }
    cmark_node_set_literal(following, String(rest))
    guard cmark_node_insert_after(link, following) != 0 else {
      return cmark_node_free(following)
    }
    cmark_node_set_literal(text, String(literal[..<rest.startIndex]))
    cmark_node_set_url(link, String(url.unicodeScalars.dropLast(rest.count)))
  }

  /// Returns the end of the address at the beginning of a text.
  static func end(of text: String) -> String.Index {
    let scalars = text.unicodeScalars
    var address = scalars[...]
    if let cut = scalars.firstIndex(where: endsAddress) { address = scalars[..<cut] }
    while let last = address.last,
      endsSentence(last, isASCIIToo: address.endIndex < scalars.endIndex),
      last != ")" || isUnbalanced(address)
    {
      address.removeLast()
    }
    return address.endIndex
  }

  /// Whether a character never belongs to an address as people write it: full-width punctuation, double
  /// quotation marks, dashes between sentences, blanks.
  private static func endsAddress(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x80: false
    case 0xAB, 0xBB, 0x2014...0x2015, 0x201C...0x201F, 0x2026, 0x2039...0x203A: true
    case 0x3001...0x3003, 0x3008...0x3011, 0x3014...0x301F: true
    case 0xFF01...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF3D, 0xFF5B...0xFF65: true
    default: scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
    }
  }

  /// Whether a character at the end of an address belongs to the sentence around it.
  private static func endsSentence(_ scalar: Unicode.Scalar, isASCIIToo: Bool) -> Bool {
    switch scalar {
    case "\u{2013}", "\u{2018}", "\u{2019}": true
    case "?", "!", ".", ",", ":", ";", "*", "_", "~", "'", "\"", ")": isASCIIToo
    default: false
    }
  }

  private static func isUnbalanced(_ address: Substring.UnicodeScalarView) -> Bool {
    address.count { $0 == ")" } > address.count { $0 == "(" }
  }
}
