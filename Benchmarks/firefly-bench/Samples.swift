/// Numbers measured one after another, and what is said of them.
struct Samples: ExpressibleByArrayLiteral {
  /// The numbers, in the order they were measured.
  private(set) var values: [Double]

  init(_ values: [Double] = []) {
    self.values = values
  }

  init(arrayLiteral elements: Double...) {
    self.init(elements)
  }

  /// Adds one.
  mutating func append(_ value: Double) {
    values.append(value)
  }

  /// Adds many.
  mutating func append(contentsOf more: Samples) {
    values += more.values
  }

  /// The middle one, or the mean of the two in the middle; nil if there are none.
  var median: Double? {
    let sorted = values.sorted()
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return nil }
    return sorted.count % 2 == 1 ? upper : (sorted[sorted.count / 2 - 1] + upper) / 2
  }

  /// The value that so many per cent of the others are not above, by the nearest rank.
  ///
  /// - Parameter percent: 0…100; clamped.
  /// - Returns: nil if there are none.
  func percentile(_ percent: Double) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    let share = min(max(percent, 0), 100) / 100
    let rank = Int((share * Double(sorted.count)).rounded(.up))
    return sorted[max(rank, 1) - 1]
  }

  /// The largest.
  var maximum: Double? { values.max() }
}

extension Duration {
  /// This in milliseconds, with its fraction.
  var milliseconds: Double { self / .milliseconds(1) }
  /// This in whole seconds, one at least.
  var seconds: Int { max(1, Int(components.seconds)) }
}
