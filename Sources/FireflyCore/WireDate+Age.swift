import Foundation

extension WireDate {
  /// Formats the age of a post for lists and threads: `now`, `5 min`, `3 h`, `2 d` or `4 y`; at most
  /// six characters for 1,000 years.
  ///
  /// - Parameters:
  ///   - date: the date; one in the future, such as by another clock, counts as now.
  ///   - now: the time, in seconds since 1970.
  /// - Returns: the age, rounded down.
  public static func age(_ date: Date, at now: Double) -> String {
    // Bounded, because dates are foreign.
    let seconds = Int(min(max(0, now - date.timeIntervalSince1970), 1e15))
    let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400)
    if minutes == 0 { return "now" }
    if hours == 0 { return "\(minutes) min" }
    if days == 0 { return "\(hours) h" }
    return days < 365 ? "\(days) d" : "\(min(9_999, days / 365)) y"
  }
}
