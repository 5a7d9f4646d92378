import SeededRandom

/// Pieces of text as hostile to a cursor as people write them.
enum RandomText {
  static let pieces = [
    "a", "b", "word", "well-known", " ", " ", "  ", ",", ".", "(", ")", "“", "”", "-", "1", "\t",
    "!", "[",
    "船", "轉得", "。", "「", "カー", "ッ", "\u{3000}", "ａ",
    "한", "글", "\u{1112}\u{1161}\u{11AB}", "\u{1112}", "\u{1161}",
    "👩‍👩‍👧", "👍🏽", "❤️", "👩", "\u{200D}", "👧", "\u{FE0F}", "\u{1F3FD}",
    "🇩🇪", "🇫", "🇷", "🇯🇵🇺",
    "กำ", "ที่", "ำ", "नि", "क्ष", "\u{94D}", "க", "ொ",
    "مرحبا", "ع", "\u{64B}", "\u{600}", "שלום",
    "e\u{301}", "\u{301}", "\u{327}", "\u{200B}", "\u{AD}",
  ]

  static func piece(_ random: inout SplitMix) -> String {
    pieces.randomElement(using: &random) ?? "a"
  }

  /// So many pieces, with a line break among them now and then.
  static func text(_ count: Int, _ random: inout SplitMix) -> String {
    (0..<count).map { _ in
      Int.random(in: 0..<15, using: &random) == 0 ? "\n" : piece(&random)
    }.joined()
  }
}
