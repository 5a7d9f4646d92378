import CTerminal
import FireflyScreen

/// The colour pairs of ncurses, given out as they are needed and taken back from what is no longer
/// on the screen.
struct ColorPairs {
  /// Foreground and background of a cell, and whether the cell holds text that must stay legible.
  struct Use: Hashable {
    /// The colour of the character.
    var foreground: Color
    /// The colour behind it.
    var background: Color
    /// Whether it is text, not a part of a picture or an edge.
    var isText: Bool
  }

  /// How ncurses shows a request.
  struct Answer: Equatable {
    /// Number of the pair.
    var pair: Int32 = 0
    /// Attributes that stand in for colours, as `FireflyAttribute`.
    var attributes: UInt32 = 0
    /// Attributes that would spoil the colours, as `FireflyAttribute`.
    var unwanted: UInt32 = 0
  }

  /// The colours of a pair as ncurses has them: an index, 24 bits, or -1 for the terminal's own.
  struct Numbers: Hashable {
    /// Of the character.
    var foreground: Int32
    /// Behind it.
    var background: Int32
  }

  let depth: ScreenAbilities.ColorDepth
  private let palette: Palette?
  private let hasDefaults: Bool
  private let limit: Int32
  /// Sets a pair in ncurses.
  private let set: (Int32, Int32, Int32) -> Bool
  private var answers: [Use: Answer] = [:]
  private var pairs: [Numbers: Int32] = [:]
  /// The colours of each pair by its number; those of pair 0 are the terminal's own.
  private var colors = [Numbers(foreground: -1, background: -1)]
  private var free: [Int32] = []
  private var next: Int32 = 1

  /// Pairs for a terminal.
  ///
  /// - `limit`: pairs that can be had, pair 0 included.
  /// - `hasDefaults`: whether -1 stands for the terminal's own colours.
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

  /// Pairs that are given out.
  var count: Int { pairs.count }

  /// The pair for a cell's colours.
  ///
  /// If every pair is on the screen, the terminal's own colours.
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
    // Of few colours, many terminals show bold as bright: bold black would be grey.
    let isBlack = depth <= .sixteen && numbers.foreground == 0
    let answer = Answer(
      pair: pair, unwanted: isBlack ? UInt32(FireflyAttributeBold.rawValue) : 0)
    answers[use] = answer
    return answer
  }

  /// The colours of a pair; nil if there is none of that number.
  func colors(of pair: Int) -> Numbers? { colors.indices.contains(pair) ? colors[pair] : nil }

  /// Whether two pairs have one background.
  func haveSameBackground(_ one: Int32, _ other: Int32) -> Bool {
    guard let one = colors(of: Int(one)), let other = colors(of: Int(other)) else { return false }
    return one.background == other.background
  }

  /// Whether there may be too few pairs left for a frame of so many cells.
  func isShort(forFrameOf cells: Int) -> Bool {
    let left = free.count + Int(max(0, limit - next))
    let wanted = min(cells, Int(limit) / 2)
    return depth != .none && (left < wanted || answers.count > 2 * Int(limit))
  }

  /// Takes all pairs back but those on the screen.
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
    if Int(pair) == colors.count {
      colors.append(numbers)
    } else {
      colors[Int(pair)] = numbers
    }
    return pair
  }

  private func numbers(for use: Use) -> Numbers {
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

  /// Whether text was blended towards what is behind it: less than 7:1, where black on white is 21.
  private func isFaint(_ use: Use) -> Bool {
    guard use.isText, use.foreground != use.background else { return false }
    return use.foreground.contrast(with: use.background).map { $0 < 7 } ?? false
  }
}
