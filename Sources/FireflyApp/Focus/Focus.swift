import FireflyScreen

/// The state of a part of the UI that lies over the lists and receives keys.
protocol FocusLayer: Equatable, Sendable {
  /// The context of its bindings.
  var keyContext: KeyContext { get }
  /// Whether it covers the whole screen.
  var coversLists: Bool { get }
  /// Whether it is a sheet: help, outline or picture. Keys without a binding do nothing there, and a
  /// key that types and closes it makes the next ones do nothing for a moment.
  var isSheet: Bool { get }
  /// Whether notes are drawn over it.
  var showsNotes: Bool { get }
  /// The rows for notes over it; nil for those of the lists.
  func noteRows(_ canvas: Canvas) -> Rect?
  /// Whether the user has left it.
  var isOver: Bool { get }

  /// Returns the action of a key; nil for none.
  ///
  /// - Parameters:
  ///   - keymap: the bindings.
  ///   - below: the action that the key has for what lies below dialogs.
  func action(for key: Key, _ keymap: Keymap, below: () -> Action?) -> Action?
  /// Returns the action of a key without a binding; nil for none.
  func action(forUnbound key: Key, _ keymap: Keymap) -> Action?
  /// Returns the action of pasted text; nil if it takes no text.
  func action(forPasted text: String) -> Action?
  /// Returns the action of the mouse wheel; nil for none.
  ///
  /// - Parameters:
  ///   - steps: steps of the wheel, down if positive.
  ///   - rows: rows to scroll for them.
  func action(forWheel steps: Int, rows: Int) -> Action?
  /// Returns the action of a click on an element with an action, or on no element (nil).
  func action(forClick pressed: Action?) -> Action?
  /// Returns the actions of a mouse event that it handles itself; nil for one that is handled as
  /// usual.
  ///
  /// - Parameter press: the press that goes on or ends with the event.
  func actions(
    for event: MouseEvent, over element: Element?, since press: MousePress?
  ) -> [Action]?
  /// Whether elements with this action react to the mouse.
  func reacts(to action: Action) -> Bool
  /// The addresses of the pictures it shows.
  var pictures: [String] { get }

  /// Draws it over the lists.
  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame)
  /// Returns what line mode says of it; nil for a layer whose fields it asks for.
  func spoken(in context: SpokenContext) -> SpokenLayer?
  /// What line mode does with lines.
  var lineUse: LineUse { get }
  /// Returns the action that a choice comes to; nil for the choice itself.
  func meaning(of choice: Action) -> Action?
}

extension FocusLayer {
  var coversLists: Bool { false }
  var isSheet: Bool { false }
  var showsNotes: Bool { false }
  func noteRows(_ canvas: Canvas) -> Rect? { nil }
  var isOver: Bool { false }

  var pictures: [String] { [] }
  var lineUse: LineUse { LineUse() }

  func meaning(of choice: Action) -> Action? { nil }

  func action(for key: Key, _ keymap: Keymap, below: () -> Action?) -> Action? {
    keymap.action(for: key, in: keyContext) ?? action(forUnbound: key, keymap)
  }
  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? { nil }
  func action(forPasted text: String) -> Action? { nil }
  func action(forWheel steps: Int, rows: Int) -> Action? { nil }
  func action(forClick pressed: Action?) -> Action? { pressed }
  func actions(
    for event: MouseEvent, over element: Element?, since press: MousePress?
  ) -> [Action]? { nil }
  func reacts(to action: Action) -> Bool { true }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {}

  /// The words that it draws: no number chooses there.
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    let canvas = context.canvas
    var frame = Frame(size: canvas.layout.size, blank: Cell(style: canvas.backdrop))
    draw(canvas, pictures: NoPictures(), into: &frame)
    ScreenReaderText.apply(to: &frame)
    let area = frame.bounds
    let lines = (area.y..<area.maxY).map { y in
      frame.words(in: Rect(x: area.x, y: y, width: area.width, height: 1))
    }
    return SpokenLayer(lines: lines.filter { !$0.isEmpty })
  }

  fileprivate func equals(_ other: any FocusLayer) -> Bool { other as? Self == self }
}

/// The layers over the lists; the topmost receives keys.
///
/// `focus[Menu.self]` is the topmost layer of a kind. Setting it changes that layer in place, or adds
/// one on top; nil removes it.
struct FocusStack: Equatable, Sendable {
  /// The layers, the topmost last.
  private(set) var layers: [any FocusLayer] = []

  /// The layer that receives keys; nil for the lists.
  var top: (any FocusLayer)? { layers.last }

  /// The topmost layer that is not a dialog; nil for the lists.
  var belowDialogs: (any FocusLayer)? { layers.last { !($0 is Dialog) } }

  /// Whether the lists receive keys.
  var isEmpty: Bool { layers.isEmpty }

  /// Whether the current list receives keys, also those of a search in it.
  var isListInFront: Bool { isEmpty || top?.keyContext == .matches }

  /// Whether the current dialog refuses an action, so that keys typed ahead must be ignored.
  var showsRefusal: Bool { dialog?.typing == .ignored }

  /// Whether a card is being edited.
  var isWriting: Bool { layers.contains { $0 is EditorState } }

  var sheetCount: Int { layers.count(where: \.isSheet) }

  /// Whether the topmost layer has a filter that is being typed.
  var isFiltering: Bool { (top as? any FilteredLayer)?.filter.isTyping == true }

  /// Whether a layer covers the whole screen.
  var coversLists: Bool { layers.contains(where: \.coversLists) }

  /// The topmost layer of a kind; nil if there is none.
  subscript<Layer: FocusLayer>(kind: Layer.Type) -> Layer? {
    get {
      for case let layer as Layer in layers.reversed() { return layer }
      return nil
    }
    _modify {
      let index = layers.lastIndex { $0 is Layer }
      var layer = index.flatMap { layers[$0] as? Layer }
      // The layer is removed while it changes, so that a long text is not copied.
      if let index { layers.remove(at: index) }
      defer { if let layer { layers.insert(layer, at: index ?? layers.count) } }
      yield &layer
    }
  }

  /// Changes the topmost layer of a kind, and removes it once it is over.
  ///
  /// - Returns: the effects of `change`; none without such a layer.
  mutating func update<Layer: FocusLayer>(
    _ kind: Layer.Type, _ change: (inout Layer) -> [Effect]
  ) -> [Effect] {
    guard var layer = self[kind] else { return [] }
    let effects = change(&layer)
    self[kind] = layer.isOver ? nil : layer
    return effects
  }

  /// Adds a layer on top, even over another one of its kind.
  mutating func push(_ layer: some FocusLayer) { layers.append(layer) }

  /// Adds a layer on top, and removes all others of its kind.
  mutating func replace<Layer: FocusLayer>(with layer: Layer) {
    removeAll(Layer.self)
    push(layer)
  }

  mutating func removeAll<Layer: FocusLayer>(_ kind: Layer.Type) {
    layers.removeAll { $0 is Layer }
  }

  static func == (one: FocusStack, other: FocusStack) -> Bool {
    one.layers.elementsEqual(other.layers) { $0.equals($1) }
  }
}
