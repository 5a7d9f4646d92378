import FireflyCore
import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Mails whose fields say little or nonsense about their text, and where paragraphs begin.
@Suite struct MailTypeTests {
  private func conversion(_ header: String, _ body: String) throws -> Conversion {
    try ImportFormat.mail.convert(
      "From: a@b.c\nDate: Wed, 23 Sep 1992 13:25:19 -0700\n\(header)\n\n\(body)")
  }

  @Test(arguments: [
    "text", "plain", "7bit", "text/x-pgp", "text/x-markdown", "application/pgp", "TEXT",
    "multipart/mixed", "multipart", "message", "text/plain charset=us-ascii", "text/", "/plain",
    "application/pgp; format=text; x-action=sign", "\"text/plain\"", "text/enriched",
    "text/richtext",
    "text/plain, charset=x", "message/news", "text/calendar", "x", "text/plain/x",
    "; charset=utf-8",
    "multipart/mixed; boundary=\"none of this\"", "multipart/alternative; boundary=",
    "text / plain",
    "text/plain; charset=", "mime", "text/unknown; charset=utf-8",
  ])
  func oddTypesKeepTheText(_ type: String) throws {
    let conversion = try conversion("Content-Type: \(type)", "This is the body of the mail.")
    #expect(conversion.document.items.map(\.body) == ["This is the body of the mail."])
    #expect(conversion.leftOut.isEmpty)
  }

  /// The only boundary is that of the end.
  @Test func aTextBeforeAllPartsThatAreMissingIsKept() throws {
    let conversion = try conversion(
      "Content-Type: multipart/mixed; boundary=\"b\"", "The words come first.\n--b--")
    #expect(conversion.document.items[0].body.hasPrefix("The words come first."))
  }

  @Test func bytesThatAreNoTextStayFiles() throws {
    let conversion = try conversion("Content-Type: text/x-unknown", "\0\u{1}\u{2}\u{3}\0")
    #expect(conversion.leftOut.count == 1)
  }

  /// Mailing lists append texts to base64; mails are cut short, or say base64 of plain words.
  @Test func base64IsReadAsFarAsItGoes() throws {
    let words = Array(repeating: "words of a mail, Grüße", count: 9).joined(separator: " ")
    let code = Data(words.utf8).base64EncodedString(options: [.lineLength76Characters])
      .replacing("\r", with: "")
    let header = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64"
    func body(_ text: String) throws -> String {
      try conversion(header, text).document.items.first?.body ?? ""
    }
    #expect(try body(code) == words)
    #expect(try body(code + "\n\n-----\nSent by the list.\n").hasPrefix(words + "\n\n"))
    #expect(try body(code + "\n\n-----\nSent by the list.\n").hasSuffix("Sent by the list."))
    #expect(
      try body("This is none, despite what it says.") == "This is none, despite what it says.")
    for count in 40..<60 {
      let body = try body(String(code.dropLast(count)))
      let known = body.replacing("\u{FFFD}", with: "")
      #expect(!known.isEmpty && words.hasPrefix(known), "\(body)")
    }
  }

  @Test func aMailWithinTheMailMayHaveNoHeader() throws {
    let text = "These are the words.\n\nAnd a second paragraph."
    let whole = try conversion("Content-Type: message/rfc822", text + "\n")
    #expect(whole.document.items.map(\.body) == [text])
    #expect(
      try multipart("Content-Type: message/rfc822\n\nwords of 12.").document.items.map(\.body)
        == ["words of 12."])
  }

  private func multipart(_ parts: String...) throws -> Conversion {
    try conversion(
      "Content-Type: multipart/mixed; boundary=b",
      parts.map { "--b\n\($0)\n" }.joined() + "--b--\n")
  }

  @Test func theFirstPartOfAnOddTypeIsTheText() throws {
    let mail = try multipart(
      "Content-Type: application/pgp\n\nsigned words", "Content-Type: text/x-foo\n\nsecond")
    #expect(mail.document.items.map(\.body) == ["signed words\n\nAttachment: text/x-foo (6 bytes)"])
    let plain = try multipart(
      "Content-Type: text/plain\n\nfirst", "Content-Type: text/x-foo\n\nsecond")
    #expect(plain.document.items.map(\.body) == ["first\n\nAttachment: text/x-foo (6 bytes)"])
  }

  @Test(arguments: [
    "text/calendar", "text/vcard", "text/x-vcard", "text/csv", "text/x-foo; name=a.foo",
  ])
  func filesOfAMailStayFiles(_ type: String) throws {
    let mail = try multipart("Content-Type: \(type)\n\nBEGIN", "Content-Type: text/plain\n\nwords")
    let body = try #require(mail.document.items.first?.body)
    #expect(body.hasPrefix("words\n\nAttachment: ") && mail.leftOut.count == 1)
  }

  // MARK: Paragraphs

  private func body(_ text: String) throws -> String {
    try conversion("Subject: s", text).document.items.first?.body ?? ""
  }

  @Test(arguments: ["\t", "     ", "  ", "   "], ["", "> "])
  func paragraphsMayBeginWithBlanks(_ indent: String, _ quote: String) throws {
    let text = """
      \(quote)\(indent)Yes, I like this idea. The harbour is quiet in the morning, and the boats
      \(quote)leave at ten. We could take the small one, which is easier to turn, and come
      \(quote)back before the rain.
      """
    let plain = text.replacing(indent + "Yes", with: "Yes")
    #expect(try body(text) == body(plain))
    #expect(try !body(text).contains("\u{A0}") && !body(text).contains("\\\n"))
  }

  @Test(arguments: [
    "\tint kites(int count) {\n\t\treturn count;\n\t}",
    "    make install PREFIX=/usr/local\n\nthen",
    "    Ada Linden\n    Harbour Street 4\nGraz", "\tx = 5;\ny = 6;\nz = 7;",
  ])
  func codeStaysCode(_ text: String) throws {
    let plain = text.split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
      .joined(separator: "\n")
    #expect(try body(text) != body(plain))
  }

  // MARK: Dates

  @Test func mailsWithoutADateTakeThatOfTheFile() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-mail-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["cur", "new"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    let changed = Date(timeIntervalSince1970: 1_500_000_000)
    for (number, name) in ["1400000000.M1P2.host:2,S", "odd"].enumerated() {
      let file = folder.appendingPathComponent("cur").appendingPathComponent(name)
      try Data("From: a@b.c\nSubject: s\(number)\nMessage-ID: <\(number)@x>\n\nx".utf8).write(
        to: file)
      try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: file.path)
    }
    let conversion = try MailFolder.convert(folder)
    let dates = Dictionary(
      uniqueKeysWithValues: conversion.document.items.map { ($0.title, $0.createdAt) })
    #expect(dates["s0"] == Date(timeIntervalSince1970: 1_400_000_000) && dates["s1"] == changed)
    #expect(conversion.guessed.counts == "2 dates")
  }
}
