import FireflyCore
import FireflyServer
import FireflySources
import Foundation

/// The text of a mail as Markdown with the names of its attachments, and its pictures.
struct MailBody {
  /// Maximum depth and number of parts.
  private static let (maxDepth, maxParts) = (10, 200)

  private(set) var markdown = ""
  /// The pictures with their names, of which the text shows all but the first.
  private(set) var pictures: [(data: Data, name: String)] = []
  /// The types and names of parts that did not become text or a picture.
  private(set) var leftOut: [(type: String, name: String)] = []
  private var parts = 0
  /// A line for each part that is neither text nor a picture.
  private var attachments: [String] = []

  /// Reads the body of a mail or of a part.
  init(_ header: MailHeader, _ bytes: ArraySlice<UInt8>) {
    let text = text(of: header, bytes, depth: 0)
    markdown = [text, attachments.joined(separator: "\\\n")].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  private mutating func text(
    of header: MailHeader, _ bytes: ArraySlice<UInt8>, depth: Int
  ) -> String {
    parts += 1
    guard parts <= Self.maxParts, depth <= Self.maxDepth else { return "" }
    let (type, parameters) = header.parameters("content-type")
    if type.hasPrefix("multipart/"), let boundary = parameters["boundary"], !boundary.isEmpty {
      return multipart(
        Self.split(bytes, at: boundary), isChoice: type.hasSuffix("/alternative"), depth)
    }
    let isAttached = header.parameters("content-disposition").value == "attachment"
    let encoding = header.raw("content-transfer-encoding")
    if type == "message/rfc822" { return forwarded(bytes, depth) }
    let data = TransferEncoding.decode(bytes, encoding)
    guard !isAttached, Self.isText(type) else {
      let fileName = ForeignText.cleanLine(header.fileName ?? "", limit: 200)
      if type.hasPrefix("image/"),
        PictureFormat.sniff(Array(data.prefix(PictureFormat.signatureLength))) != nil
      {
        pictures.append((Data(data), fileName))
      } else {
        let kind = type.isEmpty ? "text/plain" : type
        leftOut.append((kind, fileName))
        let name = MailText.escaped(ForeignText.cleanLine(header.fileName ?? kind, limit: 200))
        attachments.append("Attachment: \(name) (\(ByteCount.words(data.count)))")
      }
      return ""
    }
    if type == "text/html" {
      let charset = parameters["charset"] ?? Self.charset(ofHTML: data)
      return HTMLText.markdown(Charset.decode(data, charset))
    }
    let text = Charset.decode(data, parameters["charset"])
    if Self.patches.contains(type) {
      let lines = text.replacing("\r\n", with: "\n").split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
      return MailText.fence(lines.last == "" ? lines.dropLast() : lines, "diff")
        .joined(separator: "\n")
    }
    let isFlowed = parameters["format"]?.lowercased() == "flowed"
    return MailText.markdown(
      text, isFlowed: isFlowed, deletesSpace: parameters["delsp"]?.lowercased() == "yes")
  }

  private static let patches: Set = ["text/x-patch", "text/x-diff", "text/patch", "text/diff"]

  /// Whether a part of this type is shown as text; others are files.
  private static func isText(_ type: String) -> Bool {
    ["", "text/plain", "text/html"].contains(type) || patches.contains(type)
  }

  /// Returns the character set that a page names by itself.
  private static func charset(ofHTML bytes: [UInt8]) -> String? {
    let start = String(decoding: bytes.prefix(2_048), as: UTF8.self).lowercased()
    guard let place = start.firstRange(of: "charset=")?.upperBound else { return nil }
    let name = start[place...].drop { "\"' ".contains($0) }.prefix {
      !"\"';> /".contains($0) && !$0.isWhitespace
    }
    return name.isEmpty ? nil : String(name)
  }

  /// Returns the text of a mail within this one, below the fields that tell where it is from.
  private mutating func forwarded(_ bytes: ArraySlice<UInt8>, _ depth: Int) -> String {
    let header = MailHeader(bytes)
    let fields = ["From", "Subject", "Date"].compactMap { name in
      header.words(name.lowercased()).map {
        "> \(name): \(MailText.escaped(ForeignText.cleanLine($0)))"
      }
    }
    return [
      fields.joined(separator: "\\\n"), text(of: header, bytes[header.end...], depth: depth + 1),
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private mutating func multipart(
    _ pieces: [ArraySlice<UInt8>], isChoice: Bool, _ depth: Int
  ) -> String {
    var texts: [String] = []
    var isPlain = false
    for piece in pieces {
      let header = MailHeader(piece)
      let type = header.parameters("content-type").value
      // Of alternative parts, use the plain text, and pictures and attachments of the others.
      if isChoice, isPlain, type.hasPrefix("text/") { continue }
      let text = text(of: header, piece[header.end...], depth: depth + 1)
      guard !text.isEmpty, !isChoice || !isPlain else { continue }
      if isChoice, type.isEmpty || type == "text/plain" { isPlain = true }
      if isChoice, !texts.isEmpty { texts.removeLast() }
      texts.append(text)
    }
    return texts.joined(separator: "\n\n")
  }

  /// Returns the parts between boundary lines.
  private static func split(_ bytes: ArraySlice<UInt8>, at boundary: String) -> [ArraySlice<UInt8>]
  {
    let mark = Array("--\(boundary)".utf8)
    var pieces: [ArraySlice<UInt8>] = []
    var start: Int?
    for line in ByteLines(bytes) where line.starts(with: mark) {
      // The boundary of an inner part may begin with that of the outer one.
      let rest = line.dropFirst(mark.count)
      let isEnd = rest.starts(with: "--".utf8)
      guard rest.dropFirst(isEnd ? 2 : 0).allSatisfy({ [0x09, 0x0A, 0x0D, 0x20].contains($0) })
      else { continue }
      if let start { pieces.append(bytes[start..<max(start, line.startIndex - 1)]) }
      start = line.endIndex
      if isEnd || pieces.count >= maxParts { return pieces }
    }
    if let start { pieces.append(bytes[start...]) }
    return pieces
  }
}
