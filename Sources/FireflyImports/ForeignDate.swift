import FireflyCore
import Foundation

/// The dates that people and old programs write: those of RFC 822, of `asctime`, and of notes.
enum ForeignDate {
  /// Maximum bytes of a date.
  private static let maxBytes = 100
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  /// Zones with their hours (RFC 5322); others count as GMT.
  private static let zones = [
    "est": "-05", "edt": "-04", "cst": "-06", "cdt": "-05", "mst": "-07", "mdt": "-06",
    "pst": "-08", "pdt": "-07", "cet": "+01", "cest": "+02", "eet": "+02", "eest": "+03",
    "msk": "+03", "jst": "+09",
  ]

  /// Parses a date; nil if the text is none, or has its month and day in an unknown order.
  static func date(_ text: String) -> Date? {
    if let date = WireDate.date(text) { return date }
    guard text.utf8.count <= maxBytes else { return nil }
    var day = text.lowercased().replacing("\"", with: " ")
    var time = ""
    if let match = day.firstMatch(
      of:
        #/
        [t\s]\s*(\d\d?):(\d\d)(:\d\d)?(?:[.,]\d+)?
        (?:\s*([ap])m\b)?\s*([+-]\d\d(?::?\d\d)?|[a-z]+)?
        /#)
    {
      guard var hour = Int(match.1) else { return nil }
      if let half = match.4 { hour = hour % 12 + (half == "p" ? 12 : 0) }
      let zone = match.5.map { $0.first?.isLetter == true ? zones[String($0)] ?? "Z" : String($0) }
      time = "T\(hour < 10 ? "0" : "")\(hour):\(match.2)\(match.3 ?? "")\(zone ?? "")"
      day.replaceSubrange(match.range, with: " ")
    }
    return iso(day.trimmingCharacters(in: .whitespaces)).flatMap { WireDate.date($0 + time) }
  }

  /// Returns a day as `2024-01-05`.
  private static func iso(_ day: String) -> String? {
    if let match = day.wholeMatch(of: /(\d{4})([-\/.]?)(\d\d?)\2(\d\d?)/),
      !match.2.isEmpty || day.utf8.count == 8
    {
      return "\(match.1)-\(match.3)-\(match.4)"
    }
    if let match = day.wholeMatch(of: /(\d\d?)\.\s*(\d\d?)\.\s*(\d{4})/) {
      return "\(match.3)-\(match.2)-\(match.1)"
    }
    if let match = day.wholeMatch(
      of: /(?:[a-z]+\.?,?\s*)?(\d\d?)(?:st|nd|rd|th|\.)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{2,4})/)
    {
      return named(year: match.3, month: match.2, day: match.1)
    }
    if let match = day.wholeMatch(
      of: /(?:[a-z]+\.?,?\s+)?([a-z]{3,9})\.?\s+(\d\d?)(?:st|nd|rd|th)?,?\s+(\d{4})/)
    {
      return named(year: match.3, month: match.1, day: match.2)
    }
    return nil
  }

  private static func named(year: Substring, month: Substring, day: Substring) -> String? {
    guard let month = months.firstIndex(where: { $0.hasPrefix(month) }), var number = Int(year)
    else { return nil }
    // Years of two and three digits (RFC 5322).
    if year.count < 4 { number += number < 50 && year.count == 2 ? 2_000 : 1_900 }
    return "\(number)-\(month + 1)-\(day)"
  }
}
