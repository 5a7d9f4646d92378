import FireflyCore
import FireflyScreen

/// The loaded posts by title, to link one of them from a text; typing filters them, and searches for more.
///
/// What was typed stays in the text if no post is chosen, so that `[[ -f x ]]` can be written on.
struct LinkPicker: Equatable, Sendable {
  /// A post.
  struct Item: Equatable, Sendable {
    /// The post.
    let id: Post.ID
    /// Its title.
    let title: String
    /// Its author; nil if unknown.
    let author: String?
  }

  /// What opens it in a text.
  static let opening = "[["
  /// What closes it in a text.
  static let closing = "]]"
  /// Maximum width in columns.
  static let columns = 76
  /// Maximum number of posts.
  static let maximumItems = 5_000

  /// The posts, those of the current list first.
  private(set) var items: [Item]
  /// The indices of those that the filter lets pass.
  private(set) var shown: [Int]
  /// The selected line.
  private(set) var selected = 0
  /// Whether a line was chosen by moving.
  private var hasMoved = false
  var filter = Filter(isTyping: true, sign: "[")
  /// Whether it was closed.
  private(set) var isOver = false

  /// The edited post, which is not offered.
  private let card: Post.ID

  init(_ items: [Item], for card: Post.ID) {
    (self.items, self.card) = (items, card)
    shown = Array(items.indices)
  }

  /// Handles an action.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - page: number of visible lines.
  /// - Returns: the effects to run.
  mutating func reduce(_ action: LinkPickerAction, page: Int) -> [Effect] {
    switch action {
    case .moved(let scroll):
      selected = scroll.position(from: selected, page: page, end: shown.count - 1)
      hasMoved = true
      return []
    case .pasted(let text):
      let typed = filter.text
      isOver = true
      return [.send(.editor(.edited(.paste(typed + text))))]
    case .searchWanted: return [.links(.findTitles(filter.text))]
    case .found(let posts):
      add(posts)
      return []
    case .accepted where filter.isEmpty && !hasMoved:
      return close() + [.send(.editor(.edited(.newline)))]
    case .accepted: return choose(selected)
    case .linePressed(let line): return choose(line)
    case .closed: return close()
    }
  }

  /// Adds posts that were found behind the others; the selection stays.
  private mutating func add(_ posts: [Post]) {
    let known = Set(items.map(\.id) + [card])
    items += posts.filter { !known.contains($0.id) }.compactMap(Item.init)
    let place = selected
    filterChanged()
    selected = min(place, max(0, shown.count - 1))
  }

  /// Closes it; the text has what was typed.
  private mutating func close() -> [Effect] {
    isOver = true
    return filter.text.isEmpty ? [] : [.send(.editor(.edited(.commit(filter.text))))]
  }

  /// Closes it and writes the link to the post of a line.
  private mutating func choose(_ line: Int) -> [Effect] {
    guard shown.indices.contains(line) else { return close() }
    isOver = true
    let item = items[shown[line]]
    let label = BodyLink.label(item.title)
    let erase = Effect.send(.editor(.edited(.erase(.left))))
    return Array(repeating: erase, count: Self.opening.count) + [
      .send(.editor(.edited(.commit(BodyLink.markdown(label, to: "\(item.id)")))))
    ]
  }
}

/// An event in the posts that a text can link.
public enum LinkPickerAction: Hashable, Sendable {
  /// The selection was moved.
  case moved(ScrollAction)
  /// The filter has words to search for.
  case searchWanted
  /// Posts with these words.
  case found([Post])
  /// The selected post was chosen.
  case accepted
  /// A line was pressed.
  case linePressed(Int)
  /// Text was pasted: it goes into the text, behind what was typed.
  case pasted(String)
  /// The picker was closed; what was typed stays in the text.
  case closed
}

extension LinkPicker: FilteredLayer {
  var keyContext: KeyContext { .filter }
  var coversLists: Bool { true }
  var acceptedAction: Action? { .links(.picker(.accepted)) }
  var cancelledAction: Action? { .links(.picker(.closed)) }
  var changedAction: Action? {
    // A filter takes no more letters.
    let isFull = filter.text.count >= TypedText.maximumLength
    if isFull || filter.text.hasSuffix(Self.closing) { return .links(.picker(.closed)) }
    return filter.isEmpty ? nil : .links(.picker(.searchWanted))
  }

  func movedAction(_ scroll: ScrollAction) -> Action { .links(.picker(.moved(scroll))) }

  func action(forPasted text: String) -> Action? { .links(.picker(.pasted(text))) }

  mutating func filterChanged() {
    let lines = items.map { [$0.title, $0.author ?? ""].joined(separator: " ") }
    shown = filter.matches(in: lines)
    selected = 0
  }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    LinkPickerView(canvas: canvas, picker: self).draw(into: &frame)
  }
}

extension AppState {
  /// Whether the posts to link are offered.
  public var offersLinks: Bool { focus[LinkPicker.self] != nil }

  /// Offers the posts to link, if an action has just completed `[[` in the text.
  mutating func offerLinks(after action: EditorAction) {
    guard case .edited(.type("[")) = action, source == nil, let editor = focus.editor,
      focus.top is EditorState, editor.field == .body, editor.template != .query,
      editor.preview == nil,
      case let text = editor.body.textBeforeCaret, text.hasSuffix(LinkPicker.opening),
      // Not within code, where backticks are open.
      text.count(where: { $0 == "`" }) % 2 == 0
    else { return }
    let items = linkablePosts(except: editor.card)
    // While the list is loading, a search finds them.
    if !items.isEmpty || list.phase != .loaded { focus.push(LinkPicker(items, for: editor.card)) }
  }

  mutating func reduceLinkPicker(_ action: LinkPickerAction) -> [Effect] {
    let page = max(1, layout.sheet(columns: LinkPicker.columns).inner.height - 1)
    return focus.update(LinkPicker.self) { $0.reduce(action, page: page) }
  }

  /// Returns the loaded posts with a title: those of the current list first, then those of the others.
  private func linkablePosts(except card: Post.ID) -> [LinkPicker.Item] {
    var seen: Set<Post.ID> = [card]
    let others = lists.allLevels.compactMap { lists[$0.id] }
    var items: [LinkPicker.Item] = []
    for post in ([list] + others).flatMap({ [$0.parent].compactMap(\.self) + $0.posts }) {
      guard items.count < LinkPicker.maximumItems, !post.isUnsaved, !post.isLocal,
        let item = LinkPicker.Item(post), seen.insert(post.id).inserted
      else { continue }
      items.append(item)
    }
    return items
  }
}

extension LinkPicker.Item {
  /// Creates the item of a post; nil for one without a title.
  fileprivate init?(_ post: Post) {
    guard post.template != .deleted, !post.title.isEmpty else { return nil }
    self.init(id: post.id, title: post.title, author: post.byline)
  }
}
