import FireflyAPI
import FireflySources
import Foundation
import Testing

@testable import FireflyImports

/// Threads as public-inbox sends them, read for the screen.
@Suite struct MailReaderTests {
  private static let mark = "From mboxrd@z Thu Jan  1 00:00:00 1970\n"

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
    let items = try MailReader.importer(unpackedBytes: 1 << 20).posts(Data(mbox.utf8))
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

  /// Nothing resolves names of posts and pictures in a thread that is only read.
  @Test func addressesAndPicturesStayWhatTheyAre() throws {
    let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
    let mbox = """
      From ada@example.org Thu Jan  1 00:00:00 2026
      From: Ada <ada@example.org>
      Subject: one
      Message-ID: <1@example.org>
      Date: Thu, 1 Jan 2026 00:00:00 +0000
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary=x

      --x
      Content-Type: text/plain

      See <2@example.org>.
      --x
      Content-Type: image/png; name=a.png
      Content-Transfer-Encoding: base64

      \(png)
      --x--

      From ada@example.org Thu Jan  1 00:00:00 2026
      From: Ada <ada@example.org>
      Subject: two
      Message-ID: <2@example.org>
      Date: Thu, 1 Jan 2026 00:00:01 +0000

      Two.

      """
    let items = try MailReader.importer(unpackedBytes: 1 << 20).posts(Data(mbox.utf8))
    let body = try #require(items.first { $0.post.title == "one" }).post.body
    #expect(body.contains("2@example.org") && !body.contains("post:"))
    #expect(body.contains("Attachment: a.png") && !body.contains("picture:"))
  }

  @Test func whatIsTooLargeOrDamagedIsRefused() throws {
    let reader = MailReader.importer(unpackedBytes: 100)
    #expect(throws: APIError.self) { try reader.posts(Data([0x1F, 0x8B, 8, 0, 0])) }
    // 1 KB of zeros, deflated.
    let packed = try #require(
      Data(base64Encoded: "H4sIAAAAAAACA2NgGAWjYBSMVAAALq+17wAEAAA="))
    #expect(throws: APIError.self) { try reader.posts(packed) }
  }
}
