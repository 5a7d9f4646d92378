import FireflyCore
import FireflyForeign
import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Mails as people and their programs write them.
@Suite struct MailFaultTests {
  /// A field without which a mail is counted.
  private static let date = "Date: Mon, 5 Jan 2026 10:00:00 +0000\n"

  private func bytes(_ text: String, in encoding: String.Encoding = .utf8) throws -> Data {
    try #require(text.data(using: encoding))
  }

  private func body(_ header: String, _ body: String) throws -> String {
    let mail = "From: a@b.c\n\(header)\n\(body)"
    return try ImportFormat.mail.convert(mail).document.items.first?.body ?? ""
  }

  // MARK: Character sets

  /// The page names a character set after the mail has been decoded.
  @Test(arguments: [
    ("iso-8859-1", "iso-8859-1", String.Encoding.isoLatin1), ("utf-8", "gb2312", .utf8),
    ("windows-1252", "windows-1252", .windowsCP1252),
  ])
  func pagesAreDecodedOnce(_ mail: String, _ page: String, _ encoding: String.Encoding) throws {
    let html =
      "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=\(page)\">"
    let text =
      "Subject: s\nContent-Type: text/html; charset=\(mail)\n\n\(html)<p>one<p>Grüße, naïve<p>last"
    let conversion = try ImportFormat.mail.convert(bytes(text, in: encoding), name: "")
    #expect(conversion.lines == ["0 s||one\n\nGrüße, naïve\n\nlast|"])
  }

  @Test func pageInAMailWithoutCharacterSetNamesItsOwn() throws {
    let text = "Subject: s\nContent-Type: text/html\n\n<meta charset='koi8-r'><p>\u{FF}"
    let mail = try bytes(text, in: .isoLatin1)
    #expect(try ImportFormat.mail.convert(mail, name: "").lines == ["0 s||Ъ|"])
  }

  @Test(arguments: [
    ("Content-Type: text/plain; charset=koi8-r", "\u{F0}\u{D2}\u{C9}", "При"),
    ("Content-Type: text/plain; charset=iso-8859-1", "=?iso-8859-1?Q?Fr\u{F6}sche?=", "Frösche"),
    ("Content-Type: text/plain", "caf\u{E9}", "café"),
    ("Content-Type: text/plain; charset=gb2312", "\u{C4}\u{E3}", "你"),
    (
      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=\"koi8-r\"",
      "\u{F0}\u{D2}\u{C9}", "При"
    ),
  ])
  func rawHeadersHaveTheCharacterSetOfTheMail(
    _ type: String, _ subject: String, _ title: String
  ) throws {
    let mail = try bytes("Subject: \(subject)\n\(type)\n\nx", in: .isoLatin1)
    #expect(try ImportFormat.mail.convert(mail, name: "").document.items.first?.title == title)
  }

