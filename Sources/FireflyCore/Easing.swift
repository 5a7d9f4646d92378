/// The timing curve of animations.
public enum Easing {
  /// Returns the progress at a point in time; both 0…1, clamped.
  ///
  /// Slow at both ends: the curve of SwiftUI's `easeInOut`, a cubic Bézier through (0.42, 0) and
  /// (0.58, 1).
  public static func easeInOut(_ time: Double) -> Double {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    // x(u) is monotone: find the curve's parameter for this time by bisection.
    var low = 0.0
    var high = 1.0
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if bezier(middle, 0.42, 0.58) < time { low = middle } else { high = middle }
    }
    return bezier((low + high) / 2, 0, 1)
  }

  private static func bezier(_ u: Double, _ first: Double, _ second: Double) -> Double {
    let rest = 1 - u
    return 3 * rest * rest * u * first + 3 * rest * u * u * second + u * u * u
  }
}

/// Interpolates linearly from `start` (at 0) to `end` (at 1); the seeds' name.
public func lerp(_ start: Double, _ end: Double, _ t: Double) -> Double {
  start + (end - start) * t
}
