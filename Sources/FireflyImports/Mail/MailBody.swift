import FireflyCore
import FireflyForeign
import FireflyTransfer
import Foundation

/// The text of a mail as Markdown with the names of its attachments, and its pictures.
struct MailBody {
  /// Maximum depth and number of parts.
  private static let (maxDepth, maxParts) = (10, 1_000)
  /// Maximum bytes of the text of a part, which is more than a post has.
  private static let maxText = 2 << 20

  /// A picture within a mail.
  struct Picture {
    var data: Data
    /// The name of its file; empty if it has none.
    var name: String
    /// What texts of the mail call it.
    var ids: [String] = []
    /// The number of its part, such as `2` or `1.2`, as archives on the web have it; nil within a mail
    /// within the mail.
    var number: String?
  }

  /// The text, which shows pictures by the addresses of `MailPart`.
  private(set) var markdown = ""
  private(set) var pictures: [Picture] = []
  /// Parts that did not become text or a picture.
  private(set) var leftOut = Tally()
  /// What was guessed about the texts.
  private(set) var guessed = Tally()
  /// Whether the end of a text was dropped.
  private(set) var isCut = false
  private var parts = 0
  /// Whether a part before was a text.
  private var hasText = false
  /// A line for each part that is neither text nor a picture.
  private var attachments: [String] = []
  /// The descriptions of the pictures by their IDs; nil until a page shows one.
  private var names: [String: String]?
  private let whole: (header: MailHeader, bytes: ArraySlice<UInt8>)

  /// Reads the body of a mail.
  init(_ header: MailHeader, _ bytes: ArraySlice<UInt8>) {
    whole = (header, bytes)
    let text = text(of: header, bytes, at: [])
    markdown = [text, attachments.joined(separator: "\\\n")].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
    if !pictures.isEmpty { markdown = MailPlaces(pictures).shown(in: markdown) }
  }

  /// Returns the text of a part.
  ///
  /// - Parameters:
  ///   - bytes: its body.
  ///   - place: the numbers of the part and of those around it; nil within a mail within the mail.
  ///   - depth: the number of parts around it.
  /// - Returns: Markdown.
  private mutating func text(
    of header: MailHeader, _ bytes: ArraySlice<UInt8>, at place: [Int]?, depth: Int = 0
  ) -> String {
    parts += 1
    let (type, parameters) = header.type
    guard parts <= Self.maxParts, depth <= Self.maxDepth else {
      leftOut.add("part", named: header.fileName)
      return ""
    }
    if type.hasPrefix("multipart/"), let boundary = parameters["boundary"],
      let (pieces, first) = Self.split(bytes, at: boundary)
    {
      return multipart(
        pieces, from: first, isChoice: type.hasSuffix("/alternative"), at: place, depth)
    }
    let encoding = header.raw("content-transfer-encoding")
    if type == "message/rfc822" { return forwarded(bytes, depth) }
    let data = TransferEncoding.decode(bytes, encoding)
    let isShown =
      Self.isText(type)
      || depth == 0 && Self.mayBeText(type) && data.areText
      || !hasText && Self.isOtherText(type) && header.fileName == nil && data.areText
    guard !header.isAttached, isShown else {
      attach(header, data, type, at: place)
      return ""
    }
    hasText = hasText || !data.isEmpty
    if type == "text/html" {
      let charset = parameters["charset"] ?? Charset.named(in: data)
      check(charset, of: data)
      let text = HTMLText(
        Charset.decode(data, charset), habits: HTMLText.Habits(ofMailWith: namesOfPictures()))
      for name in text.leftOutPictures {
        leftOut.add("picture on the web", "pictures on the web", named: name)
      }
      isCut = isCut || text.isCut
      return text.markdown(cutBefore: nil)
    }
    isCut = isCut || data.count > Self.maxText
    check(parameters["charset"], of: data)
    let text = Self.withLines(
      WindowsLetters.decoded(
        Charset.decode(Array(data.prefix(Self.maxText)), parameters["charset"])))
    if Self.patches.contains(type) {
      let lines = MailText.lines(of: text).map(String.init)
      return CodeFence.block(lines.last == "" ? lines.dropLast() : lines, "diff")
        .joined(separator: "\n")
    }
    let isFlowed = parameters["format"]?.lowercased() == "flowed"
    return MailText.markdown(
      text, isFlowed: isFlowed, deletesSpace: parameters["delsp"]?.lowercased() == "yes")
  }