  /// Headers in UTF-8 of a mail that is said to be in another character set.
  @Test(arguments: ["gbk", "gb2312", "x-gbk", "big5", "euc-kr"])
  func rawHeadersInUTF8AreKnownUnderOtherNames(charset: String) throws {
    for type in [
      "Content-Type: text/plain; charset=\(charset)\n\nx",
      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=\(charset)\n\nx",
    ] {
      for name in ["José García", "张三", "Иван Петров", "Zoë 张"] {
        let mail = "From: \(name) <a@b.example>\nSubject: \(name)\n\(type)"
        let post = try #require(
          try ImportFormat.mail.convert(bytes(mail, in: .utf8), name: "").document.items.first)
        #expect(post.title == name && post.authorName == name, "\(post)")
      }
    }
  }

  /// Mails use names of the WHATWG's Encoding Standard that iconv doesn't know.
  @Test(arguments: [
    ("iso-8859-8-i", "\u{F9}\u{EC}\u{E5}\u{ED}", "שלום"), ("ISO-8859-8-E", "\u{F9}", "ש"),
    ("iso-8859-6-i", "\u{D3}", "س"), ("x-sjis", "\u{82}\u{A0}", "あ"),
    ("x-gbk", "\u{C4}\u{E3}\u{BA}\u{C3}", "你好"), ("gb_2312-80", "\u{C4}\u{E3}", "你"),
    ("ks_c_5601-1989", "\u{B0}\u{A1}", "가"), ("x-euc-jp", "\u{A4}\u{A2}", "あ"),
    ("x-x-big5", "\u{A7}\u{41}", "你"), ("x-cp1251", "\u{CF}", "П"), ("koi", "\u{F0}", "П"),
    ("x-mac-roman", "\u{8A}", "ä"), ("iso-8859-11", "\u{A1}", "ก"),
    ("hz-gb-2312", "one ~{Dc:C~} ~~ two", "one 你好 ~ two"),
  ])
  func otherNamesOfCharacterSetsAreKnown(_ name: String, _ text: String, _ read: String) throws {
    let mail = Self.date + "Subject: s\nContent-Type: text/plain; charset=\(name)\n\n\(text)"
    let conversion = try ImportFormat.mail.convert(bytes(mail, in: .isoLatin1), name: "")
    #expect(conversion.lines == ["0 s||\(read)|"] && conversion.guessed.isEmpty)
  }

  @Test func unknownCharacterSetsAreCounted() throws {
    func guessed(_ text: String) throws -> String {
      let mail = Self.date + "Subject: s\nContent-Type: text/plain; charset=x-unknown\n\n\(text)"
      return try ImportFormat.mail.convert(bytes(mail, in: .isoLatin1), name: "").guessed.line
    }
    #expect(try guessed("caf\u{E9}") == "1 character set (x-unknown)")
    #expect(try guessed("plain") == "")
  }

  @Test func rawHeadersInUTF8AreReadAsSuch() throws {
    let mail = "Subject: Grüße\nContent-Type: text/plain; charset=iso-8859-1\n\nx"
    #expect(try ImportFormat.mail.convert(mail).document.items.first?.title == "Grüße")
  }

  // MARK: Threads

  @Test func paragraphThatBeginsWithFromStaysInItsMail() throws {
    let conversion = try ImportFormat.mail.convert(
      """
      From a@x Mon Jan  5 10:00:00 2026
      Subject: one

      Hello,

      From my side it is fine.
      The next line.

      From: this is no header

      From b@x Mon Jan  5 11:00:00 2026
      Subject: two

      second
      """)
    #expect(
      conversion.lines == [
        "0 one||Hello,\n\nFrom my side it is fine.\\\nThe next line.\n\nFrom: this is no header|",
        "0 two||second|",
      ])
  }

  @Test func mailWithinAMailStaysInIt() throws {
    let conversion = try ImportFormat.mail.convert(
      """
      Subject: outer
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary=b

      --b

      See below.
      --b
      Content-Type: message/rfc822; name=inner.eml

      From ada@b.c Mon Nov  3 10:31:24 2025
      Subject: inner
      Date: Mon, 3 Nov 2025 10:31:24 +0000

      The inner text.
      --b--
      """)
    #expect(conversion.document.items.map(\.title) == ["outer"])
    let body = conversion.document.items[0].body
    #expect(body.contains("See below.") && body.contains("The inner text."))
  }

  @Test func mailThatAnswersItselfKeepsItsSubject() throws {
    let conversion = try ImportFormat.mail.convert(
      "Subject: loop\nMessage-ID: <s@x>\nIn-Reply-To: <s@x>\n\nx")
    #expect(conversion.lines == ["0 loop||x|"] && conversion.unresolvedLinks == 0)
  }

  /// Some programs forget the brackets of an ID, or have spaces in it.
  @Test(arguments: [
    ("1@x.example", "<1@x.example>"), ("<a b@x.example>", "<a b@x.example>"),
    ("<a/b?c#d%2B@x>", "<a/b?c#d%2B@x>"), ("<größe@x>", "<größe@x>"),
    ("<2@x>", "Your message of <Monday> <2@x>"), ("<3@x> (added by y)", "<3@x>"),
  ])
  func oddIDsOfMailsAreFound(_ id: String, _ answered: String) throws {
    let conversion = try ImportFormat.mail.convert(
      """
      From x Mon Jan  5 10:00:00 2026
      Message-ID: \(id)
      Subject: s

      root

      From x Mon Jan  5 10:00:00 2026
      Message-ID: <child@x>
      Subject: Re: s
      In-Reply-To: \(answered)

      child
      """)
    #expect(conversion.lines == ["0 s||root|", "1 |child|child|"])
  }

  /// A mail may say where an archive has it (RFC 5064).
  @Test(arguments: [
    ("Archived-At: <https://lists.example/message/ABC/>", "https://lists.example/message/ABC/"),
    ("Archived-At: https://lists.example/1", "https://lists.example/1"),
    ("Archived-At: <mailto:x@y>", nil), ("Archived-At: <javascript:alert()>", nil),
    ("List-Archive: <https://lore.kernel.org/git/>", "https://lore.kernel.org/git/a%2Fb@x/"),
    ("List-Archive: <https://lists.example/pipermail/knots/>", nil), ("X: y", nil),
  ])
  func mailsKnowTheirPages(_ field: String, _ page: String?) throws {
    let mail = "Subject: s\nMessage-ID: <a/b@x>\n\(field)\n\nx"
    let post = try #require(try ImportFormat.mail.convert(mail).document.items.first)
    #expect(post.source?.key == "a/b@x" && post.source?.page == page)
  }

  @Test func encodedIDsOfMailsAreFound() throws {
    let conversion = try ImportFormat.mail.convert(
      """
      From x Mon Jan  5 10:00:00 2026
      Message-ID: <root.one@example.org>
      Subject: s

      root

      From x Mon Jan  5 10:00:00 2026
      Subject: Re: s
      In-Reply-To: =?utf-8?q?=3Croot=2Eone=40example=2Eorg=3E?=

      child
      """)
    #expect(conversion.lines == ["0 s||root|", "1 |child|child|"])
  }

  @Test(arguments: [
    ("Mon, 05 Jan 2026 10:00:00 UTC+2", "2026-01-05T08:00:00Z"),
    ("Thu, 30 Apr 2026 08:57:00 MEST", "2026-04-30T06:57:00Z"),
    ("Thu, 30 Apr 2026 08:57:00 IST", "2026-04-30T03:27:00Z"),
    ("Thu, 30 Apr 2026 08:57:00 GMT-0330", "2026-04-30T12:27:00Z"),
  ])
  func zonesHaveNames(_ text: String, _ date: String) {
    #expect(ForeignDate.date(text) == WireDate.date(date))
  }

  /// Servers write when they received a mail, the last one above.
  @Test func unreadableDatesAreThoseOfDelivery() throws {
    let lines =
      "Received: from a by b;\n Mon, 3 Nov 2025 12:00:00 +0100 (CET)\n"
      + "Received: by a; Mon, 3 Nov 2025 10:00:00 +0000\n"
    let conversion = try ImportFormat.mail.convert("\(lines)Subject: s\nDate: soon\n\nx")
    #expect(
      conversion.document.items.map(\.createdAt) == [WireDate.date("2025-11-03T11:00:00Z")])
    #expect(conversion.unreadDates == 0 && conversion.guessed.names == ["date: s"])
    let other = try ImportFormat.mail.convert("Subject: s\nDate: soon\n\nx")
    #expect(other.unreadDates == 1 && other.unreadDateNames == ["s"])
  }

  /// An expression that tries every start took half an hour.
  @Test(arguments: ["a@", "<", "(a", "=?", "=?x?q?", "a,"])
  func longFieldsAreReadOnce(_ piece: String) throws {
    let field = String(repeating: piece, count: 80_000)
    let conversion = try ImportFormat.mail.convert(
      "From: \(field)\nSubject: \(field)\nReferences: \(field)\nMessage-ID: \(field)\n\nx")
    #expect(conversion.document.count == 1)
  }

  // MARK: Parts

  @Test func filesInAMailAreNamed() throws {
    let parts = [
      "Content-Type: text/plain\n\nSee the parts.",
      "Content-Type: text/calendar; name=invite.ics\n\nBEGIN:VCALENDAR",
      "Content-Type: text/x-python; name=tool.py\nContent-Disposition: inline\n\ndef f(): pass",
      "Content-Type: text/enriched\n\n<bold>b</bold>",
      "Content-Type: text/csv; name=t.csv\n\na,b",
      "Content-Type: text/x-patch; name=fix.patch\n\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a_b\n+*d*",
    ]
    let text = parts.map { "--B\n\($0)\n" }.joined() + "--B--\n"
    #expect(
      try body("Content-Type: multipart/mixed; boundary=B\n", text) == """
        See the parts.

        ```diff
        --- a/x
        +++ b/x
        @@ -1 +1 @@
        -a_b
        +*d*
        ```

        Attachment: invite.ics (15 bytes)\\
        Attachment: tool.py (13 bytes)\\
        Attachment: text/enriched (14 bytes)\\
        Attachment: t.csv (3 bytes)
        """)
  }

  @Test func linesOfPreformattedPagesStay() throws {
    let html = "<div style=\"white-space: pre-wrap\">one\ntwo\n\nthree</div><p>four\nfive"
    #expect(try body("Content-Type: text/html\n", html) == "one\\\ntwo\n\nthree\n\nfour five")
  }

  @Test func blanksOfPreformattedPagesStay() throws {
    func read(_ style: String) throws -> String {
      let html = "<div style=\"white-space:\(style)\">a   b\n  <b>c</b> d\n</div>\n  <p>e   f"
      return try body("Content-Type: text/html\n", html).replacing("\u{A0}", with: "·")
    }
    #expect(try read("pre-wrap") == "a···b\\\n··**c** d\n\ne f")
    #expect(try read("pre-line") == "a b\\\n**c** d\n\ne f")
  }

  @Test(arguments: [
    (">> one\n> two\nthree", "> > one\n> \n> two\n\nthree"),
    ("> > > deep\n> > mid\n> > more\n> top", "> > > deep\n> > \n> > mid\\\n> > more\n> \n> top"),
    ("> > one\n> >\n> two", "> > one\n> > \n> two"), ("> one\n>> two", "> one\n> > two"),
  ])
  func quotesOfSeveralLevelsStayApart(_ text: String, _ markdown: String) throws {
    #expect(try body("", text) == markdown)
  }

  // MARK: Code

  @Test func quotedCodeIsABlock() throws {
    let text = """
      > +static int set(struct info *info, u32 time_that_is_set)
      > +{
      > +\tunsigned long flags_of_the_lock_that_is_taken;
      > +
      > +\twrite(info, time);
      > +}

      The lock is missing.
      """
    #expect(
      try body("", text) == """
        > ```diff
        > +static int set(struct info *info, u32 time_that_is_set)
        > +{
        > +\tunsigned long flags_of_the_lock_that_is_taken;
        > +
        > +\twrite(info, time);
        > +}
        > ```

        The lock is missing.
        """)
  }

  @Test func codeAfterWordsIsABlock() throws {
    let text = "Better:\n\n\tlock(&a);\n\tret = set(a, b);\n\n\tunlock(&a);\n\nDone."
    #expect(
      try body("", text)
        == "Better:\n\n```\n\tlock(&a);\n\tret = set(a, b);\n\n\tunlock(&a);\n```\n\nDone.")
  }

  @Test func patchEndsWhereWordsBegin() throws {
    let text = "See:\n@@ -1,2 +1,2 @@ f\n a\n-b\n+c\n\nWhat about this?\n"
    #expect(
      try body("", text)
        == "See:\n\n```diff\n@@ -1,2 +1,2 @@ f\n a\n-b\n+c\n```\n\nWhat about this?")
  }

  @Test(arguments: [
    // A table keeps its columns.
    (
      "Name            Default        Meaning of the setting\nlock            1              whether to lock it",
      "Name\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}Default\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}Meaning of the setting\\\nlock\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}1\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}whether to lock it"
    ),
    // Two lines that end like code are no block, but stay lines.
    (
      "int main_of_the_program_that_does_it_all(void)\n{ return widget_self_test_of_the_machine(); }",
      "int main\\_of\\_the\\_program\\_that\\_does\\_it\\_all(void)\\\n{ return widget\\_self\\_test\\_of\\_the\\_machine(); }"
    ),
    ("- one;\n- two;\n- three;", "- one;\n- two;\n- three;"),
    ("a\n-- \nAda;\nBen;", "a\\\n\\-- \\\nAda;\\\nBen;"),
    (
      "Some prose that is wrapped at seventy columns, as mail always is,\nand goes on",
      "Some prose that is wrapped at seventy columns, as mail always is,\nand goes on"
    ),
  ])
  func linesThatMeanSomethingStay(_ text: String, _ markdown: String) throws {
    #expect(try body("", text) == markdown)
  }

  // MARK: Opening

  @Test(arguments: [
    ("Hi Ada,\n\nThe boat is ready.", "The boat is ready."),
    ("On Sun, 1 Mar 2020, Bob wrote:\n> a\n\nYes.", "Yes."),
    ("Am 1.3.2020 um 10:00 schrieb Ben:\n> a\n\nJa.", "Ja."),
    ("Le 1 mars 2020, Ben\na écrit :\n> a\n\nOui.", "Oui."),
    ("Bob <b@x.example> 于2020年3月2日周一 上午10:00写道：\n> a\n\n好。", "好。"),
    ("Sehr geehrte Damen und Herren,\n\ndas Boot ist fertig.", "das Boot ist fertig."),
    ("尊敬的用户：\n\n好。", "好。"), ("Sehr gut.\n\nMore.", "Sehr gut. More."),
    ("Yes.\n\n-----Original Message-----\nFrom: Bob\nSent: Monday\n\nNo?", "Yes."),
    ("---------- Forwarded message ---------\nFrom: Bob\nDate: Monday\n\nNo?", "No?"),
    ("No greeting here.\n\nMore.", "No greeting here. More."),
    ("The manual says:\n> a\n\nYes.", "The manual says: Yes."),
  ])
  func openingSkipsSalutationAndAttribution(_ text: String, _ opening: String) throws {
    let conversion = try ImportFormat.mail.convert(
      """
      From x Mon Jan  5 10:00:00 2026
      Message-ID: <1@x>
      Subject: s

      root

      From x Mon Jan  5 10:00:00 2026
      Subject: Re: s
      In-Reply-To: <1@x>

      \(text)
      """)
    #expect(conversion.document.items.last?.summary == opening)
  }
}

