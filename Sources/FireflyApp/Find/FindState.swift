import FireflyCore
import Foundation

/// A search within the list that one is in.
struct FindState: Hashable, Sendable {
  /// What is looked for; case and accents don't matter.
  private(set) var text = ""
  /// Whether it is being typed, rather than gone through with `n` and `N`.
  private(set) var isTyping = true
  /// Whether it is over.
  private(set) var isOver = false
  /// A text that is nowhere in the list: nor is any that begins with it.
  private(set) var hopeless: String?
  /// The list it belongs to.
  let level: LevelID
  /// Where one was in it when it began.
  let origin: Navigator.ListPosition

  init(level: LevelID, origin: Navigator.ListPosition) {
    self.level = level
    self.origin = origin
  }

  /// Characters that are looked for at most.
  private static let maximumLength = 200

  /// Where the text first stands in another.
  func range(in other: String) -> Range<String.Index>? {
    text.isEmpty
      ? nil
      : other.range(of: text, options: [.caseInsensitive, .diacriticInsensitive])
  }

  /// The list has other posts now: what was nowhere may be among them.
  mutating func listChanged() { hopeless = nil }

  /// Takes what happened.
  ///
  /// - Parameters:
  ///   - posts: those of the list.
  ///   - selected: the place of the selected one.
  ///   - start: the place of the one that was selected when it began.
  ///   - index: their words, as far as they have been looked through.
  mutating func reduce(
    _ action: FindAction, in posts: [Post], selected: Int, start: Int, index: inout FindIndex
  ) -> [Effect] {
    switch action {
    case .pressed: break
    case .typed(let character): append(String(character))
    case .pasted(let text): append(text)
    case .erased(let erasure):
      if text.isEmpty, erasure == .character { return cancel() }
      erase(erasure)
    case .accepted:
      isTyping = false
      isOver = text.isEmpty
      return []
    case .cancelled: return cancel()
    case .matchPressed(let direction):
      let next = selected + direction
      let found = text.isEmpty ? nil : index.match(text, in: posts, from: next, step: direction)
      if let found { return [.send(.list(.postSelected(posts[found].id)))] }
      return [.send(.noted("“\(text)” is not in this list.", inList: true))]
    }
    // As one types: the first match from where one began.
    if let hopeless, text.hasPrefix(hopeless) { return [] }
    let found = text.isEmpty ? nil : index.match(text, in: posts, from: start, step: 1)
    hopeless = text.isEmpty || found != nil ? nil : text
    return [.send(.list(found.map { .postSelected(posts[$0].id) } ?? .positionRestored(origin)))]
  }

  private mutating func cancel() -> [Effect] {
    isOver = true
    return [.send(.list(.positionRestored(origin)))]
  }

  /// Adds what is typed or pasted, without its line breaks, as far as there is room for it.
  private mutating func append(_ more: String) {
    text += more.filter { !$0.isNewline }.prefix(Self.maximumLength - text.count)
  }

  private mutating func erase(_ erasure: FindAction.Erasure) {
    switch erasure {
    case .character: text.removeLast()
    case .everything: text = ""
    case .word:
      while text.last == " " { text.removeLast() }
      while let last = text.last, last != " " { text.removeLast() }
    }
  }
}
