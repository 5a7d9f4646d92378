import FireflyCore
import Foundation

/// A search within the list that one is in.
struct FindState: Hashable, Sendable {
  /// What is looked for; case and accents don't matter.
  var text = ""
  /// Whether it is being typed, rather than gone through with `n` and `N`.
  var isTyping = true
  /// A text that is nowhere in the list: nor is any that begins with it.
  var hopeless: String?
  /// Where one was when it began.
  var origin: Navigator.ListPosition

  init(origin: Navigator.ListPosition) { self.origin = origin }

  /// Characters that are looked for at most.
  private static let longest = 200

  /// Adds what is typed or pasted, without its line breaks, as far as there is room for it.
  mutating func append(_ more: String) {
    text += more.filter { !$0.isNewline }.prefix(Self.longest - text.count)
  }

  /// Where the text first stands in another.
  func range(in other: String) -> Range<String.Index>? {
    text.isEmpty
      ? nil
      : other.range(of: text, options: [.caseInsensitive, .diacriticInsensitive])
  }
}
