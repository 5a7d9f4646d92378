import FireflyCore
import Foundation

/// A search within the list that one is in.
public struct FindState: Hashable, Sendable {
  /// What is looked for; case and accents don't matter.
  public internal(set) var text = ""
  /// Whether it is being typed, rather than gone through with `n` and `N`.
  public internal(set) var isTyping = true
  /// A text that is nowhere in the list: nor is any that begins with it.
  var hopeless: String?
  /// Where one was when it began.
  var origin: Navigator.ListPosition

  init(origin: Navigator.ListPosition) { self.origin = origin }

  /// Where the text first stands in another.
  func range(in other: String) -> Range<String.Index>? {
    text.isEmpty
      ? nil
      : other.range(of: text, options: [.caseInsensitive, .diacriticInsensitive])
  }
}
