import FireflyCore
import Foundation

/// Formats dates in ISO 8601, in GMT, with milliseconds.
enum ISODate {
  /// Returns a date as text, such as `2025-11-03T10:31:24Z`.
  static func text(_ date: Date) -> String {
    let time = Int64((date.timeIntervalSince1970 * 1000).rounded())
    let thousandths = ((time % 1000) + 1000) % 1000
    let whole = Date(timeIntervalSince1970: Double((time - thousandths) / 1000))
    let text = WireDate.iso(whole)
    guard thousandths != 0, text.hasSuffix("Z") else { return text }
    let digits = String(thousandths)
    return text.dropLast() + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
  }
}
