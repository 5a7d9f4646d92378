import Foundation

/// The offsets of a time zone from GMT, as a plain value.
///
/// The C library supports every form of `TZ`, Foundation only names. The offsets are queried once,
/// for all relevant years, so that drawing doesn't depend on global state.
public struct LocalTime: Hashable, Sendable {
  /// GMT.
  public static let gmt = LocalTime { _ in 0 }

  private struct Change: Hashable, Sendable {
    /// Seconds since 1970.
    let start: Int
    /// Offset from GMT in seconds, from then on.
    let offset: Int
  }

  // From 1970 to 2070; times outside use the first or last offset.
  private static let span = 0...3_155_760_000
  // Two weeks: the offset never changes more often.
  private static let step = 14 * 86_400

  private var changes: [Change]

  /// Creates a time zone from a function that returns its offset in seconds at a time, in seconds
  /// since 1970.
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

  private init(always offset: Int) { changes = [Change(start: 0, offset: offset)] }

  /// Returns the user's time zone: from `TZ`, else the system's.
  public static func ofUser() -> LocalTime { LocalTime(offset: userOffset) }

  /// Returns the user's time zone as it is at one time: for a single date, where all years would cost too much.
  public static func ofUser(at date: Date) -> LocalTime {
    LocalTime(always: userOffset(at: Int(date.timeIntervalSince1970.rounded(.down))))
  }

  private static func userOffset(at seconds: Int) -> Int {
    var time = time_t(seconds)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
  }

  /// Returns the offset from GMT in seconds at a time.
  public func offset(at seconds: Int) -> Int {
    var (low, high) = (0, changes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if changes[middle].start <= seconds { low = middle } else { high = middle }
    }
    return changes[low].offset
  }
}
