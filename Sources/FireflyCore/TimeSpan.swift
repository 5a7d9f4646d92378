/// Lengths of time as users read and write them.
public enum TimeSpan {
  /// Ten years: what is longer is a mistake.
  private static let longest = 3_650 * 86_400
  private static let units: [(letter: Character, name: String, seconds: Int)] = [
    ("w", "week", 604_800), ("d", "day", 86_400), ("h", "hour", 3_600), ("m", "minute", 60),
  ]

  /// Returns a time in words: `1 hour`, `7 days`, `90 minutes`.
  public static func words(_ seconds: Int) -> String {
    for unit in units.dropFirst() where seconds >= unit.seconds && seconds % unit.seconds == 0 {
      return Counted.words(seconds / unit.seconds, unit.name)
    }
    return Counted.words(seconds, "second")
  }

  /// Returns a time as it is typed: `7d`, `90m`; rounded up to minutes.
  public static func typed(_ seconds: Int) -> String {
    for unit in units.dropFirst() where seconds >= unit.seconds && seconds % unit.seconds == 0 {
      return "\(seconds / unit.seconds)\(unit.letter)"
    }
    return "\((seconds + 59) / 60)m"
  }

  /// Returns the seconds of a time such as `30m`, `12h`, `7d` or `2w`; nil for other text.
  public static func seconds(_ text: some StringProtocol) -> Int? {
    guard let unit = units.first(where: { $0.letter == text.last }),
      let count = Int(text.dropLast()), count > 0, count <= longest / unit.seconds
    else { return nil }
    return count * unit.seconds
  }
}
