import FireflyCore
import FireflyModel
import FireflyScreen

/// Actions by name, with their keys; typing filters them.
struct ActionPalette: Equatable, Sendable {
  /// What it offers.
  enum Kind: Equatable, Sendable {
    /// All actions of the lists, and places.
    case actions
    /// Words to mute: what is typed, and some.
    case words
    /// Servers and sources to which the user can go: some, or the address that is typed.
    case places
    /// The address of a place, which is typed.
    case address(PlaceRow.Question)
  }

  /// An action.
  struct Item: PickItem {
    /// The name, as in the configuration.
    let name: String
    /// What it does.
    let help: String
    let keys: [Key]
    var sequences: [KeySequence] = []
    let action: Action
    /// More words by which it is found.
    var terms = ""
    /// Whether it leads where the user is.
    var isHere = false
    /// The name where there is no room for all of it; nil for its beginning.
    var shortName: String?

    var searched: String {
      ([name, help, terms] + keys.map(\.label) + sequences.map(\.label)).joined(separator: " ")
    }
  }

  /// All actions; after a change of the filter the same name first, then those that begin with it.
  private(set) var list: PickList<Item>
  /// What it offers.
  let kind: Kind
  /// What it offers while nothing is typed.
  private var offered: [Item]
  /// What commands do that have no meaning here, by their names.
  private let elsewhere: [String: String]
  /// The names of files that were found last, for a path.
  private var completion: PathCompletion?
  /// The folder where a path begins that is not absolute; nil until it is known.
  private(set) var start: String?
  /// Whether it was closed.
  private(set) var isOver = false

  init(
    _ items: [Item], _ kind: Kind = .actions, selected: Int = 0, elsewhere: [String: String] = [:]
  ) {
    (self.kind, offered, self.elsewhere) = (kind, items, elsewhere)
    // A path is imported only if the user has chosen it.
    let isPath = if case .address(let question) = kind { question.isPath } else { false }
    list = PickList(items, sign: ":", selected: selected, selectsFirst: !isPath)
  }

  /// What the command does whose name is typed, if it has no meaning here; nil for other words.
  var answer: String? {
    let start = filter.text.trimmed.lowercased()
    guard start.count > 2 else { return nil }
    let name = elsewhere.keys.filter { $0.hasPrefix(start) }.min { ($0.count, $0) < ($1.count, $1) }
    return name.flatMap { elsewhere[$0] }
  }

  mutating func reduce(_ action: PickAction, _ layout: ScreenLayout) -> [Effect] {
    switch action {
    case .moved(let scroll):
      list.move(scroll, in: layout)
      return []
    case .accepted: return choose(list.selectedItem)
    case .linePressed(let line): return choose(list.item(at: line))
    case .closed:
      isOver = true
      return []
    }
  }

  /// Closes it and does an action; without one, it stays.
  ///
  /// The name of a file that was not typed is taken into the row: only what stands there is imported.
  private mutating func choose(_ item: Item?) -> [Effect] {
    guard let item else {
      guard case .address(let question) = kind, filter.text.trimmed.isEmpty else { return [] }
      return [.note("Type \(question.words).")]
    }
    if isPath, item.name != filter.text.trimmed {
      filter.replace(with: item.name)
      filterChanged()
      return [.send(.palette(.pathTyped(item.name)))]
    }
    isOver = true
    return [.send(item.action)]
  }
}

extension ActionPalette: FilteredLayer {
  var filter: Filter {
    get { list.filter }
    set { list.filter = newValue }
  }
  var keyContext: KeyContext { .filter }
  var coversLists: Bool { true }
  /// In the row for a path or an address it is said what is wrong with that.
  var showsNotes: Bool { if case .address = kind { true } else { false } }
  var acceptedAction: Action? { .palette(.pick(.accepted)) }
  var cancelledAction: Action? { .palette(.pick(.closed)) }

  func movedAction(_ scroll: ScrollAction) -> Action { .palette(.pick(.moved(scroll))) }

