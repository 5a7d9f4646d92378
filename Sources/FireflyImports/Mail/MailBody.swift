import FireflyCore
import FireflyServer
import FireflySources
import Foundation

/// The text of a mail as Markdown, and its first picture.
struct MailBody {
  /// Maximum depth and number of parts.
  private static let (maxDepth, maxParts) = (10, 200)

  private(set) var markdown = ""
  private(set) var picture: ImportedPicture?
  private var parts = 0

  /// Reads the body of a mail or of a part.
  init(_ header: MailHeader, _ bytes: ArraySlice<UInt8>) {
    markdown = text(of: header, bytes, depth: 0)
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
    if type.hasPrefix("image/") {
      if picture == nil {
        let data = TransferEncoding.decode(bytes, encoding)
        if PictureFormat.sniff(Array(data.prefix(PictureFormat.signatureLength))) != nil {
          picture = .bytes(Data(data))
        }
      }
      return ""
    }
    guard !isAttached, type.isEmpty || type.hasPrefix("text/") else {
      if type == "message/rfc822", !isAttached {
        let inner = MailHeader(bytes)
        return text(of: inner, bytes[inner.end...], depth: depth + 1)
      }
      return ""
    }
    let text = Charset.decode(TransferEncoding.decode(bytes, encoding), parameters["charset"])
    if type == "text/html" { return HTMLText.markdown(text) }
    let isFlowed = parameters["format"]?.lowercased() == "flowed"
    return MailText.markdown(
      text, isFlowed: isFlowed, deletesSpace: parameters["delsp"]?.lowercased() == "yes")
  }

  private mutating func multipart(
    _ pieces: [ArraySlice<UInt8>], isChoice: Bool, _ depth: Int
  ) -> String {
    var texts: [String] = []
    var isPlain = false
    for piece in pieces {
      let header = MailHeader(piece)
      let type = header.parameters("content-type").value
      // Of alternative parts, use the plain text.
      if isChoice, isPlain, type == "text/html" { continue }
      let text = text(of: header, piece[header.end...], depth: depth + 1)
      guard !text.isEmpty else { continue }
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
