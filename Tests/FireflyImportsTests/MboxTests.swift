import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Where the mails of a file begin and end.
@Suite struct MboxTests {
  private static let mark = "From ada@b.c Mon Jan  5 10:00:00 2026\n"
  private static let box = mark + "Subject: one\n\na\n\n" + mark + "Subject: two\n\nb\n"

  private func titles(_ text: String, in name: String = "file") throws -> [String] {
    try ImportFormat.mail.convert(Data(text.utf8), name: name).document.items.map(\.title)
  }

  /// What some programs write before the first mail, whatever the file is called.
  @Test(arguments: ["", "\n", "\r\n\n", "\u{FEFF}", "\u{FEFF}\n", ">"], ["file", "a.mbox"])
  func boxMayBeginWithOtherBytes(_ start: String, _ name: String) throws {
    #expect(try titles(start + Self.box, in: name) == ["one", "two"])
    #expect(ImportFormat.recognised(Data((start + Self.box).utf8), name: "x") == .mail)
  }

  @Test func textBeforeTheFirstMailIsCounted() throws {
    let conversion = try ImportFormat.mail.convert(
      Data(("The archive of knots\n\n" + Self.box).utf8), name: "knots.mbox")
    #expect(conversion.document.items.map(\.title) == ["one", "two"])
    #expect(conversion.leftOut.line == "1 text before the first mail")
    #expect(conversion.complaints.isEmpty)
  }

  /// The first line is lost, but not its mail.
  @Test func headerBeforeTheFirstMarkIsAMail() throws {
    let cut = String(Self.box.dropFirst(Self.mark.count))
    #expect(try titles(cut, in: "cut.mbox") == ["one", "two"])
    #expect(try titles(cut, in: "cut.mbx.gz") == ["one", "two"])
  }

  /// A mail may show the mails of others.
  @Test(arguments: ["From: ada@b.c\n", "\nFrom: ada@b.c\n", "\u{FEFF}From: ada@b.c\n", ">\(mark)"])
  func mailStaysOne(_ start: String) throws {
    let mail = start + "Subject: outer\n\nLook:\n\n" + Self.box
    #expect(try titles(mail, in: "a.eml") == ["outer"])
    if start.contains("From:") { #expect(try titles(mail) == ["outer"]) }
  }

  @Test(arguments: [
    "From 10:30 to 11:00 we meet.", "From Monday on:", "From x at 10:31", "From here",
    "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nFrom: Ada <ada@b.c>",
  ])
  func linesOfTextAreNoMarks(_ line: String) throws {
    let box = Self.mark + "Subject: one\n\na\n\n\(line)\nand so on\n\n" + Self.mark
    #expect(try titles(box + "Subject: two\n\nb") == ["one", "two"])
  }

  @Test func patchesOfGitAreMails() throws {
    let mark = "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\n"
    let patches = mark + "Subject: [PATCH 1/2] a\n\na\n\n" + mark + "Subject: [PATCH 2/2] b\n\nb\n"
    #expect(try titles(patches).count == 2)
  }

  /// Some programs write no empty line after a mail.
  @Test func markWithADateAndAHeaderBeginsAMail() throws {
    let box = Self.box.replacing("\n\nFrom ", with: "\nFrom ")
    #expect(try titles(box) == ["one", "two"])
  }

  /// A file is split as it is read, in pieces of any size.
  @Test(arguments: [1, 7, 64, 1_000, 100_000])
  func piecesOfABoxHaveTheSameMails(size: Int) throws {
    let mails = (1...40).map { number in
      "From a@x Mon Jan  5 10:00:00 2026\nSubject: \(number)\n\nFrom here\n\n>From there\n"
        + String(repeating: "x", count: number * 90) + "\n\n"
    }
    let bytes = Array(mails.joined().utf8)
    var splitter = MboxSplitter()
    var messages: [MailMessage] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      messages += splitter.add(bytes[start..<min(bytes.count, start + size)])
    }
    messages += splitter.end()
    #expect(messages.map { Array($0.bytes) } == Mbox.messages(in: bytes).map { Array($0.bytes) })
    #expect(messages.count == 40)
  }

  @Test func theMissingEndOfALargeMailIsKnown() {
    let large =
      "From a@x Mon Jan  5 10:00:00 2026\nSubject: 1\n\n" + String(repeating: "x\n", count: 3_000)
    let bytes = Array((large + "\nFrom a@x Mon Jan  5 10:00:00 2026\nSubject: 2\n\ny\n").utf8)
    var splitter = MboxSplitter(limit: 2_000)
    var messages: [MailMessage] = []
    for start in stride(from: 0, to: bytes.count, by: 500) {
      messages += splitter.add(bytes[start..<min(bytes.count, start + 500)])
    }
    messages += splitter.end()
    #expect(messages.map(\.isCut) == [true, false])
    // The limit, a piece, and what is looked at ahead.
    #expect(messages[0].bytes.count <= 3_500)
  }
}
