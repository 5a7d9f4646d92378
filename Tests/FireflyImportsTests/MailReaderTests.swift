import FireflyAPI
import FireflySources
import Foundation
import Testing

@testable import FireflyImports

/// Threads as public-inbox sends them, read for the screen.
@Suite struct MailReaderTests {
  private static let mark = "From mboxrd@z Thu Jan  1 00:00:00 1970\n"

  /// The page of a mail, unless its ID has a plus sign.
  private let page: MailReader.Page = { $0.contains("+") ? nil : "https://lists.example/\($0)/" }

  /// A mail of a few fields.
  private static func mail(
    _ id: String, _ subject: String = "Knots", _ fields: String = "", _ text: String = "Words."
  ) -> String {
    mark + "From: Ada <ada@example.org>\nDate: Thu, 09 Oct 2025 08:53:20 +0000\n"
      + "Subject: \(subject)\n" + (id.isEmpty ? "" : "Message-ID: <\(id)>\n") + fields + "\n" + text
      + "\n\n"
  }

  /// Mails, and the outline that they are: title or text, below each other.
  private static let threads =
    [
      ("", []),
      (mail("1@x"), ["Knots"]),
      (mail("1@x") + mail("2@x", "Re: Knots", "In-Reply-To: <1@x>\n", "Yes."), ["Knots", ">Yes."]),
      (mail("2@x", "Re: Knots", "In-Reply-To: <1@x>\n", "Yes.") + mail("1@x"), ["Knots", ">Yes."]),
      (mail("1@x") + mail("2@x", "Other", "In-Reply-To: <1@x>\n"), ["Knots", ">Other"]),
      (
        mail("1@x") + mail("2@x", "Re: Knots", "References: <1@x>\n", "a")
          + mail("3@x", "Re: Knots", "References: <1@x>\n <2@x>\n", "b"), ["Knots", ">a", ">>b"]
      ),
      (
        mail("1@x") + mail("2@x", "Re: Knots", "References: <1@x> <gone@x>\n", "a"),
        ["Knots", ">a"]
      ),
      (mail("2@x", "Re: Knots", "In-Reply-To: <gone@x>\n", "a"), ["Re: Knots"]),
      (mail("1@x") + mail("1@x", "again"), ["Knots"]),
      (mail("1@x", "Re: Knots", "In-Reply-To: <1@x>\n"), ["Re: Knots"]),
      (mail("") + mail("", "Other"), ["Knots", "Other"]),
      (mail("1@x", "=?utf-8?q?K=C3=B6nig?="), ["König"]),
      (mail("1@x", "two\n lines"), ["two lines"]),
      (mail("1@x", "Knots\u{1B}[2J\u{202E}"), ["Knots"]),
      (mail("1@x", "", "", "only text"), ["only text"]),
      (mail("1@x", "Knots", "", "Hello,\n\n>From here on.\n\nEnd."), ["Knots"]),
      (mail("1@x", "Knots", "Content-Type: text/html\n", "<p>a <b>b</b></p>"), ["Knots"]),
      (
        mail("1@x", "[PATCH v2 1/2] Tie", "", "diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b"),
        ["[PATCH v2 1/2] Tie"]
      ),
      (
        mail("1@x", "[PATCH 0/1] a") + mail("2@x", "[PATCH 1/1] b", "In-Reply-To: <1@x>\n"),
        ["[PATCH 0/1] a", ">[PATCH 1/1] b"]
      ),
      (mail("1@x", "Knots", "Content-Transfer-Encoding: base64\n", "aGVsbG8="), ["Knots"]),
      (mail("1@x", "Knots", "Date: no date at all\n"), ["Knots"]),
      (mark + "no header\n\n", []),
    ] as [(String, [String])]

  @Test(arguments: threads)
  func eachThreadHasItsOutline(_ mbox: String, _ outline: [String]) throws {
    let items = try MailReader.importer(unpackedBytes: 1 << 20).posts(Data(mbox.utf8), page)
    var levels: [Int] = []
    for item in items { levels.append(item.above.map { levels[$0] + 1 } ?? 0) }
    let found = zip(items, levels).map { item, level in
      let words = item.post.title.isEmpty ? item.post.body : item.post.title
      return String(repeating: ">", count: level) + words
    }
    #expect(found.sorted() == outline.sorted())
    #expect(items.allSatisfy { $0.key?.isEmpty == false && $0.post.authorName == "Ada" })
    #expect(Set(items.map(\.key)).count == items.count)
  }

  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

  /// A mail with two pictures beside a text, and one within a part.
  private static func mailWithPictures(_ id: String) -> String {
    func picture(_ fields: String) -> String {
      "Content-Type: image/png; \(fields)\nContent-Transfer-Encoding: base64\n\n\(png)\n"
    }
    let parts = [
      "Content-Type: text/plain\n\nSee <2@example.org>.\n", picture("name=a.png"),
      "Content-Type: multipart/related; boundary=r\n\n--r\n"
        + "Content-Type: text/html\n\n<p>Look: <img src=cid:b@c>\n--r\n"
        + picture("name=\"b 1.png\"\nContent-ID: <b@c>") + "--r--\n", picture("name=c.png"),
    ]
    return mail(
      id, "Pictures", "Content-Type: multipart/mixed; boundary=x\n",
      "About it\n--x\n" + parts.joined(separator: "--x\n") + "--x--\n")
  }

  /// Nothing resolves names of posts in a thread that is only read; the archive has the pictures.
  @Test func picturesOfAThreadAreThoseOfItsArchive() throws {
    let mbox = Self.mailWithPictures("1@x") + Self.mail("2@example.org")
    let items = try MailReader.importer(unpackedBytes: 1 << 20).posts(Data(mbox.utf8), page)
    let post = try #require(items.first { $0.post.title == "Pictures" }).post
    #expect(post.imageURL == "https://lists.example/1@x/2-a.png")
    #expect(
      post.body == """
        See \\<2@example.org>.

        Look: ![b 1.png](https://lists.example/1@x/3.2-a.bin)

        ![c.png](https://lists.example/1@x/4-c.png)
        """)
  }

  @Test func picturesOfMailsWithoutAPageAreNamed() throws {
    let mbox = Self.mailWithPictures("1+1@x")
    let items = try MailReader.importer(unpackedBytes: 1 << 20).posts(Data(mbox.utf8), page)
    let post = try #require(items.first).post
    #expect(post.imageURL == nil && !post.body.contains("picture:"))
    #expect(post.body.contains("Attachment: a.png (70 bytes)") && post.body.contains("c.png"))
  }

  @Test func whatIsTooLargeOrDamagedIsRefused() throws {
    let reader = MailReader.importer(unpackedBytes: 100)
    #expect(throws: APIError.self) { try reader.posts(Data([0x1F, 0x8B, 8, 0, 0]), page) }
    // 1 KB of zeros, deflated.
    let packed = try #require(
      Data(base64Encoded: "H4sIAAAAAAACA2NgGAWjYBSMVAAALq+17wAEAAA="))
    #expect(throws: APIError.self) { try reader.posts(packed, page) }
  }
}
