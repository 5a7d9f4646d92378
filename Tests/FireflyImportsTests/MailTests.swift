import FireflyCore
import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Mails as RFC 5322, 2045, 2047 and 3676 have them.
@Suite struct MailTests {
  private func body(_ header: String, _ body: String) throws -> String {
    try ImportFormat.mail.convert("From: a@b.c\n\(header)\n\(body)").document.items.first?.body
      ?? ""
  }

  /// Only an empty line ends a mail, with the line ends of any system.
  @Test(arguments: ["\n", "\r\n"]) func mailsOfAnMboxBeginBehindEmptyLines(end: String) throws {
    let text = """
      From x Mon Nov  3 10:31:24 2025
      Subject: one

      a
      From here on it is text

      From x Mon Nov  3 10:31:24 2025
      Subject: two

      b
      """
    let conversion = try ImportFormat.mail.convert(text.replacing("\n", with: end))
    #expect(conversion.lines == ["0 one||a\\\nFrom here on it is text|", "0 two||b|"])
  }

  @Test func threadsOfAnMbox() throws {
    let conversion = try ImportFormat.mail.convert(
      """
      From x Mon Nov  3 10:31:24 2025
      From: Ben <ben@example.org>
      Subject: Re: [looms] RE: Looms
      Message-ID: <2@x>
      References: <0@x>
       <1@x>

      answer
      >From here

      From x Mon Nov  3 10:31:24 2025
      From: "Ada, Linden" <ada@example.org>
      Date: Mon, 03 Nov 2025 10:31:24 +0100 (CET)
      Subject: Looms
      Message-ID: <1@x>

      first
      From here on it is text

      From x Mon Nov  3 10:31:24 2025
      From: cleo@example.org (Cleo)
      Subject: another matter
      In-Reply-To: Your mail <1@x>

      third

      From x Mon Nov  3 10:31:24 2025
      Subject: lost
      In-Reply-To: <9@x>

      """)
    #expect(
      conversion.lines == [
        "0 Looms||first\\\nFrom here on it is text|Ada, Linden",
        "1 |answer From here|answer\\\nFrom here|Ben",
        "1 another matter||third|Cleo", "0 lost|||",
      ])
    #expect(conversion.unresolvedLinks == 1)
    #expect(conversion.document.items.map(\.parentSource?.key) == [nil, nil, nil, "9@x"])
    #expect(conversion.document.items[0].createdAt == WireDate.date("2025-11-03T09:31:24Z"))
    #expect(conversion.document.items[0].authorEmail == "ada@example.org")
  }

  /// Dates of old programs; without one, that of the line before the mail.
  @Test(arguments: [
    ("3 Jan 2024 10:00:00 +0000", "2024-01-03T10:00:00Z"),
    ("Wed, 3 Jan 2024 9:05:00 +0100", "2024-01-03T08:05:00Z"),
    ("Wed, 3 Jan 2024 10:00:00 EST", "2024-01-03T15:00:00Z"),
    ("Wed, 3 Jan 2024 10:00 PDT (Pacific)", "2024-01-03T17:00:00Z"),
    ("Wed, 3 Jan 24 10:00:00 XYZ", "2024-01-03T10:00:00Z"),
    ("3 Jan 96 10:00:00 \"GMT\"", "1996-01-03T10:00:00Z"),
    ("3 Jan 102 10:00:00 -0430", "2002-01-03T14:30:00Z"),
    ("Wed Jan  3 10:00:00 2024", "2024-01-03T10:00:00Z"),
    ("Wed Jan 3 10:00:00 CET 2024", "2024-01-03T09:00:00Z"),
    ("Wednesday, 03-Jan-24 10:00:00 GMT", "2024-01-03T10:00:00Z"),
    ("Wed, 3 January 2024 10:00:00 +0000", "2024-01-03T10:00:00Z"),
    ("nonsense", "2025-11-03T10:31:24Z"), ("30 Feb 2024 10:00:00 +0000", "2025-11-03T10:31:24Z"),
    ("Wed, 3 Foo 2024 10:00:00 +0000", "2025-11-03T10:31:24Z"),
  ])
  func datesOfMails(_ text: String, _ date: String) throws {
    let conversion = try ImportFormat.mail.convert(
      "From a@b.c Mon Nov  3 10:31:24 2025\nFrom: a@b.c\nDate: \(text)\n\nbody")
    #expect(conversion.document.items.map(\.createdAt) == [WireDate.date(date)])
    #expect(conversion.unreadDates == 0)
  }

  @Test func datesThatCanNotBeReadAreCounted() throws {
    let mail = "From: a@b.c\nDate: nonsense\n\nbody"
    #expect(try ImportFormat.mail.convert(mail).unreadDates == 1)
    #expect(try ImportFormat.mail.convert("From: a@b.c\n\nbody").unreadDates == 0)
    let notes = ["05/01/2024", "''", "soon"].map { "---\ndate: \($0)\n---\n" }
    #expect(try notes.map { try ImportFormat.markdown.convert($0).unreadDates } == [1, 0, 1])
  }

  private static let authors: [(String, String?, String?)] = [
    ("Ada <ada@b.c>", "Ada", "ada@b.c"), ("<ada@b.c>", nil, "ada@b.c"),
    ("ada@b.c (Ada)", "Ada", "ada@b.c"), ("ada@b.c", nil, "ada@b.c"), ("Ada", "Ada", nil),
    ("Ada <ada(work)@b.c>", "Ada", "ada@b.c"), ("<ada @ (home) b.c>", nil, "ada@b.c"),
    ("<ada@b.c (Ada)>", "Ada", "ada@b.c"), ("ada(work)@b.c", nil, "ada@b.c"),
    ("ada(work)@b.c (Ada)", "Ada", "ada@b.c"),
    ("ada@b.c (Ada (I))", "Ada (I)", "ada@b.c"),
    ("Pete(A nice \\) chap) <p@b.c>", "Pete", "p@b.c"),
    ("Pete (a chap) <p=q@b.c>", "Pete", "p=q@b.c"),
    ("(first) Bob <b@b.c>", "Bob", "b@b.c"),
    ("\"Bob (Work)\" <b@b.c>", "Bob (Work)", "b@b.c"),
  ]

  /// Of old Macs, and in the midst of a text.
  @Test(arguments: ["\r", "\n", "\r\n"])
  func returnsAloneEndLines(end: String) throws {
    let lines = [
      "From a@b.c Mon Nov  3 10:31:24 2025", "From: a@b.c", "Subject: s", "", "one", "two", "",
    ]
    let conversion = try ImportFormat.mail.convert(lines.joined(separator: end))
    #expect(conversion.document.items.map(\.body) == ["one\\\ntwo"])
  }

  @Test func aReturnAloneEndsALineOfAText() throws {
    let conversion = try ImportFormat.mail.convert("From: a@b.c\nSubject: s\n\none\rtwo\nthree\n")
    #expect(conversion.document.items.map(\.body) == ["one\\\ntwo\\\nthree"])
  }

  @Test(arguments: authors)
  func nameAndAddress(_ field: String, _ name: String?, _ email: String?) {
    let author = MailHeader(Array("From: \(field)\n\n".utf8)[...]).author
    #expect(author.name == name && author.email == email)
  }

  /// What comes by way of a list and directly is one mail; where one is missing, the next above counts.
  @Test func copiesAndGaps() throws {
    let mails = """
      Message-ID: <1@x>
      Subject: a

      one

      From x
      Message-ID: <3@x>
      Subject: b
      References: <1@x> <2@x>

      three

      From x
      Message-ID: <1@x>
      Subject: [list] a

      one, from the list

      From x
      Subject: without a number
      In-Reply-To: <3@x>

      four
      """
    let conversion = try ImportFormat.mail.convert("From x\n" + mails)
    #expect(conversion.lines == ["0 a||one|", "1 b||three|", "2 without a number||four|"])
    #expect(conversion.copies == 1 && conversion.unresolvedLinks == 0)
    let more = try ImportFormat.mail.convert(
      "From x\n" + mails + "\n\nFrom x Mon Nov  3 10:31:24 2025\nnonsense")
    #expect(more.complaints == ["Mail number 5 has no header."])
    let keys = conversion.keys
    #expect(try !keys.contains(nil) && ImportFormat.mail.convert("From x\n" + mails).keys == keys)
  }

  @Test(arguments: ["", "nonsense", "{\"a\": 1}", "http://example.org/\n\nx", "\0\0\0"])
  func inputWithoutMailIsReported(_ text: String) throws {
    let conversion = try ImportFormat.mail.convert(text)
    #expect(conversion.document.count == 0)
    #expect(conversion.complaints == (text.isEmpty ? [] : ["Mail number 1 has no header."]))
  }

  @Test(arguments: [
    ("=?utf-8?q?caf=C3=A9_au_lait?=", "café au lait"), ("=?UTF-8?B?4pyo?=", "✨"),
    ("=?iso-8859-1?Q?=E9?= =?iso-8859-1?Q?=E8?=", "éè"), ("a =?utf-8?q?b?= c", "a b c"),
    ("=?koi8-r?B?8NLJ18XU?=", "Привет"), ("=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=", "日本"),
    ("=?utf-8*en?q?x?=", "x"), ("=?nonsense?q?x?=", "x"), ("=?utf-8?q?", "=?utf-8?q?"),
    ("=?UTF-8?Q?caf=C3?= =?utf-8?q?=A9?=", "café"), ("=?utf-8?b?w6k=?= =?utf-8?q?=C3=A8?=", "éè"),
    ("=?utf-8?q?=C3?= =?koi8-r?q?=F0?= a =?utf-8?q?b?=", "ÃП a b"),
    ("=?utf-8?q?=C3?= x =?utf-8?q?=A9?=", "Ã x ©"),
    ("=?utf-8?x?y?=", "=?utf-8?x?y?="), ("=?../../x?q?y?=", "y"),
  ])
  func wordsOfHeaders(_ text: String, _ words: String) throws {
    #expect(MailHeader.decodeWords(text) == words)
  }

  @Test(arguments: [
    (
      "Content-Transfer-Encoding: quoted-printable\n", "caf=C3=A9 =\nau=\r\n lait =3D =X",
      "café au lait = =X"
    ),
    ("Content-Transfer-Encoding: quoted-printable\n", "au= \t\r\n lait= x", "au lait= x"),
    ("Content-Transfer-Encoding: base64\n", "Y2Fm\nw6k=", "café"),
    (
      "Content-Type: text/plain; charset=\"windows-1252\"\nContent-Transfer-Encoding: quoted-printable\n",
      "=80", "€"
    ),
    (
      "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n",
      "=E9", "é"
    ),
    ("Content-Type: text/html\n", "<p>a <b>b</b><script>c</script>", "a **b**"),
    ("Content-Type: application/pdf\n", "bytes", "Attachment: application/pdf (5 bytes)"),
    ("Content-Disposition: attachment\n", "", "Attachment: text/plain (0 bytes)"),
    ("Content-Transfer-Encoding: base64\n", "!!!", "!!!"),
  ])
  func bodies(_ header: String, _ text: String, _ markdown: String) throws {
    #expect(try body(header, text) == markdown)
  }

  /// Bytes that a character set lacks are replaced, or belong to its superset.
  @Test(arguments: [
    ("gb2312", "=C4=E3=E9F", "你镕"), ("iso-8859-1", "=93a=94 =80", "“a” €"),
    ("shift_jis", "=87@", "①"), ("euc-kr", "=8Cc", "똠"), ("ks_c_5601-1987", "=B0=A1", "가"),
    ("iso-2022-jp", "=1B$BF|-!K\\=1B(B a=FF", "日\u{FFFD}本 a\u{FFFD}"),
    ("iso-2022-jp", "=1B$BF|$+", "日か"), ("iso-2022-jp", "=1B(IF|K", "ﾆ\u{FFFD}"),
    ("koi8-r", "=F0=D2=C9", "При"), ("euc-jp", "=C6=FC=FF=CB=DC", "日\u{FFFD}本"),
    ("gb18030", "=C4=E3=C4", "你\u{FFFD}"), ("utf-8", "=D0=BC=D0=B8=FF.", "ми\u{FFFD}."),
    ("utf-8", "caf=E9 =93a=94", "café “a”"), ("us-ascii", "caf=C3=A9", "café"),
    ("iso-2022-jp", "=93=FA=96=7B", "“ú–{"), ("iso-2022-jp", "=E2=9C=A8", "✨"),
  ])
  func characterSets(_ name: String, _ text: String, _ words: String) throws {
    let header = "Content-Type: text/plain; charset=\(name)\n"
    let encoding = "Content-Transfer-Encoding: quoted-printable\n"
    #expect(try body(header + encoding, text) == words)
  }

  @Test(arguments: [
    ("a \nb\n\nc", "a b\n\nc"), ("> a \n> b\nc", "> a b\n\nc"), (" >x", "\\>x"),
    ("-- \nAda", "\\-- \\\nAda"),
    ("a\nb", "a\\\nb"), (">> a \n> b", "> > a \n> \n> b"),
  ])
  func flowedText(_ text: String, _ markdown: String) throws {
    let flowed = try body("Content-Type: text/plain; format=flowed\n", text)
    #expect(flowed == markdown)
  }

  @Test func deletedSpaces() throws {
    #expect(try body("Content-Type: text/plain; format=flowed; delsp=yes\n", "日 \n本") == "日本")
  }

  @Test(arguments: [
    ("*a* _b_ `c` <d> [e]", "\\*a\\* \\_b\\_ \\`c\\` \\<d> \\[e]"),
    ("# no heading", "\\# no heading"),
    (
      "a long line of words that goes on and on in the mail\nand on",
      "a long line of words that goes on and on in the mail\nand on"
    ),
    ("===\n", "\\==="), ("    code *x*", "    code *x*"),
    ("- one\n- two", "- one\n- two"), ("a:\n* b\n  c", "a:\n* b\\\n  c"), ("a\n- ", "a\\\n\\- "),
    ("a:\n1. b\n2. c", "a:\n1. b\n2. c"), ("a\n7) b\n2.c", "a\\\n7) b\\\n2.c"),
    ("a\n+ b", "a\\\n\\+ b"), ("a:\n\n    b *c*\n    d", "a:\n\n    b *c*\n    d"),
    ("\ta_b\n\tc\nd\ne", "\ta_b\n\tc\nd\\\ne"), (">     a\n>     b", ">     a\n>     b"),
    ("a\n    b *c*\nd", "a\\\n\u{A0}\u{A0}\u{A0}\u{A0}b \\*c\\*\\\nd"), ("a\n \nb", "a\n \nb"),
    ("text\ndiff --git a/x b/x\n+y\n+```", "text\n\n```diff\ndiff --git a/x b/x\n+y\n+```\n```"),
  ])
  func plainText(_ text: String, _ markdown: String) throws {
    #expect(try body("", text) == markdown)
  }

  @Test func partsAndPictures() throws {
    let dot =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    let conversion = try ImportFormat.mail.convert(
      """
      From: a@b.c
      Content-Type: multipart/mixed; boundary="out er"

      preamble
      --out er
      Content-Type: multipart/alternative; boundary=in

      --in
      Content-Type: text/html

      <p>rich
      --in
      Content-Type: text/plain

      plain
      --in--
      --out er
      Content-Type: image/png; name=../../x.png
      Content-Transfer-Encoding: base64

      \(dot)
      --out er
      Content-Type: text/plain
      Content-Disposition: attachment; filename="a *b*; c.txt"

      attached
      --out er
      Content-Type: image/png; name*0*=utf-8''caf%C3; name*1*=%A9; name*2=.png
      Content-Transfer-Encoding: base64

      \(dot)
      --out er
      Content-Type: text/plain

      footer
      --out er--
      after
      """)
    let post = try #require(conversion.document.items.first)
    #expect(
      post.body == """
        plain

        footer

        Attachment: a \\*b\\*; c.txt (8 bytes)

        ![café.png](picture:0)
        """)
    #expect(post.shownPictures.count == 1)
    guard case .bytes(let picture) = post.picture else {
      Issue.record("no picture")
      return
    }
    #expect(PictureFormat.sniff(Array(picture)) == .png)
  }

  @Test(arguments: [
    ("filename=\"=?utf-8?q?caf=C3=A9?=\"", "café"), ("filename*=utf-8'en'a%20b%C3%A9", "a bé"),
    ("filename*0=\"a \"; filename*1=b; filename=c", "a b"),
    ("filename*=iso-8859-1''%E9=E9", "é=E9"),
    ("filename=a; filename*=utf-8''b", "b"), ("name=a", nil),
  ])
  func namesOfFiles(_ parameter: String, _ name: String?) {
    let header = "Content-Disposition: attachment; \(parameter)\n\n"
    #expect(MailHeader(Array(header.utf8)[...]).fileName == name)
  }

  @Test func aMailInAMailKeepsWhoWroteIt() throws {
    let text = """
      --b

      See below.
      --b
      Content-Type: message/rfc822
      Content-Disposition: attachment; filename=old.eml

      From: Ada <ada@b.c>
      Subject: =?utf-8?q?a_*b*=0Ac?=
      Date: Mon, 1 Jan 2024 00:00:00 +0000
      Content-Type: multipart/mixed; boundary=i

      --i

      Original
      --i
      Content-Type: application/zip; name=z.zip

      --i--
      --b--
      """
    #expect(
      try self.body("Content-Type: multipart/mixed; boundary=b\n", text) == """
        See below.

        > From: Ada \\<ada@b.c>\\
        > Subject: a \\*b\\* c\\
        > Date: Mon, 1 Jan 2024 00:00:00 +0000

        Original

        Attachment: z.zip (0 bytes)
        """)
  }

  /// The related parts of HTML are one of the alternatives.
  @Test func plainTextIsUsedBeforeHTMLWithPictures() throws {
    let text = """
      --a
      Content-Type: text/plain

      plain
      --a
      Content-Type: multipart/related; boundary=r

      --r
      Content-Type: text/html

      <p>rich
      --r
      Content-Type: image/svg+xml; name=i.svg

      <svg/>
      --r--
      --a--
      """
    #expect(
      try body("Content-Type: multipart/alternative; boundary=a\n", text)
        == "plain\n\nAttachment: i.svg (6 bytes)")
  }

  @Test func boundariesAreWholeLines() throws {
    let text = """
      --=_1
      Content-Type: multipart/alternative; boundary="=_11"

      --=_11
      Content-Type: text/plain

      plain
      --=_1x
      --=_11
      Content-Type: text/html

      <p>rich
      --=_11--
      --=_1 \t

      footer
      --=_1--\r
      after
      """
    let header = "Content-Type: multipart/mixed; boundary=\"=_1\"\n"
    #expect(try body(header, text) == "plain\\\n\\--=\\_1x\n\nfooter")
  }

  @Test func partsInsideEachOtherEnd() throws {
    let part = "Content-Type: multipart/mixed; boundary=b\n\n--b\n"
    #expect(try body("", String(repeating: part, count: 5_000)).utf8.count < 300_000)
    let header = "Content-Type: multipart/mixed; boundary=b\n"
    #expect(try body(header, String(repeating: part, count: 5_000)) == "")
  }

  @Test func aMaildir() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firefly-maildir-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(!MailFolder.isMaildir(folder))
    for (name, id, parent) in [("cur/1:2,S", "1", "0"), ("new/2", "2", "1"), ("tmp/3", "3", "1")] {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let text =
        "From: a@b.c\nSubject: s\(id)\nMessage-ID: <\(id)@x>\nIn-Reply-To: <\(parent)@x>\n\nbody"
      try Data(text.utf8).write(to: file)
    }
    #expect(MailFolder.isMaildir(folder))
    try Data("nonsense".utf8).write(to: folder.appendingPathComponent("new/0"))
    let conversion = try MailFolder.convert(folder)
    #expect(conversion.lines == ["0 s1||body|a@b.c", "1 s2||body|a@b.c"])
    #expect(conversion.complaints == ["new/0: the mail has no header"])
  }
}
