import CTerminal
import FireflyScreen

/// Allocates ncurses' colour pairs on demand, and frees those no longer on the screen.
struct ColorPairs {
  /// The colours of a cell, and whether the cell contains text that must stay legible.
  struct Use: Hashable {
    /// The colour of the character.
    var foreground: Color
    /// The background colour.
    var background: Color
    /// Whether it is text, not part of a picture or a border.
    var isText: Bool
  }

  /// How to show the colours with ncurses.
  struct Answer: Equatable {
    /// Number of the pair.
    var pair: Int32 = 0
    /// Attributes that replace colours, as `FireflyAttribute`.
    var attributes: UInt32 = 0
    /// Attributes that would distort the colours, as `FireflyAttribute`.
    var unwanted: UInt32 = 0
  }

  /// The colours of a pair in ncurses: a palette index, 24 bits, or -1 for the terminal's default.
  struct Numbers: Hashable {
    var foreground: Int32
    var background: Int32
  }

  let depth: ScreenAbilities.ColorDepth
  private let palette: Palette?
  private let hasDefaults: Bool
  private let limit: Int32
  /// Defines a pair in ncurses.
  private let set: (Int32, Int32, Int32) -> Bool
  private var answers: [Use: Answer] = [:]
  private var pairs: [Numbers: Int32] = [:]
  private var free: [Int32] = []
  private var next: Int32 = 1

  /// Creates the pairs of a terminal.
  ///
  /// - Parameters:
  ///   - depth: the number of colours.
  ///   - limit: maximum number of pairs, including pair 0.
  ///   - hasDefaults: whether -1 means the terminal's default colour.
  ///   - set: defines a pair in ncurses.
  init(
    depth: ScreenAbilities.ColorDepth, limit: Int, hasDefaults: Bool,
    set: @escaping (Int32, Int32, Int32) -> Bool
  ) {
    self.depth = depth
    palette = Palette.of(depth)
    self.limit = Int32(clamping: min(limit, 0x1_0000))
    self.hasDefaults = hasDefaults
    self.set = set
  }

  /// Number of allocated pairs.
  var count: Int { pairs.count }

  /// Returns the pair for a cell's colours, allocating it if necessary.
  ///
  /// Returns the terminal's default colours if all pairs are in use.
  mutating func answer(to use: Use) -> Answer {
    if let answer = answers[use] { return answer }
    if depth == .none {
      let answer = Answer(attributes: isFaint(use) ? UInt32(FireflyAttributeDim.rawValue) : 0)
      if answers.count > 0x4000 { answers.removeAll(keepingCapacity: true) }
      answers[use] = answer
      return answer
    }
    let numbers = numbers(for: use)
    guard let pair = pairs[numbers] ?? add(numbers) else { return Answer() }
    // With few colours, many terminals show bold as bright: bold black would be grey.
    let isBlack = depth <= .sixteen && numbers.foreground == 0
    let answer = Answer(
      pair: pair, unwanted: isBlack ? UInt32(FireflyAttributeBold.rawValue) : 0)
    answers[use] = answer
    return answer
  }

  /// Whether too few pairs may be left for a frame with this many cells.
  func isShort(forFrameOf cells: Int) -> Bool {
    let left = free.count + Int(max(0, limit - next))
    let wanted = min(cells, Int(limit) / 2)
    return depth != .none && (left < wanted || answers.count > 2 * Int(limit))
  }

  /// Frees all pairs except those on the screen.
  mutating func makeRoom(keeping used: Set<Int32>) {
    answers.removeAll(keepingCapacity: true)
    pairs = pairs.filter { used.contains($0.value) }
    free = (1..<next).filter { !used.contains($0) }
  }

  private mutating func add(_ numbers: Numbers) -> Int32? {
    if numbers == Numbers(foreground: -1, background: -1) { return 0 }
    let pair: Int32
    if let last = free.popLast() {
      pair = last
    } else if next < limit {
      pair = next
      next += 1
    } else {
      return nil
    }
    guard set(pair, numbers.foreground, numbers.background) else { return nil }
    pairs[numbers] = pair
    return pair
  }

  /// Returns the colours of a cell as the terminal can show them.
  func numbers(for use: Use) -> Numbers {
    func direct(_ color: Color, otherwise index: Int32) -> Int32 {
      color.hex.map { Int32($0) } ?? (hasDefaults ? -1 : index)
    }
    guard let palette else {
      return Numbers(
        foreground: direct(use.foreground, otherwise: 0xFFFFFF),
        background: direct(use.background, otherwise: 0))
    }
    switch (use.foreground.isRGB, use.background.isRGB) {
    case (true, true):
      let pair = palette.pair(
        use.foreground, on: use.background, isText: use.isText)
      return Numbers(foreground: Int32(pair.foreground), background: Int32(pair.background))
    case (let isForeground, let isBackground):
      return Numbers(
        foreground: isForeground
          ? Int32(palette.nearest(to: use.foreground)) : hasDefaults ? -1 : 7,
        background: isBackground
          ? Int32(palette.nearest(to: use.background)) : hasDefaults ? -1 : 0)
    }
  }

  /// Whether text was blended towards its background: a contrast below 7:1; black on white is 21:1.
  private func isFaint(_ use: Use) -> Bool {
    guard use.isText, use.foreground != use.background else { return false }
    return use.foreground.contrast(with: use.background).map { $0 < 7 } ?? false
  }
}
