import FireflyCore
import FireflyScreen
import Foundation

/// A search within the current list.
///
/// While the user types, the first match in a title, summary or author is selected at once; all
/// matches, including bodies, follow a moment later. In a thread, which shows whole texts, the first of all is
/// selected. More pages are loaded if necessary.
struct FindState: Hashable, Sendable {
  /// The text; case and accents are ignored.
  var text: String { typed.text }
  private var typed = TypedText()
  /// Whether the text is being typed; otherwise `n` and `N` move between matches.
  private(set) var isTyping = true
  /// Whether it was closed.
  private(set) var isOver = false
  /// The indices of all matches; nil until they are known.
  private(set) var matches: [Int]?
  /// Whether there are no matches; nor for any longer text.
  private(set) var hasNoMatches = false
  /// Whether it waits for the next match in further pages.
  private(set) var awaitsNext = false
  /// Whether the text was accepted before its first match was found.
  private var awaitsFirst = false
  /// The line of an open card at which it is.
  var line: Line?
  /// The level of the list.
  let level: LevelID
  /// The position when it began.
  let origin: Navigator.ListPosition

  init(level: LevelID, origin: Navigator.ListPosition) {
    self.level = level
    self.origin = origin
  }

  /// A line of the text of an open card.
  struct Line: Hashable {
    let post: Post.ID
    /// Its index.
    let index: Int
    /// Its number among those with a match, and how many these are.
    let place, count: Int
  }

  /// The current state of the list.
  struct List {
    let posts: [Post]
    /// The indices of the posts in the selected row: more than one where a closed branch has them.
    let selected: Range<Int>
    /// The index of the post that was selected when the search began.
    let start: Int
    /// Whether it shows the whole text of each post.
    let isThread: Bool
    /// Whether that post's card is open, so that its text is searched first.
    let isStartOpen: Bool
    /// Whether the server has more posts.
    let hasMore: Bool
  }

  /// Returns the first match in a text.
  func range(in other: String) -> Range<String.Index>? {
    TextFolding.range(of: text, in: other)
  }

  /// Searches the list again after its posts have changed.
  mutating func listChanged(_ posts: [Post]) -> [Effect] {
    hasNoMatches = false
    matches = nil
    return findAllMatches(posts)
  }

  mutating func reduce(
    _ action: FindAction, in list: List, index: inout FindIndex
  ) -> [Effect] {
    let before = text
    switch action {
    case .pressed, .ended: return []
    case .typed(let character): typed.append(String(character))
    case .pasted(let text): typed.append(text)
    case .erased(let erasure):
      if text.isEmpty, erasure == .character { return cancel() }
      typed.erase(erasure)
    case .accepted:
      isTyping = false
      isOver = text.isEmpty
      awaitsFirst = matches?.isEmpty != false
      return []
    case .cancelled: return cancel()
    case .matchPressed(let direction): return go(direction, in: list, &index)
    case .matchesResponse(text, let indices, list.posts.count):
      return matchesFound(indices, in: list)
    case .matchesResponse: return []
    }
    awaitsNext = false
    // The maximum length is reached.
    if text == before, !text.isEmpty { return [] }
    if hasNoMatches, text.hasPrefix(before) { return [] }
    hasNoMatches = false
    matches = nil
    // The first match from the initial position.
    if list.isThread, !text.isEmpty { return findAllMatches(list.posts) }
    if !text.isEmpty, list.isStartOpen, range(in: list.posts[list.start].body) != nil {
      return [.send(.list(.positionRestored(origin)))] + findAllMatches(list.posts)
    }
    let found =
      text.isEmpty ? nil : index.match(text, in: list.posts, from: list.start, step: 1)
    let to = found.map { ListAction.matchFound(list.posts[$0].id) }
    return [.send(.list(to ?? .positionRestored(origin)))] + findAllMatches(list.posts)
  }

  private func findAllMatches(_ posts: [Post]) -> [Effect] {
    text.isEmpty
      ? [.cancel(.level(level, .matches))]
      : [.find(.findMatches(of: text, in: posts, level: level))]
  }

  /// Handles the indices of all matches.
  private mutating func matchesFound(_ indices: [Int], in list: List) -> [Effect] {
    matches = indices
    if awaitsNext {
      if let next = indices.first(where: { $0 >= list.selected.upperBound }) {
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
      return list.isThread && isTyping ? [.send(.list(.positionRestored(origin)))] : []
    }
    // A match in a title is already selected.
    let isThere = !list.isThread && indices.contains(where: list.selected.contains)
    let seeksFirst =
      isTyping || awaitsFirst && (list.isThread || list.selected.contains(list.start))
    awaitsFirst = false
    guard seeksFirst, !isThere else { return [] }
    return select(indices.first { $0 >= list.start } ?? first, list)
  }

  /// Goes to the next (1) or previous (-1) match, wrapping around.
  private mutating func go(
    _ direction: Int, in list: List, _ index: inout FindIndex
  ) -> [Effect] {
    guard let matches else {
      let next = direction < 0 ? list.selected.lowerBound - 1 : list.selected.upperBound
      let found =
        text.isEmpty ? nil : index.match(text, in: list.posts, from: next, step: direction)
      return found.map { select($0, list) } ?? []
    }
    if direction < 0 {
      return (matches.last { $0 < list.selected.lowerBound } ?? matches.last)
        .map { select($0, list) } ?? noMatchNote()
    }
    if let next = matches.first(where: { $0 >= list.selected.upperBound }) {
      return select(next, list)
    }
    if list.hasMore {
      awaitsNext = true
      return [.send(.list(.moreWanted))]
    }
    return matches.first.map { select($0, list) } ?? noMatchNote()
  }

  /// What says that there is no match.
  var noMatchWords: String { "“\(text)” is not in this list." }

  private func noMatchNote() -> [Effect] {
    [.note(noMatchWords, inList: true)]
  }

  private func select(_ index: Int, _ list: List) -> [Effect] {
    list.posts.indices.contains(index) ? [.send(.list(.matchFound(list.posts[index].id)))] : []
  }

  private mutating func cancel() -> [Effect] {
    isOver = true
    return [.send(.list(.positionRestored(origin)))]
  }
}

extension FindState: FocusLayer {
  var keyContext: KeyContext { isTyping ? .find : .matches }

  func action(forPasted text: String) -> Action? { isTyping ? .find(.pasted(text)) : nil }

  func action(forWheel steps: Int, rows: Int) -> Action? { .list(.wheelTurned(steps)) }

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
