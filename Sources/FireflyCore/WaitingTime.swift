/// How long to wait, in words.
public enum WaitingTime {
  /// Returns a time in words, rounded up.
  ///
  /// - Parameter seconds: the time; at least a second.
  /// - Returns: words such as `a second`, `90 seconds`, `2 minutes` or `3 hours`.
  public static func words(_ seconds: Int) -> String {
    switch seconds {
    case ...1: "a second"
    case ..<120: "\(seconds) seconds"
    case ...7_200: "\((seconds + 59) / 60) minutes"
    default: "\((seconds + 3_599) / 3_600) hours"
    }
  }
}