/// Folders of mails, and what is left out of mails.
@Suite struct MailFolderTests {
  private func folder(_ files: [String: String]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firefly-mail-\(UUID().uuidString)")
    for (name, text) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return folder
  }

  @Test func subfoldersOfAMaildirAreRead() throws {
    let place = try folder([
      "cur/1:2,S": "Subject: inbox\n\na", "new/.keep": "", "tmp/9": "Subject: not delivered\n\na",
      ".Sent/cur/2:2,S": "Subject: sent\n\nb", ".Sent/new/.keep": "",
      "lists/loom/cur/3": "Subject: list\n\nc", "lists/loom/new/.keep": "",
    ])
    defer { try? FileManager.default.removeItem(at: place) }
    #expect(MailFolder.isOne(place))
    let titles = try MailFolder.convert(place).document.items.map(\.title)
    #expect(titles.sorted() == ["inbox", "list", "sent"])
    #expect(
      try MailFolder.convert(place).leftOut.line == "1 mail that is not delivered yet (tmp/9)")
  }

  @Test func filesOfMailsAreRead() throws {
    let place = try folder([
      "a.eml": "Subject: one\n\na",
      "box.mbox": "From x Mon Jan  5 10:00:00 2026\nSubject: two\n\nb",
      "note.pdf": "x", "deep/empty.eml": "", "deep/b.eml": "Subject: three\n\nc",
    ])
    defer { try? FileManager.default.removeItem(at: place) }
    let packed = try #require(
      Data(
        base64Encoded:
          "H4sIAAAAAAACA3Mrys9VqFDwzc9T8ErMU1AwVTA0sDIAIQUjAyMzruDSpKzU5BIrhYLE5OzUFC6upPyUSi4AAMmfgzYAAAA="
      ))
    try packed.write(to: place.appendingPathComponent("old.mbox.gz"))
    #expect(MailFolder.isOne(place))
    let conversion = try MailFolder.convert(place)
    #expect(conversion.document.items.map(\.title).sorted() == ["one", "packed", "three", "two"])
    #expect(conversion.leftOut.line == "1 PDF (note.pdf), 1 empty file (deep/empty.eml)")
  }

  @Test(arguments: ["inbox/1", "cur/1382298770.002195:2,", "inbox/archive-1.11"])
  func mailsWithOtherNamesAreRead(name: String) throws {
    let place = try folder([
      name: "From: a@b.c\nSubject: one\nDate: Mon, 3 Nov 2025 10:31:24 +0000\n\nx",
      "inbox/notes.txt": "Just words.\n",
    ])
    defer { try? FileManager.default.removeItem(at: place) }
    #expect(MailFolder.isOne(place))
    let conversion = try MailFolder.convert(place)
    #expect(conversion.document.items.map(\.title) == ["one"])
    #expect(conversion.leftOut.line == "1 text file (inbox/notes.txt)")
  }

  /// Foundation repairs a name that is not UTF-8, and then finds no file.
  @Test func filesThatCannotBeFoundAreCounted() throws {
    let place = try folder(["a.eml": "Subject: one\n\na", "deep/b.eml": "Subject: two\n\nb"])
    defer { try? FileManager.default.removeItem(at: place) }
    let name = place.appendingPathComponent("a.eml").path
    let copy = place.appendingPathComponent("b.eml").path
    try FileManager.default.copyItem(atPath: name, toPath: copy)
    #expect(rename(copy, copy.utf8CString.dropLast(5) + [-1] + ".eml".utf8CString) == 0)
    let conversion = try MailFolder.convert(place)
    #expect(conversion.document.items.map(\.title) == ["one", "two"])
    #expect(conversion.leftOut.line.hasPrefix("1 file that can't be read (b"))
  }

  @Test func notesWithAMailAreNotes() throws {
    let place = try folder(["a.md": "a", "b.eml": "Subject: b\n\nc"])
    defer { try? FileManager.default.removeItem(at: place) }
    #expect(!MailFolder.isOne(place))
  }

  @Test func damagedArchivesAreRefused() throws {
    let packed = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3])
    #expect(throws: ImportError.self) { try GzipFile.unpacked(packed, limit: 1_000) }
    let box = try #require(
      Data(
        base64Encoded:
          "H4sIAAAAAAACA3Mrys9VqFDwzc9T8ErMU1AwVTA0sDIAIQUjAyMzruDSpKzU5BIrhYLE5OzUFC6upPyUSi4AAMmfgzYAAAA="
      ))
    #expect(throws: ImportError.tooLarge(limit: 10)) { try GzipFile.unpacked(box, limit: 10) }
    #expect(try GzipFile.unpacked(box + box, limit: 1_000).count == 2 * 54)
    // In pieces of any size.
    for size in 1...box.count {
      let inflater = try Inflater(room: size)
      var output = Data()
      for start in stride(from: 0, to: box.count, by: size) {
        try inflater.add(box[start..<min(box.count, start + size)]) { output += $0 }
      }
      try inflater.end()
      #expect(try output == GzipFile.unpacked(box, limit: 1_000))
    }
    let cut = try Inflater()
    try cut.add(box.dropLast(9)) { _ in }
    #expect(throws: ImportError.self) { try cut.end() }
    #expect(GzipFile.beginning(of: box.dropLast(9)).starts(with: Data("From ".utf8)))
  }

  @Test func mailsBeforeADateAreLeftOut() throws {
    let place = try folder([
      "box.mbox": [2023, 2024, 2025].map { year in
        "From x Mon Jan  5 10:00:00 \(year)\nSubject: \(year)\n\nx\n\n"
      }.joined()
    ])
    defer { try? FileManager.default.removeItem(at: place) }
    let box = place.appendingPathComponent("box.mbox")
    let conversion = try MailFolder.convert(box, since: WireDate.date("2024-01-01"))
    #expect(conversion.document.items.map(\.title) == ["2024", "2025"])
    #expect(conversion.leftOut.line == "1 older mail")
    #expect(try MailFolder.convert(box).document.count == 3)
  }

  @Test func attachmentsAreCountedByKind() throws {
    let parts = [
      "Content-Type: application/pdf; name=paper.pdf\n\nx", "Content-Type: application/pdf\n\nx",
      "Content-Type: text/calendar; name=invite.ics\n\nx", "Content-Type: text/plain\n\nwords",
    ]
    let text = parts.map { "--B\n\($0)\n" }.joined() + "--B--\n"
    let conversion = try ImportFormat.mail.convert(
      "Subject: s\nContent-Type: multipart/mixed; boundary=B\n\n\(text)")
    #expect(conversion.leftOut.line == "2 PDFs (paper.pdf …), 1 calendar (invite.ics)")
    #expect(
      conversion.leftOut.names == [
        "PDF: paper.pdf", "PDF: application/pdf", "calendar: invite.ics",
      ])
  }

  @Test func talliesOfSeveralInputsAreAdded() {
    var (one, other) = (Tally(), Tally())
    one.add("boost", count: 1_300)
    one.addFile("a.pdf")
    other.addFile("b.pdf")
    other.add("boost", count: 26)
    one.add(other)
    #expect(one.line == "1,326 boosts, 2 PDFs (a.pdf …)")
    #expect(one.names == ["1,326 boosts without a name", "PDF: a.pdf", "PDF: b.pdf"])
  }
}
