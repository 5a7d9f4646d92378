/// The people and links in a text, as Mastodon finds them when it publishes it.
public struct FoundInText: Hashable, Sendable {
  /// What was found.
  public enum Kind: Hashable, Sendable {
    /// A person, by the handle without `@`.
    case person(String)
    /// A link.
    case link
  }

  /// What it is.
  public let kind: Kind
  /// Where it stands.
  public let range: Range<String.Index>

  /// Finds the people and links of a text, in order; takes linear time.
  public static func all(in text: String) -> [FoundInText] {
    var found: [FoundInText] = []
    var place = text.startIndex
    var before: Character?
    while place < text.endIndex {
      let character = text[place]
      var end: String.Index?
      if character == "@", before.map(canPrecedePerson) ?? true {
        end = personEnd(after: place, in: text)
        if let end {
          let handle = text[text.index(after: place)..<end]
          found.append(FoundInText(kind: .person(String(handle)), range: place..<end))
        }
      } else if character.isASCII, character.isLetter, before.map(canPrecedeLink) ?? true {
        end = LinkScanner.end(at: place, in: text)
        if let end { found.append(FoundInText(kind: .link, range: place..<end)) }
      }
      let next = end ?? text.index(after: place)
      before = text[text.index(before: next)]
      place = next
    }
    return found
  }

  /// Returns the handles of the people whom a text names, without `@`, in small letters.
  public static func people(in text: String) -> [String] {
    all(in: text).compactMap { found in
      if case .person(let handle) = found.kind { handle.lowercased() } else { nil }
    }
  }

  private static func canPrecedePerson(_ character: Character) -> Bool {
    !character.isLetter && !character.isNumber && !"_=/".contains(character)
  }

  private static func canPrecedeLink(_ character: Character) -> Bool {
    !(character.isASCII && (character.isLetter || character.isNumber))
      && !"@＠$#＃".contains(character)
  }

  /// Returns the end of a handle, of a name and perhaps a host; nil if there is no name.
  private static func personEnd(after place: String.Index, in text: String) -> String.Index? {
    guard let name = wordEnd(from: text.index(after: place), in: text, with: ".-") else {
      return nil
    }
    guard name < text.endIndex, text[name] == "@" else { return name }
    return wordEnd(from: text.index(after: name), in: text, with: ".-:") ?? name
  }

  /// Returns the end of a word that may have some signs within; nil if there is none.
  private static func wordEnd(
    from start: String.Index, in text: String, with signs: String
  ) -> String.Index? {
    var (place, end) = (start, start)
    while place < text.endIndex {
      let character = text[place]
      place = text.index(after: place)
      if character.isLetter || character.isNumber || character == "_" {
        end = place
      } else if end == start || !signs.contains(character) {
        break
      }
    }
    return end == start ? nil : end
  }
}

/// Finds where a link ends.
enum LinkScanner {
  /// Signs that don't belong to a link at its end.
  private static let signs: Set<Character> = [
    "?", "!", "*", "\"", "'", "「", "」", ";", ":", "=", ",", ".", "$", "%", "[", "]", "~", "|", "@",
    "(",
  ]

  /// What links begin with, as Mastodon has it.
  private static let schemes = [
    "https://", "http://", "gopher://", "gemini://", "dat://", "dweb://", "ipfs://", "ipns://",
    "ssb://",
  ]

  /// Returns the end of the link that begins at a place; nil if none does.
  static func end(at start: String.Index, in text: String) -> String.Index? {
    let rest = text[start...]
    guard let scheme = schemes.first(where: { rest.hasLetters($0) }) else { return nil }
    let host = rest.dropFirst(scheme.count).prefix {
      $0.isLetter || $0.isNumber || "-_.".contains($0)
    }
    let labels = host.split(separator: ".")
    // A name without a dot is no host of the web.
    guard labels.count > 1, let last = labels.last, last.count > 1, last.contains(where: \.isLetter)
    else { return nil }
    var place = host.hasSuffix(".") ? last.endIndex : host.endIndex
    var end = place
    var depth = 0
    scan: while place < text.endIndex {
      let character = text[place]
      if place == host.endIndex, !"/?:#".contains(character) { break }
      switch character {
      case "(": depth += 1
      case ")":
        if depth == 0 { break scan }
        depth -= 1
      case _ where character.isWhitespace || "<>\"".contains(character): break scan
      default: break
      }
      place = text.index(after: place)
      if !signs.contains(character), depth == 0 { end = place }
    }
    return end
  }
}

extension Substring {
  /// Whether it begins with letters of ASCII, large or small.
  fileprivate func hasLetters(_ letters: String) -> Bool {
    utf8.prefix(letters.utf8.count).elementsEqual(letters.utf8) { byte, letter in
      byte == letter || (0x41...0x5A).contains(byte) && byte | 0x20 == letter
    }
  }
}
