import FireflyCore
import FireflySources
import Foundation

/// The header of a mail or of a part (RFC 5322).
struct MailHeader {
  /// Maximum bytes of all fields.
  private static let maxBytes = 256 << 10

  private var fields: [String: [UInt8]] = [:]
  /// The start of the body.
  private(set) var end: Int

  /// Parses the fields; of repeated fields, the first one is used.
  init(_ bytes: ArraySlice<UInt8>) {
    end = bytes.startIndex
    var (name, value): (String?, [UInt8]) = (nil, [])
    func store(_ fields: inout [String: [UInt8]]) {
      if let name, fields[name] == nil { fields[name] = value }
    }
    for line in ByteLines(bytes) where end - bytes.startIndex < Self.maxBytes {
      end = line.endIndex
      let line = line.withoutBreak
      if line.isEmpty { break }
      if line.first == 0x20 || line.first == 0x09 {
        value += [0x20] + line.drop { $0 == 0x20 || $0 == 0x09 }
        continue
      }
      guard let colon = line.firstIndex(of: 0x3A) else { continue }
      store(&fields)
      name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      value = Array(line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 })
    }
    store(&fields)
  }

  /// Returns a field without decoding it.
  func raw(_ name: String) -> String? { fields[name].map { Charset.decode($0, nil) } }

  /// Returns a field with encoded words decoded (RFC 2047).
  func words(_ name: String) -> String? { raw(name).map(Self.decodeWords) }

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
      guard let match = name.wholeMatch(of: /([^']*)'[^']*'(.*)/) else { return name }
      // Like quoted-printable, with another sign.
      let bytes = Array(match.2.replacing("=", with: "=3D").replacing("%", with: "=").utf8)
      return Charset.decode(TransferEncoding.quotedPrintable(bytes[...]), String(match.1))
    }
    return nil
  }

  /// When it was written.
  var date: Date? {
    guard var text = raw("date") else { return nil }
    // A comment may name the zone.
    if let comment = text.firstIndex(of: "(") { text = String(text[..<comment]) }
    return ForeignDate.date(text.trimmingCharacters(in: .whitespaces))
  }

  /// Returns the message IDs in a field, without angle brackets.
  func ids(_ name: String) -> [String] {
    (raw(name) ?? "").matches(of: /<([^<>\s]{1,900})>/).map { String($0.1) }
  }

  /// The name and the address of an author.
  var author: (name: String?, email: String?) {
    guard let text = words("from") else { return (nil, nil) }
    if let match = text.firstMatch(of: /<([^<>\s]+@[^<>\s]+)>/) {
      let name = text[..<match.range.lowerBound].trimmingCharacters(
        in: CharacterSet(charactersIn: " \t\""))
      return (name.isEmpty ? nil : name, String(match.1))
    }
    // The old form: ada@example.org (Ada)
    let email = text.split { $0.isWhitespace || $0 == "," }.first { $0.contains("@") }
    let name = text.firstMatch(of: /\(([^()]+)\)/).map { String($0.1) }
    return (name ?? (email == nil ? text : nil), email.map(String.init))
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
  static func decodeWords(_ text: String) -> String {
    guard text.contains("=?") else { return text }
    var (result, end) = ("", text.startIndex)
    // Neighbours are decoded together, because some programs split characters.
    var open: (charset: String, bytes: [UInt8])?
    for match in text.matches(of: /=\?([^?\s]{1,40})\?([bBqQ])\?([^?\s]*)\?=/) {
      let between = text[end..<match.range.lowerBound]
      // A language may follow the name (RFC 2231).
      let charset = match.1.prefix { $0 != "*" }.lowercased()
      let isNeighbour = open != nil && between.allSatisfy(\.isWhitespace)
      if let word = open, !isNeighbour || word.charset != charset {
        result += Charset.decode(word.bytes, word.charset)
        open = nil
      }
      if !isNeighbour { result += between }
      let bytes = Array(String(match.3).utf8)[...]
      let isBase64 = match.2.lowercased() == "b"
      let decoded =
        isBase64
        ? TransferEncoding.base64(bytes) : TransferEncoding.quotedPrintable(bytes, isHeader: true)
      open = (charset, (open?.bytes ?? []) + decoded)
      end = match.range.upperBound
    }
    if let open { result += Charset.decode(open.bytes, open.charset) }
    return result + text[end...]
  }
}
