import FireflyCore
import Foundation
import SeededRandom
import Testing

@Suite struct SearchFormTests {
  @Test(arguments: [
    ("Straße STRASSE", "strasse strasse"), ("Ελλάδα ΕΛΛΆΔΑ", "ελλαδα ελλαδα"),
    ("ΟΔΟΣ οδός", "οδοσ οδοσ"),
    ("ﬁsh ｆｕｌｌ Ⅳ", "fish full iv"), ("\u{1100}\u{1161}\u{11B7}자", "감자"), ("Łódź, Øre", "lodz, ore"),
    ("ёлка, мой", "елка, мой"), ("ｶﾞﾗｽ", "ガラス"), ("שָׁלוֹם", "שלום"), ("أهلاً كـتب", "اهلا كتب"),
    ("İstanbul ISPARTA ılık", "istanbul isparta ilik"), ("สิ่งแวดล้อม", "สิ่งแวดล้อม"),
    ("CO₂ Firefly™", "co2 firefly™"), ("A™️ ©", "a™ ©"), ("‼️ ℹ️ → ㊗", "‼ i   ㊗"),
    ("Fuß\u{AD}ball", "fussball"), ("ĳs Œuvre", "ijs oeuvre"),
  ])
  func wordsAreAsReadersWriteThem(_ text: String, _ folded: String) {
    // Texts that differ in their composition only are equal to ==.
    #expect(Array(SearchForm.folded(text).utf8) == Array(folded.utf8))
  }

  @Test func foldingAgainOrComposingDifferentlyChangesNothing() {
    var random = SplitMix(seed: 7)
    for _ in 0..<2_000 {
      let text = String(
        String.UnicodeScalarView(
          (0..<8).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0x20...0x2FFF, using: &random))
          }
        ))
      let folded = words(text)
      #expect(words(SearchForm.folded(text)) == folded, "\(text)")
      #expect(words(text.decomposedStringWithCanonicalMapping) == folded, "\(text)")
    }
  }

  /// The bytes of the folded words of a text, because == ignores its composition.
  private func words(_ text: String) -> [[UInt8]] {
    SearchForm.folded(text).unicodeScalars.split {
      !$0.properties.isAlphabetic && $0.properties.numericType == nil
        && $0.properties.canonicalCombiningClass == .notReordered
    }.map { Array(String($0).utf8) }
  }
}
