import FireflyCore
import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Pictures within mails, and on the web.
@Suite struct MailPictureTests {
  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  /// A part with a picture.
  private func picture(_ name: String, _ fields: String = "", type: String = "image/png") -> String
  {
    "Content-Type: \(type)\(name.isEmpty ? "" : "; name=\"\(name)\"")\n"
      + "Content-Transfer-Encoding: base64\n\(fields)\n\(Self.png)"
  }

  private func page(_ html: String) -> String { "Content-Type: text/html\n\n\(html)" }

  private func plain(_ text: String) -> String { "Content-Type: text/plain\n\n\(text)" }

  private func convert(_ kind: String, _ parts: String...) throws -> Conversion {
    try ImportFormat.mail.convert(
      "Subject: s\nContent-Type: multipart/\(kind); boundary=b\n\n--b\n"
        + parts.joined(separator: "\n--b\n") + "\n--b--\n")
  }

  private func post(_ kind: String, _ parts: String...) throws -> ImportedPost {
    let conversion = try ImportFormat.mail.convert(
      "Subject: s\nContent-Type: multipart/\(kind); boundary=b\n\n--b\n"
        + parts.joined(separator: "\n--b\n") + "\n--b--\n")
    return try #require(conversion.document.items.first)
  }

  @Test(arguments: [
    ("<img src='cid:x@y' alt='A boat'>", "![A boat](picture:0)"),
    ("<img src=\"CID:x@y\">", "![boat.png](picture:0)"),
    ("<img src='cid:x%40y'>", "![boat.png](picture:0)"),
    ("<img src='boat.png'>", "![boat.png](picture:0)"),
    (
      "<img src='cid:x@y'><p>again <img src='cid:x@y'>",
      "![boat.png](picture:0)\n\nagain ![boat.png](picture:0)"
    ),
  ])
  func pageShowsItsPicturesAtTheirPlaces(_ html: String, _ markdown: String) throws {
    let post = try post(
      "related", page("<p>Look:</p>\(html)<p>End."),
      picture("boat.png", "Content-ID: <x@y>\nContent-Location: boat.png\n"))
    #expect(post.body == "Look:\n\n\(markdown)\n\nEnd.")
    #expect(post.picture == nil && post.shownPictures.count == 1)
  }

  @Test func otherPicturesFollowTheText() throws {
    let post = try post(
      "mixed", page("Look: <img src='cid:2@y'>"), picture("1.png"),
      picture("2.png", "Content-ID: <2@y>\n"), picture("", "Content-ID: <3@y>\n"),
      picture("4.png", type: "application/octet-stream"))
    #expect(
      post.body == "Look: ![2.png](picture:0)\n\n![picture](picture:1)\\\n![4.png](picture:2)")
    #expect(post.picture == .bytes(try #require(Data(base64Encoded: Self.png))))
  }

  /// Programs name the places of pictures in the plain text, too.
  @Test func plainTextShowsThePicturesThatItNames() throws {
    let post = try post(
      "mixed", plain("One [cid:a_1@y] two [image: b.png]\nthree [cid:gone@y] [x]"),
      picture("a.png", "Content-ID: <a_1@y>\n"), picture("b.png", "Content-ID: <b@y>\n"))
    #expect(
      post.body == """
        One ![a.png](picture:0) two ![b.png](picture:1)\\
        three \\[cid:gone@y] \\[x]
        """)
  }

  @Test func missingPicturesAreTheirDescriptions() throws {
    let post = try post(
      "related", page("a <img src='cid:gone' alt='A boat'> b <img src='cid:gone'>"))
    #expect(post.body == "a A boat b")
  }

  /// A picture on the web would tell its author when the mail is read.
  @Test(arguments: [
    (
      "<img src='https://x.example/a.jpg' alt='A boat'>", "[A boat](https://x.example/a.jpg)",
      "A boat"
    ),
    (
      "<img src='https://x.example/b/a.jpg?u=1'>", "[a.jpg](https://x.example/b/a.jpg?u=1)",
      "https://x.example/b/a.jpg?u=1"
    ),
    ("<img src='https://x.example/open?id=9'>", "", "https://x.example/open?id=9"),
    (
      "<img src='https://x.example/a.gif' width=1 height=1 alt=x>", "", "x"
    ),
    ("<img src='https://x.example/a.png' width=20 alt=':-)'>", ":-)", ":-)"),
    (
      "<a href='https://y.example'><img src='https://x.example/a.png' alt='A shop'></a>",
      "[A shop](https://y.example)", "A shop"
    ),
  ])
  func picturesOnTheWebAreLinksAndCounted(
    _ html: String, _ markdown: String, _ name: String
  ) throws {
    let conversion = try ImportFormat.mail.convert(
      "Subject: s\nContent-Type: text/html\n\n<p>\(html)")
    let post = try #require(conversion.document.items.first)
    #expect(post.body == markdown && post.shownPictures.isEmpty && post.imageURL == nil)
    #expect(conversion.leftOut.line == "1 picture on the web (\(name))")
  }

  @Test func morePicturesThanATextShowsAreCounted() throws {
    let pictures = (0...ImportedPost.maximumPictures + 1).map { number in
      // Each is another file.
      let bytes = Data(base64Encoded: Self.png)! + Data("\(number)".utf8)
      return
        "--b\nContent-Type: image/png; name=\(number).png\nContent-Transfer-Encoding: base64\n\n"
        + bytes.base64EncodedString()
    }
    let conversion = try ImportFormat.mail.convert(
      "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n"
        + pictures.joined(separator: "\n") + "\n--b--")
    #expect(conversion.document.items.first?.shownPictures.count == ImportedPost.maximumPictures)
    #expect(conversion.leftOut.line == "1 picture (201.png)")
  }

  @Test func filesThatAreNoPicturesAreCounted() throws {
    let conversion = try convert(
      "mixed", plain("a"), "Content-Type: image/png; name=b.png\n\nno picture",
      "Content-Type: image/svg+xml; name=c.svg\n\n<svg/>")
    #expect(conversion.leftOut.line == "2 pictures (b.png …)")
    #expect(
      conversion.document.items.first?.body
        == "a\n\nAttachment: b.png (10 bytes)\\\nAttachment: c.svg (6 bytes)")
  }

  @Test func partsBeyondTheLimitAreCounted() throws {
    let parts = (1...10_000).map { "--b\nContent-Type: application/pdf; name=\($0).pdf\n\nx\n" }
    let conversion = try ImportFormat.mail.convert(
      "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n" + parts.joined() + "--b--")
    #expect(conversion.leftOut.line == "999 PDFs (1.pdf …), 9,001 parts (1000.pdf …)")
  }

  /// Some programs name a boundary that their mail lacks.
  @Test func textWithoutItsBoundaryStays() throws {
    let mail = "Subject: s\nContent-Type: multipart/mixed; boundary=other\n\nHello.\n\n--b\n\nEnd."
    #expect(
      try ImportFormat.mail.convert(mail).document.items.first?.body.contains("Hello.") == true)
  }

  @Test(arguments: ["Content-Type: text/plain\n\n", "\n", "Content-Type: text/html\n\n<pre>"])
  func endOfALongTextIsCounted(_ start: String) throws {
    let mail = "Subject: knots\n\(start)" + String(repeating: "some words\n", count: 200_000)
    let conversion = try ImportFormat.mail.convert(mail)
    #expect(conversion.leftOut.line == "1 end of a long text (knots)")
  }

  /// However many people a mail was sent to.
  @Test func longHeadersAreNoText() throws {
    let people = (1...20_000).map { "Ada \($0) <\($0)@example.org>" }.joined(separator: ",\n ")
    let mail = "Subject: s\nTo: \(people)\nX-Last: 1\n\nHello."
    #expect(try ImportFormat.mail.convert(mail).lines == ["0 s||Hello.|"])
  }

  @Test func endOfALongPageIsCounted() throws {
    let mail =
      "Subject: s\nContent-Type: text/html\n\n" + String(repeating: "<p>word</p>\n", count: 60_000)
    #expect(try ImportFormat.mail.convert(mail).leftOut.line == "1 end of a long text (s)")
  }
}
