/// The shortest way from one sequence to another by leaving elements out and putting others in.
///
/// By Eugene Myers' greedy search (1986).
enum ShortestWay {
  /// The pairs of elements that stay on it; nil if it has more steps than some.
  static func matches(
    _ old: ArraySlice<Int>, _ new: ArraySlice<Int>, steps: Int
  ) -> [SequenceMatch.Pair]? {
    // How far the furthest way gets in `old` on each diagonal, after each number of steps.
    var furthest = [Int](repeating: 0, count: 2 * steps + 3)
    let middle = steps + 1
    var history: [ArraySlice<Int>] = []
    for step in 0...steps {
      history.append(furthest[(middle - step - 1)...(middle + step + 1)])
      for diagonal in stride(from: -step, through: step, by: 2) {
        let isDown =
          diagonal == -step
          || diagonal != step
            && furthest[middle + diagonal - 1] < furthest[middle + diagonal + 1]
        var x = isDown ? furthest[middle + diagonal + 1] : furthest[middle + diagonal - 1] + 1
        while x < old.count, x - diagonal < new.count, x >= 0, x - diagonal >= 0,
          old[old.startIndex + x] == new[new.startIndex + x - diagonal]
        {
          x += 1
        }
        furthest[middle + diagonal] = x
        if x >= old.count, x - diagonal >= new.count {
          return pairs(back: history, middle, old, new)
        }
      }
    }
    return nil
  }

  /// Goes back on the way that was found.
  private static func pairs(
    back history: [ArraySlice<Int>], _ middle: Int, _ old: ArraySlice<Int>, _ new: ArraySlice<Int>
  ) -> [SequenceMatch.Pair] {
    var pairs: [SequenceMatch.Pair] = []
    var (x, y) = (old.count, new.count)
    for step in history.indices.reversed() {
      let furthest = history[step]
      let diagonal = x - y
      let isDown =
        diagonal == -step
        || diagonal != step && furthest[middle + diagonal - 1] < furthest[middle + diagonal + 1]
      let from = isDown ? diagonal + 1 : diagonal - 1
      // The way of no step begins at the beginning.
      let startX = step == 0 ? 0 : furthest[middle + from]
      let startY = step == 0 ? 0 : startX - from
      while x > startX, y > startY {
        (x, y) = (x - 1, y - 1)
        pairs.append(.init(old: old.startIndex + x, new: new.startIndex + y))
      }
      (x, y) = (startX, startY)
    }
    return pairs.reversed()
  }
}
