import FireflyCore
import FireflyScreen

/// The loaded posts by title, to link one of them from a text; typing filters them, and searches for more.
///
/// What was typed stays in the text if no post is chosen, so that `[[ -f x ]]` can be written on.
struct LinkPicker: Equatable, Sendable {
  /// A post.
  struct Item: PickItem {
    let id: Post.ID
    let title: String
    /// Its author; nil if unknown.
    let author: String?

    var searched: String { [title, author ?? ""].joined(separator: " ") }
  }

  /// What opens it in a text.
  static let opening = "[["
  /// What closes it in a text.
  static let closing = "]]"
  static let maximumItems = 5_000

  /// The posts, those of the current list first.
  private(set) var list: PickList<Item>
  /// Whether it was closed.
  private(set) var isOver = false

  /// The edited post, which is not offered.
  private let card: Post.ID

  init(_ items: [Item], for card: Post.ID) {
    (list, self.card) = (PickList(items, sign: "["), card)
  }

  mutating func reduce(_ action: LinkPickerAction, _ layout: ScreenLayout) -> [Effect] {
    switch action {
    case .pasted(let text):
      let typed = filter.text
      isOver = true
      return [.send(.editor(.edited(.paste(typed + text))))]
    case .searchWanted: return [.links(.findTitles(filter.text))]
    case .found(let posts):
      let known = Set(list.items.map(\.id) + [card])
      list.append(posts.filter { !known.contains($0.id) }.compactMap(Item.init))
      return []
    case .pick(.moved(let scroll)):
      list.move(scroll, in: layout)
      return []
    case .pick(.accepted) where filter.isEmpty && !list.hasMoved:
      return close() + [.send(.editor(.edited(.newline)))]
    case .pick(.accepted): return choose(list.selectedItem)
    case .pick(.linePressed(let line)): return choose(list.item(at: line))
    case .pick(.closed): return close()
    }
  }

  /// Closes it; the text has what was typed.
  private mutating func close() -> [Effect] {
    isOver = true
    return filter.text.isEmpty ? [] : [.send(.editor(.edited(.commit(filter.text))))]
  }

  /// Closes it and writes the link to a post.
  private mutating func choose(_ item: Item?) -> [Effect] {
    guard let item else { return close() }
    isOver = true
    let label = BodyLink.label(item.title)
    let erase = Effect.send(.editor(.edited(.erase(.left))))
    return Array(repeating: erase, count: Self.opening.count) + [
      .send(.editor(.edited(.commit(BodyLink.markdown(label, to: "\(item.id)")))))
    ]
  }
}

/// An event in the posts that a text can link.
package enum LinkPickerAction: Hashable, Sendable {
  /// An event in the list; what was typed stays in the text if it is closed.
  case pick(PickAction)
  /// The filter has words to search for.
  case searchWanted
  /// Posts with these words.
  case found([Post])
  /// Text was pasted: it goes into the text, behind what was typed.
  case pasted(String)
}

extension LinkPicker: FilteredLayer {
  var filter: Filter {
    get { list.filter }
    set { list.filter = newValue }
  }
  var keyContext: KeyContext { .filter }
  var coversLists: Bool { true }
  var acceptedAction: Action? { .links(.picker(.pick(.accepted))) }
  var cancelledAction: Action? { .links(.picker(.pick(.closed))) }
  var changedAction: Action? {
    // A filter takes no more letters.
    let isFull = filter.text.count >= TypedText.maximumLength
    if isFull || filter.text.hasSuffix(Self.closing) { return .links(.picker(.pick(.closed))) }
    return filter.isEmpty ? nil : .links(.picker(.searchWanted))
  }

  func movedAction(_ scroll: ScrollAction) -> Action { .links(.picker(.pick(.moved(scroll)))) }

  func action(forPasted text: String) -> Action? { .links(.picker(.pasted(text))) }

  mutating func filterChanged() { list.filterChanged() }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    LinkPickerView(canvas: canvas, picker: self).draw(into: &frame)
  }
}

extension FocusStack {
  /// Offers the posts to link, if an action has just completed `[[` in the text.
  mutating func offerLinks(after action: EditorAction, in surroundings: Surroundings) {
    guard case .edited(.type("[")) = action, surroundings.site.has(.fireflyPosts),
      let editor, top is EditorState, editor.field == .body, editor.template != .query,
      editor.preview == nil,
      case let text = editor.body.textBeforeCaret, text.hasSuffix(LinkPicker.opening),
      // Not within code, where backticks are open.
      text.count(where: { $0 == "`" }) % 2 == 0
    else { return }
    let items = surroundings.linkablePosts(except: editor.card)
    // While the list is loading, a search finds them.
    if !items.isEmpty || surroundings.list.phase != .loaded {
      push(LinkPicker(items, for: editor.card))
    }
  }
}

extension Surroundings {
  /// Whether the posts to link are offered.
  package var offersLinks: Bool { focus[LinkPicker.self] != nil }

  /// Returns the loaded posts with a title: those of the current list first, then those of the others.
  fileprivate func linkablePosts(except card: Post.ID) -> [LinkPicker.Item] {
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