  /// Returns a text in which a return alone, too, ends a line.
  private static func withLines(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    let bytes = Array(text.utf8)
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      if byte != 0x0D {
        lines.append(byte)
      } else if index + 1 < bytes.count, bytes[index + 1] != 0x0A, bytes[index + 1] != 0x0D {
        lines.append(0x0A)
      }
    }
    return String(decoding: lines, as: UTF8.self)
  }

  /// Counts a character set that is not known, unless the text needs none.
  private mutating func check(_ charset: String?, of data: [UInt8]) {
    guard let charset, data.contains(where: { $0 >= 0x80 }), !Charset.isKnown(charset) else {
      return
    }
    guessed.add("character set", named: charset)
  }

  /// Whether a mail that has nothing but a part of this type has it as its text, if that is text.
  private static func mayBeText(_ type: String) -> Bool {
    ["text/", "message/"].contains(where: type.hasPrefix) || signed.contains(type)
  }

  /// Whether the first part of this type is the text, if it is text: calendars and the like are files.
  private static func isOtherText(_ type: String) -> Bool {
    signed.contains(type) || type.hasPrefix("text/") && !files.contains(type)
  }

  /// A text in the old form of PGP.
  private static let signed: Set = ["application/pgp", "application/x-pgp"]
  private static let files: Set = [
    "text/calendar", "text/x-vcalendar", "text/vcard", "text/x-vcard", "text/directory", "text/csv",
    "text/rtf", "text/css", "text/javascript", "text/xml", "text/x-amp-html",
  ]
  private static let patches: Set = ["text/x-patch", "text/x-diff", "text/patch", "text/diff"]

  /// Whether a part of this type is shown as text; others are files.
  private static func isText(_ type: String) -> Bool {
    ["", "text/plain", "text/html"].contains(type) || type.hasPrefix("multipart/")
      || patches.contains(type)
  }

  /// Adds a part that is a file.
  private mutating func attach(
    _ header: MailHeader, _ data: [UInt8], _ type: String, at place: [Int]?
  ) {
    let name = ForeignText.cleanLine(header.fileName ?? "", limit: 200)
    if Self.mayBePicture(type), PictureFormat.sniff(data) != nil {
      let number = place.map { $0.isEmpty ? "1" : $0.map(String.init).joined(separator: ".") }
      pictures.append(
        Picture(data: Data(data), name: name, ids: Self.ids(of: header), number: number))
      return
    }
    let kind = type.isEmpty ? "text/plain" : type
    leftOut.addFile(name, type: kind)
    // Signatures are below nearly every mail: they are only counted.
    if Self.signatures.contains(type) { return }
    let words = name.isEmpty ? ForeignText.cleanLine(kind, limit: 200) : name
    attachments.append("Attachment: \(MailText.escaped(words)) (\(ByteCount.words(data.count)))")
  }

  private static let signatures: Set = [
    "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
  ]

  private static func mayBePicture(_ type: String) -> Bool {
    type.hasPrefix("image/") || type == "application/octet-stream"
  }

  /// Returns what texts of the mail call a part.
  private static func ids(of header: MailHeader) -> [String] {
    let id = header.ids("content-id").first ?? header.raw("content-id")
    return [id, header.raw("content-location")].compactMap { id in
      id.map { $0.trimmingCharacters(in: .whitespaces) }
    }.filter { !$0.isEmpty && $0.utf8.count <= 300 }
  }

  /// Returns the descriptions of the pictures, which may come after the text that shows them.
  private mutating func namesOfPictures() -> [String: String] {
    if let names { return names }
    var names: [String: String] = [:]
    var waiting = [(whole.header, whole.bytes, 0)]
    var count = 0
    while let (header, bytes, depth) = waiting.popLast(), count <= Self.maxParts {
      count += 1
      let (type, parameters) = header.type
      if type.hasPrefix("multipart/"), depth <= Self.maxDepth,
        let (pieces, _) = Self.split(bytes, at: parameters["boundary"] ?? "")
      {
        for piece in pieces.prefix(Self.maxParts) {
          let header = MailHeader(piece)
          waiting.append((header, piece[header.end...], depth + 1))
        }
      } else if Self.mayBePicture(type) {
        for id in Self.ids(of: header) {
          names[id] = ForeignText.cleanLine(header.fileName ?? "", limit: 200)
        }
      }
    }
    self.names = names
    return names
  }

  /// Returns the text of a mail within this one, below the fields that tell where it is from.
  private mutating func forwarded(_ bytes: ArraySlice<UInt8>, _ depth: Int) -> String {
    let header = MailHeader(bytes)
    // A part that was meant to be a mail, and has no header, is text.
    guard header.hasFields else {
      return text(of: MailHeader([]), bytes, at: nil, depth: depth + 1)
    }
    let fields = ["From", "Subject", "Date"].compactMap { name in
      header.words(name.lowercased()).map {
        "> \(name): \(MailText.escaped(ForeignText.cleanLine($0)))"
      }
    }
    return [
      fields.joined(separator: "\\\n"),
      text(of: header, bytes[header.end...], at: nil, depth: depth + 1),
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private mutating func multipart(
    _ pieces: [ArraySlice<UInt8>], from first: Int, isChoice: Bool, at place: [Int]?, _ depth: Int
  ) -> String {
    var texts: [String] = []
    var isPlain = false
    for (index, piece) in pieces.enumerated() {
      guard parts < Self.maxParts else {
        let rest = pieces[index...]
        for piece in rest.prefix(Self.maxParts) {
          leftOut.add("part", named: MailHeader(piece).fileName)
        }
        leftOut.add("part", count: rest.count - Self.maxParts)
        break
      }
      let header = MailHeader(piece)
      let type = header.type.name
      // Of alternative parts, use the plain text, and pictures and attachments of the others.
      if isChoice, isPlain, type.hasPrefix("text/") { continue }
      let text = text(
        of: header, piece[header.end...], at: place.map { $0 + [first + index] }, depth: depth + 1)
      guard !text.isEmpty, !isChoice || !isPlain else { continue }
      if isChoice, type.isEmpty || type == "text/plain" { isPlain = true }
      if isChoice, !texts.isEmpty { texts.removeLast() }
      texts.append(text)
    }
    return texts.joined(separator: "\n\n")
  }

  /// Returns the parts between boundary lines, and the number of the first one; nil if there are none.
  private static func split(
    _ bytes: ArraySlice<UInt8>, at boundary: String
  ) -> (pieces: [ArraySlice<UInt8>], first: Int)? {
    guard !boundary.isEmpty else { return nil }
    let mark = Array("--\(boundary)".utf8)
    var pieces: [ArraySlice<UInt8>] = []
    var first = 1
    var start: Int?
    for line in ByteLines(bytes) where line.starts(with: mark) {
      // The boundary of an inner part may begin with that of the outer one.
      let rest = line.dropFirst(mark.count)
      let isEnd = rest.starts(with: "--".utf8)
      guard rest.dropFirst(isEnd ? 2 : 0).allSatisfy(isBlank) else { continue }
      if let start {
        let piece = bytes[start..<max(start, line.startIndex - 1)]
        if !piece.allSatisfy(isBlank) { pieces.append(piece) }
      } else if bytes[..<line.startIndex].contains(0x3A) {
        // Archives on the web count the text above the first part, if it may have fields.
        first = 2
      }
      // A text whose only boundary is its end has no parts.
      if isEnd, start == nil, !bytes[..<line.startIndex].allSatisfy(isBlank) { return nil }
      start = line.endIndex
      if isEnd { return (pieces, first) }
    }
    guard let start else { return nil }
    return (pieces + [bytes[start...]], first)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0D, 0x20].contains(byte) }
}
