import FireflyScreen

/// The question which of a post's links to open, and what has been typed of its number.
struct LinkChoice: Hashable, Sendable {
  /// The addresses, in the order of their numbers, which begin with 1.
  let links: [String]
  /// The number as far as it has been typed; 0 for nothing yet.
  private(set) var number = 0
  /// Whether it has been answered, or left.
  private(set) var isOver = false

  init(links: [String]) { self.links = links }

  /// What becomes of the wish to open a link: a single link is opened at once; of several the user chooses.
  ///
  /// - Parameter links: those of the body as it was laid out; nil if it wasn't yet.
  /// - Returns: the question, if there is one to ask, and what to do instead.
  static func begin(links: [String]?) -> (LinkChoice?, [Effect]) {
    guard let links else {
      return (nil, [.send(.noted("Open the post first (Enter).", inList: true))])
    }
    guard links.count <= 1 else { return (LinkChoice(links: links), []) }
    guard let address = links.first else {
      return (nil, [.send(.noted("This post has no links.", inList: true))])
    }
    return (nil, [.links(.open(address))])
  }

  /// Takes what happened.
  ///
  /// A link is opened at once where no other number begins like its own; the question stays until
  /// it is answered, for digits mean something else without it.
  mutating func reduce(_ action: LinksAction) -> [Effect] {
    switch action {
    case .pressed: return []
    case .digitTyped(let digit):
      add(digit)
      isOver = isUnambiguous
    case .erased:
      isOver = number == 0
      number /= 10
      return []
    case .accepted: isOver = true
    case .closed:
      isOver = true
      return []
    }
    return isOver ? chosen.map { [.links(.open($0))] } ?? [] : []
  }

  /// The address with the number typed so far.
  private var chosen: String? { links.indices.contains(number - 1) ? links[number - 1] : nil }

  /// Whether no further digit would make the number of another link.
  private var isUnambiguous: Bool { chosen != nil && number * 10 > links.count }

  /// Takes a digit, unless it would make a number that no link has.
  private mutating func add(_ digit: Int) {
    let longer = number * 10 + digit
    if links.indices.contains(longer - 1) { number = longer }
  }

  /// The question, in words for the user.
  var prompt: String {
    guard let chosen else { return "Which link? Press its number, 1 to \(links.count)." }
    return "Which link, 1 to \(links.count)? \(number)_ Enter opens \(chosen)"
  }
}

extension LinkChoice: FocusLayer {
  var keyContext: KeyContext { .links }

  /// Any key but a digit closes it.
  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? {
    let digit = key.typed.flatMap { $0.isASCII ? $0.wholeNumberValue : nil }
    return .links(digit.map { .digitTyped($0) } ?? .closed)
  }
}

extension FocusStack {
  /// The question which link to open; nil if there is none.
  var links: LinkChoice? {
    get { self[LinkChoice.self] }
    _modify { yield &self[LinkChoice.self] }
  }
}
