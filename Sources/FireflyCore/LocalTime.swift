import Foundation

/// How far clocks are ahead of GMT, by the moment: a time zone as a plain value.
///
/// The C library knows the zone in every form that `TZ` may have, Foundation only by its name. It is asked
/// once, for all years that matter, so that what is drawn with this depends on nothing else.
public struct LocalTime: Hashable, Sendable {
  /// GMT itself.
  public static let gmt = LocalTime { _ in 0 }

  private struct Change: Hashable, Sendable {
    /// Seconds since 1970.
    let start: Int
    /// Seconds ahead of GMT from then on.
    let offset: Int
  }

  // From 1970 to 2070; before and after, clocks go as they do at the ends.
  private static let span = 0...3_155_760_000
  // Two weeks: once changed, clocks stay so for longer.
  private static let step = 14 * 86_400

  private var changes: [Change]

  /// The zone in which clocks are so many seconds ahead of GMT at a moment, in seconds since 1970.
  public init(offset: (Int) -> Int) {
    changes = [Change(start: Self.span.lowerBound, offset: offset(Self.span.lowerBound))]
    var before = Self.span.lowerBound
    for moment in stride(from: before + Self.step, through: Self.span.upperBound, by: Self.step) {
      let new = offset(moment)
      if new != changes.last?.offset {
        var (low, high) = (before, moment)
        while high - low > 1 {
          let middle = (low + high) / 2
          if offset(middle) == new { high = middle } else { low = middle }
        }
        changes.append(Change(start: high, offset: new))
      }
      before = moment
    }
  }

  /// The user's own zone: by `TZ`, else the system's.
  public static func ofUser() -> LocalTime {
    LocalTime { seconds in
      var time = time_t(seconds)
      var parts = tm()
      return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
    }
  }

  /// Seconds that clocks are ahead of GMT at a moment.
  public func offset(at seconds: Int) -> Int {
    var (low, high) = (0, changes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if changes[middle].start <= seconds { low = middle } else { high = middle }
    }
    return changes[low].offset
  }
}
