import FireflyCore
import FireflyForeign

/// The places of pictures in plain texts of mails: `[cid:ID]` of Outlook, `[image: NAME]` of Gmail.
struct MailPlaces {
  private static let marks: [[UInt8]] = [Array("\\[cid:".utf8), Array("\\[image: ".utf8)]
  /// Maximum bytes of a place.
  private static let longest = 1_000

  /// What shows each picture, by its IDs and its name.
  private var shown: [String: String] = [:]

  init(_ pictures: [MailBody.Picture]) {
    for (index, picture) in pictures.enumerated() {
      let id = picture.ids.first ?? "\(index)"
      let markdown = BodyPicture.markdown(
        picture.name.isEmpty ? "picture" : picture.name, at: MailPart.address(of: id))
      for id in picture.ids { shown["cid:" + id] = markdown }
      if !picture.ids.isEmpty, !picture.name.isEmpty { shown["image: " + picture.name] = markdown }
    }
  }

  /// Returns a text of Markdown with the pictures at these places.
  func shown(in text: String) -> String {
    guard !shown.isEmpty, text.hasBytes("\\[") else { return text }
    let bytes = Array(text.utf8)
    var (output, place, rest) = ([UInt8](), 0, bytes[...])
    while let start = rest.firstIndex(of: UInt8(ascii: "\\")) {
      rest = bytes[(start + 1)...]
      guard Self.marks.contains(where: bytes[start...].starts) else { continue }
      let inner = bytes[(start + 2)...].prefix(Self.longest).prefix { $0 != UInt8(ascii: "]") }
      guard inner.endIndex < bytes.endIndex, bytes[inner.endIndex] == UInt8(ascii: "]"),
        let markdown = shown[
          String(decoding: inner.filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)]
      else { continue }
      output += bytes[place..<start]
      output += markdown.utf8
      place = inner.endIndex + 1
      rest = bytes[place...]
    }
    return String(decoding: output + bytes[place...], as: UTF8.self)
  }
}
