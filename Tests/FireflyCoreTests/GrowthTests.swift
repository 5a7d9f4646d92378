import Foundation
import OddInputs
import Testing

@testable import FireflyCore

/// Texts and posts of others are cleaned, compared and sorted in linear time.
@Suite(.serialized) struct GrowthTests {
  @Test(arguments: texts + formulas + others) func isLinear(_ row: GrowthRow) async throws {
    try await row.expect()
  }

  private static let texts: [GrowthRow] = [
    ("words ", 16_000), ("Łódź ", 8_000), ("\u{202E}", 16_000), ("e\u{301}", 12_000),
    ("\u{301}", 16_000), ("👩‍👩‍👧", 4_000), ("[a](b) ", 4_000), ("[a](", 8_000), ("[[", 16_000),
    ("`", 16_000), ("``` ", 8_000), ("` `` ", 8_000), ("`a\n", 8_000), ("<pre>\n", 4_000),
    ("</pr", 8_000), ("\\", 16_000), ("![", 16_000), ("<post:1> ", 6_000),
    ("](", 16_000),
    ("/uploads/0123456789abcdef.png ", 3_200),
  ].map { piece, count in
    GrowthRow("text of \(piece)", count, of: { String(repeating: piece, count: $0) }) { text in
      _ = ForeignText.clean(text, limit: .max)
      _ = ForeignText.cleanLine(text)
      _ = SearchForm.folded(text)
      _ = BodyLink.numbers(in: text)
      _ = BodyPicture.names(in: text)
      _ = BodyMark.rewriting(text, withAddresses: true) { _ in nil }
      _ = PostText.withoutMarks(text)
      _ = CodeMarks.code(in: Array(text.utf8))
    }
  }

  private static let formulas = [
    "$", "$a ", "$$a ", "$$\n", "\\begin{a}", "\\begin{a}\n", "\\end{a}", "a $b$ c\n", "$a\n",
    "> $a\n", "$a `b ", "<$", "$a$", "- $a\n",
  ].map { piece in
    GrowthRow(
      "formulas of \(piece.replacing("\n", with: "↵"))", 32_000 / piece.utf8.count,
      of: { Array(String(repeating: piece, count: $0).utf8) }
    ) { _ = FormulaMarks.formulas(in: $0) }
  }

  private static let others: [GrowthRow] = [
    GrowthRow(
      "threads of posts", 4_000,
      of: { count in
        (1...count).map { Post(id: $0, parentID: $0 / 2, title: "\($0)") }
      }
    ) { #expect(ThreadOrder.tops(of: $0).isEmpty == false) },
    GrowthRow(
      "thread of one chain", 4_000,
      of: { count in
        (1...count).map { Post(id: $0, parentID: $0 - 1, title: "\($0)") }
      }
    ) { #expect(ThreadOrder.tops(of: $0).isEmpty == false) },
    GrowthRow(
      "pictures in the text of a draft", 2_000,
      of: { count in
        (0..<count).map {
          "![a](draft-picture:\(String(repeating: "0", count: 12))\(1_000 + $0 % 9_000).png) "
        }.joined()
      }
    ) { body in
      let key = Draft.Key(server: "s", account: "a", target: .newQuery)
      #expect(Draft(key: key, words: PostText(body: body)).copies.isEmpty == false)
    },
    GrowthRow(
      "two texts of equal lines", 2_000,
      of: { count in
        (0..<count).map { "line \($0)\n" }.joined()
      }
    ) { #expect(WordDifference(from: $0, to: $0 + "more").isSame == false) },
    GrowthRow(
      "two texts of other words", 8_000,
      of: { count in
        (0..<count).map { "a\($0) " }.joined()
      }
    ) { #expect(WordDifference(from: $0, to: $0.uppercased()).isSame == false) },
  ]
}
