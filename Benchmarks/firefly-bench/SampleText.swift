/// What the lists are made of; the same for all programs.
enum SampleText {
  /// How many items a list has.
  static let count = 10_000
  /// The number of an item as it stands in its title: five digits.
  static func number(_ index: Int) -> String {
    let digits = String(index)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }
  /// The title of an item, from 1.
  static func title(_ index: Int) -> String { "item \(number(index))" }

  /// A text of 10,000 words in 100 paragraphs, which begins with its title.
  static func essay(_ title: String) -> String {
    let paragraphs = (1...100).map { paragraph in
      (1...100).map { word in ["lantern", "dusk", "a", "meadow", "of"][(paragraph + word * 7) % 5] }
        .joined(separator: " ")
    }
    return ([title] + paragraphs).joined(separator: "\n\n")
  }

  /// Two words that each body has, for an address.
  static let frequentWords = "lantern%20meadow"

  /// A body of 600 bytes, different for each item.
  static func body(_ index: Int) -> String {
    let words = [
      "lantern", "meadow", "dusk", "flash", "signal", "answer", "grass", "river", "willow",
      "summer",
    ]
    var text = "Body \(number(index)):"
    var step = index
    while text.utf8.count < 600 {
      text += " " + words[step % words.count]
      step = (step &* 31 &+ 7) & 0xFFFF
    }
    return String(text.prefix(600))
  }
}
