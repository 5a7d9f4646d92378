import FireflyCore

/// The topmost layer over the lists in words; what can be chosen has a number.
struct SpokenLayer: Equatable {
  /// Number of lines that are said at once.
  static let page = 20
  /// Number of lines of an outline that are said at once: of so few, each has enough words to be known by.
  static let outlinePage = 10
  /// Maximum number of words of a page of an outline.
  static let words = 120

  /// The line or paragraph where the user is.
  struct Part: Equatable {
    let index: Int
    let words: String
  }

  /// What is said when it opens, a line each.
  var lines: [String] = []
  /// What the numbers from 1 do.
  var choices: [Action] = []
  /// Where the user is; nil if there is no such place.
  var part: Part?
  /// Whether the part is one of the lines, so that both are not said at once.
  var linesHavePart = true

  /// Adds a line that a number chooses.
  mutating func add(_ words: String, _ action: Action, isSelected: Bool = false) {
    choices.append(action)
    lines.append("\(choices.count): \(words)")
    if isSelected { part = Part(index: choices.count - 1, words: "\(choices.count): \(words)") }
  }

  /// Whether it only says something, and is over then.
  var isMessage = false

  /// How to go on; said once, behind the first line.
  var hint = ""
  /// Where the user is; said when the layer opens, behind that.
  var place = ""

  /// What says where the user is, if all lines would be too much; a part that is one of them follows.
  var whereabouts: String?

  /// Where the user is.
  var placeLines: [String] {
    whereabouts.map { [$0] + (linesHavePart ? part.map { [$0.words] } ?? [] : []) } ?? whole
  }

  var whole: [String] {
    let first = lines.first.map { [$0 + hint + place] } ?? []
    return first + lines.dropFirst() + (linesHavePart ? [] : part.map { [$0.words] } ?? [])
  }

  /// Returns what is new since another one: all of it, or only where the user is since.
  func news(since old: SpokenLayer?) -> [String] {
    guard lines == old?.lines else {
      var new = self
      if hint == old?.hint { new.hint = "" }
      if old?.place.isEmpty == false { new.place = "" }
      return new.whole
    }
    return part == old?.part ? [] : part.map { [$0.words] } ?? []
  }
}

/// What a layer may read to say what it is.
struct SpokenContext {
  let canvas: Canvas
  let lists: ListsState
  /// Returns a post of the current list in sentences; nil if the list has no such post.
  let post: (Post.ID) -> PostSentences?
  /// Returns what all commands do.
  let commandLines: () -> [String]
}

extension Surroundings {
  /// Returns the topmost layer, if it is not an editor; nil for the lists.
  var spokenLayer: SpokenLayer? {
    focus.top?.spoken(
      in: SpokenContext(
        canvas: Canvas(context), lists: lists, post: { post($0) },
        commandLines: { commandLines(of: "all") ?? [] }))
  }
}
