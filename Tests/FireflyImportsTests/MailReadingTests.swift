import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Plain texts of mails, as people read them.
@Suite struct MailReadingTests {
  private func body(_ text: String) throws -> String {
    try ImportFormat.mail.convert("Subject: s\n\n\(text)").document.items.first?.body ?? ""
  }

  /// A line that had room for the next word ends where its author wanted.
  @Test func breaksThatNoProgramMadeStay() throws {
    let text = try body(
      """
      This paragraph was filled by a program, which puts as many words on a line
      as fit there, and the rest below it, so that its breaks mean nothing at all.

      I have tied all the knots that the book names.
      Grace has drawn them, and they will be printed.
      """)
    #expect(
      text == """
        This paragraph was filled by a program, which puts as many words on a line
        as fit there, and the rest below it, so that its breaks mean nothing at all.

        I have tied all the knots that the book names.\\
        Grace has drawn them, and they will be printed.
        """)
  }

  /// Programs fill some paragraphs less than others, such as those that are quoted.
  @Test func narrowParagraphsStayTogether() throws {
    let text = try body(
      """
      This paragraph was filled by a program, which puts as many words on a line
      as fit there, and the rest below it, so that its breaks mean nothing at all.

      Another program has filled these lines, of which
      each has only some fifty letters so that the end
      of none of them tells anything about the sentence
      that goes on below it.
      """)
    #expect(!text.contains("\\"))
  }

  @Test func signaturesHaveLines() throws {
    let text = try body(
      """
      All good.
      -- \n\
      Grace Hopper of the Harbour, the Lighthouse and the Boats
      The Institute of Knots, Department of Ropes and Threads, Lindholm
      by the Sea
      """)
    #expect(text.split(separator: "\n").count { $0.hasSuffix("\\") } == 4)
  }

  /// Escapes would be letters of an address, and a break behind it a part of it.
  @Test(arguments: [
    ("See http://x.example/a_b*c.html.", "See <http://x.example/a_b*c.html>."),
    ("(https://x.example/a_(b)), c", "(<https://x.example/a_(b)>), c"),
    ("<http://x.example/a_b>\nnext", "<http://x.example/a_b>\\\nnext"),
    ("http://x.example/a_b\nnext_line", "<http://x.example/a_b>\\\nnext\\_line"),
    ("<URL:ftp://x.example/a_b>", "\\<URL:<ftp://x.example/a_b>>"),
    ("at www.x.example/a_b,\nyes", "at [www.x.example/a\\_b](<http://www.x.example/a_b>),\\\nyes"),
    ("xhttp://x_y.example/", "xhttp://x\\_y.example/"), ("http://", "http://"),
    ("www.x_y", "www.x\\_y"),
    ("> see http://x.example/a_b", "> see <http://x.example/a_b>"),
    ("a_b: `c` <d> [e]", "a\\_b: \\`c\\` \\<d> \\[e]"),
  ])
  func addressesOfPagesStay(_ text: String, _ markdown: String) throws {
    #expect(try body(text) == markdown)
  }

  @Test func fieldsAndRulesHaveLinesOfTheirOwn() throws {
    let text = try body(
      """
      -------------------------------------------------------
      From: Grace Hopper of the Harbour <grace@example.org>
      Sent on: Tuesday, the 3rd of November of the year 2025
      Subject: Which knot holds a boat in a storm of spring?
      """)
    #expect(text.split(separator: "\n").count { $0.hasSuffix("\\") } == 3)
  }

  /// What a compiler says about a place.
  @Test func placesInFilesBeginLines() throws {
    let text = try body(
      """
      knots.c:248: error: 'KNOT_MASK' undeclared in this function here
      knots.c:250:7: error: (Each identifier is reported only once)
      """)
    #expect(text.contains("here\\\n"))
  }

  @Test(arguments: ["-- \n2.43.0", "--\n2.43.0"])
  func signatureBelowAPatchIsNoPartOfIt(_ signature: String) throws {
    let text = try body(
      "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1,2 +1 @@\n a\n-b;\n\(signature)\n")
    #expect(text.hasSuffix("-b;\n```\n\n\\\(signature.prefix { $0 != "\n" })\\\n2.43.0"))
  }

  @Test func signaturesOfMailsAreCountedOnly() throws {
    let conversion = try ImportFormat.mail.convert(
      """
      Subject: s
      Content-Type: multipart/signed; boundary=b

      --b

      Hello.
      --b
      Content-Type: application/pgp-signature; name=signature.asc

      x
      --b--
      """)
    #expect(conversion.lines == ["0 s||Hello.|"])
    #expect(conversion.leftOut.line == "1 signature (signature.asc)")
  }
}