  mutating func filterChanged() {
    let start = filter.text.lowercased()
    let typed = filter.text.trimmed
    switch kind {
    case .words:
      let known = offered.contains { $0.name.lowercased() == start }
      list.replace((typed.isEmpty || known ? [] : [.word(typed)]) + offered)
    case .address where isPath:
      list.replace(
        (typed.isEmpty ? [] : [.importing(typed)]) + offered.filter { $0.name != typed })
    case .address(let question):
      list.replace(typed.isEmpty ? [] : [.place(question.address(typed))])
    case .actions, .places:
      let isAddress =
        typed.contains(where: ".:".contains) && !typed.contains(" ")
        && typed.contains { $0.isLetter || $0.isNumber }
      list.replace(offered + (isAddress ? [.place(typed)] : []))
    }
    let isBeginning = isPath && isBeginning(typed)
    list.filterChanged { item in
      if start.isEmpty { return 0 }
      // Nobody wants to go there, nor import what is only the beginning of a name.
      if item.isHere || isBeginning && item.name == typed { return 3 }
      let name = item.name.lowercased()
      return name == start || item.terms == start ? 0 : name.hasPrefix(start) ? 1 : 2
    }
  }

  /// Whether a path is typed.
  var isPath: Bool { if case .address(let question) = kind { question.isPath } else { false } }

  /// Whether a path is the beginning of names that were found, and none of them.
  private func isBeginning(_ path: String) -> Bool {
    let names = offered.map(\.name).filter { $0.hasPrefix(path) }
    return !path.hasSuffix("/") && !names.isEmpty
      && !names.contains { [path, path + "/"].contains($0) }
  }

  var changedAction: Action? {
    if isPath { return .palette(.pathTyped(filter.text)) }
    // A path among the places is that of something to import.
    guard [.actions, .places].contains(kind), Self.beginsPath(filter.text) else { return nil }
    return list.items.lazy.compactMap { item -> Action? in
      guard case .places(.addressWanted(let question)) = item.action, question.isPath else {
        return nil
      }
      return .palette(.addressAsked(question, answer: filter.text))
    }.first
  }

  /// Whether what is typed begins as paths do.
  private static func beginsPath(_ text: String) -> Bool {
    text.count > 1 && ["/", "~/", "./", "../", "$HOME/", "file://"].contains(where: text.hasPrefix)
  }

  /// In the row for a path, the key that completes paths does so.
  func action(for key: Key, _ keymap: Keymap, below: () -> Action?) -> Action? {
    if isPath, keymap.binding(of: .editor(.attachment(.completionPressed(1))))?.keys.first == key {
      return .palette(.completed)
    }
    return keymap.action(for: key, in: keyContext) ?? action(forUnbound: key, keymap)
  }

  /// Completes the path to what all names begin with, then goes on to the next name.
  fileprivate mutating func complete(_ layout: ScreenLayout) -> [Effect] {
    guard let completion, completion.text == filter.text else { return [] }
    let next = completion.folder + completion.commonBeginning
    guard completion.names.count == 1 || next.count > filter.text.count, next != filter.text else {
      list.move(.lines(1), in: layout)
      return []
    }
    filter.replace(with: next)
    filterChanged()
    return [.send(.palette(.pathTyped(next)))]
  }

  /// Offers the names of files that begin with what was typed.
  mutating func offer(_ found: PathCompletion) {
    guard found.text == filter.text else { return }
    completion = found
    start = found.start ?? start
    offered = found.names.map { .file(found.folder + $0) }
    filterChanged()
  }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    ActionPaletteView(canvas: canvas, palette: self).draw(into: &frame)
  }
}

extension FocusStack {
  mutating func reduce(_ action: PaletteAction, in surroundings: Surroundings) -> [Effect] {
    switch action {
    case .pressed:
      let items = surroundings.paletteItems
      let elsewhere = surroundings.commandsElsewhere(than: items)
      replace(with: ActionPalette(items, elsewhere: elsewhere))
    case .wordsOffered(let words):
      replace(with: ActionPalette(words.map { .word($0) }, .words))
    case .placesOffered(let selected):
      replace(with: ActionPalette(surroundings.places.items, .places, selected: selected))
    case .addressAsked(let question, let answer):
      var palette = ActionPalette([], .address(question))
      palette.filter.replace(with: answer)
      palette.filterChanged()
      replace(with: palette)
      if question.isPath { return [.send(.noteEnded), .places(.completePath(answer))] }
    case .pathTyped(let text): return [.send(.noteEnded), .places(.completePath(text))]
    case .completed:
      let layout = surroundings.layout
      return update(ActionPalette.self) { $0.complete(layout) }
    case .pathsFound(let found):
      return update(ActionPalette.self) {
        $0.offer(found); return []
      }
    case .pick(let action):
      let layout = surroundings.layout
      return update(ActionPalette.self) { $0.reduce(action, layout) }
    }
    return [.send(.noteEnded)]
  }
}
