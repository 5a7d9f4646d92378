import FireflyCore
import FireflyForeign
import FireflySources
import Foundation

/// The header of a mail or of a part (RFC 5322).
struct MailHeader {
  /// Maximum bytes of all fields.
  private static let maxBytes = 256 << 10
  /// Bytes of a mail in which a part may name its character set.
  private static let searched = 16 << 10

  private(set) var fields: [String: [UInt8]] = [:]
  /// The start of the body.
  private(set) var end: Int
  /// The character set that the mail names, or else its first part; nil for none.
  private(set) var charset: String?

  /// Parses the fields; of repeated fields, the first one is used.
  init(_ bytes: ArraySlice<UInt8>) {
    end = bytes.startIndex
    var (name, value): (String?, [UInt8]) = (nil, [])
    func store(_ fields: inout [String: [UInt8]]) {
      if let name, fields[name] == nil { fields[name] = value }
    }
    var place = bytes.startIndex
    for line in ByteLines(bytes) {
      let isFull = place - bytes.startIndex >= Self.maxBytes
      place = line.endIndex
      if !isFull { end = place }
      let line = line.withoutBreak
      if line.isEmpty {
        end = place
        break
      }
      // The rest of a long header is no text.
      if isFull { continue }
      if line.first == 0x20 || line.first == 0x09 {
        value.append(0x20)
        value += line.drop { $0 == 0x20 || $0 == 0x09 }
        continue
      }
      guard let colon = line.firstIndex(of: 0x3A) else { continue }
      store(&fields)
      name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      value = Array(line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 })
    }
    store(&fields)
    let (type, parameters) = parameters("content-type")
    charset = parameters["charset"]
    // Of a mail with parts, raw letters in the header are those of its first text.
    if charset == nil, type.hasPrefix("multipart/"), fields.values.contains(where: Self.isRaw) {
      charset = Charset.named(in: bytes[end...], within: Self.searched)
    }
  }

  private static func isRaw(_ bytes: [UInt8]) -> Bool { bytes.contains { $0 >= 0x80 } }

  /// Whether there are fields at all.
  var hasFields: Bool { !fields.isEmpty }

  /// Whether there is a field.
  func has(_ name: String) -> Bool { fields[name] != nil }

  /// Returns a field without decoding it.
  func raw(_ name: String) -> String? {
    fields[name].map { WindowsLetters.decoded(Self.decode($0[...], charset)) }
  }

  /// Returns a field with encoded words decoded (RFC 2047).
  func words(_ name: String) -> String? {
    fields[name].map { WindowsLetters.decoded(Self.decodeWords($0[...], charset)) }
  }

  /// Decodes bytes of a header, which may be in the character set of the mail.
  private static func decode(_ bytes: ArraySlice<UInt8>, _ charset: String?) -> String {
    if let charset, isRaw(Array(bytes)), !Charset.isSingleByte(charset) || !bytes.isUTF8 {
      return Charset.decode(Array(bytes), charset)
    }
    return Charset.decode(Array(bytes), nil)
  }

  /// Returns the value and the parameters of a field such as `text/plain; charset=utf-8`.
  func parameters(_ name: String) -> (value: String, parameters: [String: String]) {
    var parts = Self.split(raw(name) ?? "")
    guard !parts.isEmpty else { return ("", [:]) }
    let value = parts.removeFirst().trimmingCharacters(in: .whitespaces).lowercased()
    var parameters: [String: String] = [:]
    for part in parts.prefix(50) {
      guard let sign = part.firstIndex(of: "=") else { continue }
      let key = part[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
      var text = part[part.index(after: sign)...].trimmingCharacters(in: .whitespaces)
      if text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") {
        text = String(text.dropFirst().dropLast())
      }
      parameters[key] = text
    }
    return (value, parameters)
  }

  /// The name of an attached file.
  var fileName: String? {
    for (field, key) in [("content-disposition", "filename"), ("content-type", "name")] {
      let values = parameters(field).parameters
      // A name may be in several parts, and have its character set before it (RFC 2231).
      let pieces = (0..<50).map { values["\(key)*\($0)*"] ?? values["\(key)*\($0)"] }
        .prefix { $0 != nil }.compactMap(\.self)
      guard let name = values[key + "*"] ?? (pieces.isEmpty ? nil : pieces.joined()) else {
        if let name = values[key] { return Self.decodeWords(name) }
        continue
      }
      let parts = name.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return name }
      // Like quoted-printable, with another sign.
      let bytes = Array(parts[2].replacing("=", with: "=3D").replacing("%", with: "=").utf8)
      return Charset.decode(TransferEncoding.quotedPrintable(bytes[...]), String(parts[0]))
    }
    return nil
  }

  /// When it was written.
  var date: Date? {
    raw("date").flatMap { Self.date($0[...]) }
  }

  /// When the last server received it, which writes its line above those of the others.
  var received: Date? {
    raw("received").flatMap { text in
      text.lastIndex(of: ";").flatMap { Self.date(text[$0...].dropFirst()) }
    }
  }

  private static func date(_ text: Substring) -> Date? {
    // A comment may name the zone.
    ForeignDate.date(text.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces))
  }

  /// Returns the message IDs in a field, without angle brackets.
  func ids(_ name: String) -> [String] {
    Self.bracketed(words(name) ?? "", withSpaces: true).map(\.text)
  }

  /// The ID of the mail; nil if it has none.
  ///
  /// Some programs forget the brackets.
  var id: String? {
    if let id = ids("message-id").first { return id }
    let text = (words("message-id") ?? "").trimmingCharacters(in: .whitespaces)
    let isID = text.contains("@") && text.utf8.count <= 900
    return isID && !text.contains { $0.isWhitespace || $0 == "<" || $0 == ">" } ? text : nil
  }

  /// The address of its page in an archive on the web; nil if it names none.
  var page: String? {
    // RFC 5064; some have no brackets.
    let named = raw("archived-at").map { text in
      Self.bracketed(text).first?.text ?? text.trimmingCharacters(in: .whitespaces)
    }
    if let named, WebAddress.site(of: named) != nil { return named }
    // An archive of public-inbox has a page for each mail.
    guard let id, let archive = Self.bracketed(raw("list-archive") ?? "").first?.text,
      let link = SourceLink(archive), link.source.kind == .inbox, link.target == .front
    else { return nil }
    return link.page(ofMail: id)
  }

  /// Returns the texts between `<` and `>` without other brackets, with the starts of their brackets.
  ///
  /// - Parameter hasSpaces: whether those with an `@` may have spaces, as odd IDs of mails do.
  /// - Returns: the texts, and where their brackets begin.
  static func bracketed(
    _ text: String, withSpaces hasSpaces: Bool = false
  ) -> [(start: String.Index, text: String)] {
    var found: [(String.Index, String)] = []
    var start: String.Index?
    var isSpaced = false
    for index in text.indices {
      switch text[index] {
      case "<": (start, isSpaced) = (index, false)
      case ">":
        if let start, case let inner = text[text.index(after: start)..<index], !inner.isEmpty,
          inner.utf8.count <= 900,
          !isSpaced || hasSpaces && inner.contains("@") && !inner.contains(where: \.isNewline)
        {
          found.append((start, String(inner)))
        }
        start = nil
      case let character where character.isWhitespace: isSpaced = true
      default: break
      }
    }
    return found
  }

  private static func split(_ text: String) -> [String] {
    var (parts, isQuoted) = ([""], false)
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == ";", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  /// Decodes words such as `=?utf-8?q?caf=C3=A9?=`; spaces between two of them are dropped.
  static func decodeWords(_ text: String) -> String { decodeWords(Array(text.utf8)[...], nil) }

  static func decodeWords(_ bytes: ArraySlice<UInt8>, _ charset: String?) -> String {
    var (result, end, place) = ("", bytes.startIndex, bytes.startIndex)
    // Neighbours are decoded together, because some programs split characters.
    var open: (charset: String, bytes: [UInt8])?
    func close() {
      if let word = open { result += Charset.decode(word.bytes, word.charset) }
      open = nil
    }
    while let start = bytes[place...].firstIndex(of: 0x3D) {
      guard let word = EncodedWord(bytes[start...]) else {
        place = start + 1
        continue
      }
      let between = bytes[end..<start]
      let isNeighbour = open != nil && between.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      if !isNeighbour || word.charset != open?.charset { close() }
      if !isNeighbour { result += decode(between, charset) }
      if open == nil { open = (word.charset, []) }
      open?.bytes += word.bytes
      (end, place) = (word.end, word.end)
    }
    close()
    return result + decode(bytes[end...], charset)
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is valid UTF-8.
  fileprivate var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }
}
