import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Files with characters from U+0080 to U+009F, which are letters of Windows-1252 that were decoded wrongly.
@Suite struct C1LetterTests {
  static let letters = (0x80..<0xA0 as Range<UInt32>).compactMap(Unicode.Scalar.init)

  private static func json(_ text: String) throws -> String {
    try #require(String(data: JSONEncoder().encode(text), encoding: .utf8))
  }

  private func text(_ file: String, _ format: ImportFormat) throws -> String {
    let items = try format.convert(file).document.items
    return items.map { "\($0.title)\n\($0.summary ?? "")\n\($0.body)" }.joined(separator: "\n")
  }

  private func expectWhole(_ text: String, _ format: ImportFormat) {
    #expect(text.contains("of one, more words"), "\(format)")
    #expect(text.contains("last words"), "\(format)")
    let left = text.unicodeScalars.filter { (0x80..<0xA0).contains($0.value) }
    #expect(left.isEmpty, "\(format)")
  }

  @Test(arguments: letters)
  func nothingIsSwallowed(_ letter: Unicode.Scalar) throws {
    let plain = "words \(letter)of one, more words"
    let html = try Self.json("<p>\(plain)</p><p>last words</p>")
    let title = try Self.json("t \(letter)itle")
    let mails = ["plain; charset=utf-8", "html; charset=utf-8"].map { type in
      "From: Ada <ada@e.example>\nSubject: t \(letter)itle\nContent-Type: text/\(type)\n"
        + "Content-Transfer-Encoding: 8bit\n\n\(plain)\n\nlast words\n"
    }
    let files: [(ImportFormat, String)] = [
      (.mail, mails[0]), (.mail, mails[1]),
      (.mastodon, #"{"id":"9","content":\#(html),"in_reply_to_id":null}"#),
      (
        .discourse,
        #"{"id":1,"title":\#(title),"post_stream":{"posts":[{"id":1,"post_number":1,"cooked":\#(html)}]}}"#
      ),
      (.opml, "<opml><body><outline text=\"\(plain)\"/><outline text='last words'/></body></opml>"),
    ]
    for (format, file) in files { expectWhole(try text(file, format), format) }
  }

  @Test(arguments: letters)
  func aReferenceIsALetter(_ letter: Unicode.Scalar) throws {
    let mail =
      "Subject: s\nContent-Type: text/html; charset=utf-8\n\n<p>words &#\(letter.value);of one, more words</p>"
    expectWhole(try text(mail + "<p>last words</p>", .mail), .mail)
  }

  /// Sequences of a terminal go whole, and nothing of them stays as text.
  @Test(arguments: ["plain", "html"]) func sequencesGo(type: String) throws {
    let mail =
      "Subject: s\nContent-Type: text/\(type)\n\n\u{1B}[31mred\u{1B}[0m, \u{1B}]0;title\u{7}plain"
    let item = try #require(try ImportFormat.mail.convert(mail).document.items.first)
    #expect(item.body == "red, plain")
  }

  @Test func lettersAreThoseOfWindows() throws {
    let mail =
      "Subject: don\u{92}t\nContent-Type: text/plain; charset=utf-8\n\n\u{93}No\u{94} \u{80}5"
    let item = try #require(try ImportFormat.mail.convert(mail).document.items.first)
    #expect(item.title == "don’t" && item.body == "“No” €5")
    let html = "Subject: s\nContent-Type: text/html\n\n<p>&#147;No&#148; don&#x92;t</p>"
    #expect(try ImportFormat.mail.convert(html).document.items.first?.body == "“No” don’t")
  }
}
