import FireflyCore
import FireflyScreen
import Foundation

/// A search within the current list.
///
/// While one types, the first match among the words that are seen in a list is found at once; all matches,
/// those in bodies as well, come a moment later. Where the server has more, it is looked through as well.
struct FindState: Hashable, Sendable {
  /// What is looked for; case and accents don't matter.
  private(set) var text = ""
  /// Whether it is being typed, rather than gone through with `n` and `N`.
  private(set) var isTyping = true
  /// Whether it is over.
  private(set) var isOver = false
  /// Places of all posts that have it; nil until they are known.
  private(set) var matches: [Int]?
  /// Whether it is nowhere: nor is any text that begins with it.
  private(set) var hasNoMatches = false
  /// Whether the next match, beyond what has been loaded, is waited for.
  private(set) var awaitsNext = false
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

  /// The list that is looked through, as it is now.
  struct List {
    /// Its posts.
    let posts: [Post]
    /// The place of the selected one.
    let selected: Int
    /// The place of the one that was selected when it began.
    let start: Int
    /// Whether the server has more.
    let hasMore: Bool
  }

  /// Where the text first stands in another.
  func range(in other: String) -> Range<String.Index>? {
    text.isEmpty
      ? nil
      : other.range(of: text, options: [.caseInsensitive, .diacriticInsensitive])
  }

  /// The list has other posts now: all of it is searched again.
  mutating func listChanged(_ posts: [Post]) -> [Effect] {
    hasNoMatches = false
    matches = nil
    return findAllMatches(posts)
  }

  /// Takes what happened.
  ///
  /// - `index`: the words of the list, as far as they have been looked through.
  mutating func reduce(
    _ action: FindAction, in list: List, index: inout FindIndex
  ) -> [Effect] {
    let before = text
    switch action {
    case .pressed: return []
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
    case .matchPressed(let direction): return go(direction, in: list, &index)
    case .matchesResponse(text, let indices, list.posts.count):
      return matchesFound(indices, in: list)
    case .matchesResponse: return []
    }
    awaitsNext = false
    // Nothing more is taken beyond the maximum.
    if text == before, !text.isEmpty { return [] }
    if hasNoMatches, text.hasPrefix(before) { return [] }
    hasNoMatches = false
    matches = nil
    // As one types: the first match from where one began.
    let found =
      text.isEmpty ? nil : index.match(text, in: list.posts, from: list.start, step: 1)
    let to = found.map { ListAction.postSelected(list.posts[$0].id) }
    return [.send(.list(to ?? .positionRestored(origin)))] + findAllMatches(list.posts)
  }

  private func findAllMatches(_ posts: [Post]) -> [Effect] {
    text.isEmpty
      ? [.cancel(.level(level, .matches))]
      : [.find(.findMatches(of: text, in: posts, level: level))]
  }

  /// All of the list was looked through.
  private mutating func matchesFound(_ indices: [Int], in list: List) -> [Effect] {
    matches = indices
    if awaitsNext {
      if let next = indices.first(where: { $0 > list.selected }) {
        awaitsNext = false
        return select(next, list)
      }
      if list.hasMore { return [.send(.list(.moreWanted))] }
      awaitsNext = false
      return indices.first.map { select($0, list) } ?? []
    }
    guard let first = indices.first else {
      if list.hasMore { return [.send(.list(.moreWanted))] }
      hasNoMatches = true
      return []
    }
    // A match in a title is selected already; others are in bodies.
    let isThere = list.selected < list.posts.count && indices.contains(list.selected)
    guard isTyping, !isThere else { return [] }
    return select(indices.first { $0 >= list.start } ?? first, list)
  }

  /// Goes to the next (1) or previous (-1) match, round the ends of all that the server has.
  private mutating func go(
    _ direction: Int, in list: List, _ index: inout FindIndex
  ) -> [Effect] {
    guard let matches else {
      let next = list.selected + direction
      let found =
        text.isEmpty ? nil : index.match(text, in: list.posts, from: next, step: direction)
      return found.map { select($0, list) } ?? []
    }
    if direction < 0 {
      return (matches.last { $0 < list.selected } ?? matches.last)
        .map { select($0, list) } ?? noMatchNote()
    }
    if let next = matches.first(where: { $0 > list.selected }) { return select(next, list) }
    if list.hasMore {
      awaitsNext = true
      return [.send(.list(.moreWanted))]
    }
    return matches.first.map { select($0, list) } ?? noMatchNote()
  }

  private func noMatchNote() -> [Effect] {
    [.send(.noted("“\(text)” is not in this list.", inList: true))]
  }

  private func select(_ index: Int, _ list: List) -> [Effect] {
    list.posts.indices.contains(index) ? [.send(.list(.postSelected(list.posts[index].id)))] : []
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

extension FindState: FocusLayer {
  var keyContext: KeyContext { isTyping ? .find : .matches }

  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? {
    isTyping ? key.typed.map { .find(.typed($0)) } : keymap.action(for: key)
  }
}

extension FocusStack {
  /// The search within the list; nil if there is none.
  var find: FindState? {
    get { self[FindState.self] }
    _modify { yield &self[FindState.self] }
  }
}
