import FireflyCore
import Foundation

/// The dates that people and old programs write: those of RFC 822, of `asctime`, and of notes.
package enum ForeignDate {
  /// Maximum bytes of a date.
  private static let maxBytes = 100
  /// Zones with their hours (RFC 5322); others count as GMT.
  private static let zones = [
    "est": "-05", "edt": "-04", "cst": "-06", "cdt": "-05", "mst": "-07", "mdt": "-06",
    "pst": "-08", "pdt": "-07", "cet": "+01", "cest": "+02", "eet": "+02", "eest": "+03",
    "met": "+01", "mest": "+02", "mez": "+01", "mesz": "+02", "wet": "+00", "west": "+01",
    "bst": "+01", "ist": "+05:30", "msk": "+03", "msd": "+04", "sgt": "+08", "hkt": "+08",
    "jst": "+09", "kst": "+09", "aest": "+10", "aedt": "+11", "nzst": "+12", "nzdt": "+13",
    "akst": "-09", "akdt": "-08", "hst": "-10", "ast": "-04", "adt": "-03", "nst": "-03:30",
    "brt": "-03", "art": "-03", "sast": "+02",
  ]

  // Made once: making an expression takes longer than matching it.
  nonisolated(unsafe) private static let time =
    #/
    [t\s]\s*(\d\d?):(\d\d)(:\d\d)?(?:[.,]\d+)?
    (?:\s*([ap])m\b)?\s*((?:utc|gmt)?[+-]\d\d?(?::?\d\d)?|[a-z]+)?
    /#
  nonisolated(unsafe) private static let numbers = /(\d{4})([-\/.]?)(\d\d?)\2(\d\d?)/
  nonisolated(unsafe) private static let dotted = /(\d\d?)\.\s*(\d\d?)\.\s*(\d{4})/
  nonisolated(unsafe) private static let dayFirst =
    /(?:[a-z]+\.?,?\s*)?(\d\d?)(?:st|nd|rd|th|\.)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{2,4})/
  nonisolated(unsafe) private static let monthFirst =
    /(?:[a-z]+\.?,?\s+)?([a-z]{3,9})\.?\s+(\d\d?)(?:st|nd|rd|th)?,?\s+(\d{4})/

  /// Parses a date; nil if the text is none, or has its month and day in an unknown order.
  package static func date(_ text: String) -> Date? {
    guard text.utf8.count <= maxBytes else { return nil }
    if let date = WireDate.date(text) { return isDay(text) ? noon(date) : date }
    if let date = minute(ofDigits: text) { return date }
    if let number = Int(text), let date = date(number) { return date }
    var day = text.lowercased().replacing("\"", with: " ")
    var time = ""
    if let match = day.firstMatch(of: Self.time) {
      guard var hour = Int(match.1) else { return nil }
      if let half = match.4 { hour = hour % 12 + (half == "p" ? 12 : 0) }
      time = "T\(hour < 10 ? "0" : "")\(hour):\(match.2)\(match.3 ?? "")"
      time += match.5.map(zone) ?? ""
      day.replaceSubrange(match.range, with: " ")
    }
    day = day.trimmingCharacters(in: blanks)
    // The time may begin with the t of `at`.
    if day.hasSuffix(" a") { day = day.dropLast(2).trimmingCharacters(in: blanks) }
    return iso(day).flatMap { WireDate.date($0 + time) }
      .map { time.isEmpty ? noon($0) : $0 }
  }

  /// What may stand between a day and a time.
  private static let blanks = CharacterSet(charactersIn: " \t\n,")

  /// Returns the day at the start of a file's name: `2024-05-01 note`, `2024_05_01`, `2024.05.01`,
  /// `20240501 note`; or the minute: `202405011432 note`.
  package static func day(ofName name: String) -> Date? {
    let number = name.prefix { $0.isASCII && $0.isNumber }
    if number.count >= 8 {
      // Names of letters and digits only are no dates.
      if name[number.endIndex...].first?.isLetter == true { return nil }
      guard number.count == 8 else { return minute(ofDigits: number) }
      return isYear(number) ? iso(String(number)).flatMap { WireDate.date($0) }.map(noon) : nil
    }
    let digits = name.prefix(10)
    guard digits.count == 10, let sign = digits.dropFirst(4).first, "-_.".contains(sign),
      digits.dropFirst(7).first == sign, name.dropFirst(10).first?.isNumber != true
    else { return nil }
    return WireDate.date(digits.map { $0 == sign ? "-" : String($0) }.joined()).map(noon)
  }

  /// Returns the date of `202405011432` or `20240501143210`.
  private static func minute(ofDigits text: some StringProtocol) -> Date? {
    let digits = Array(text)
    guard [12, 14].contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      isYear(text)
    else { return nil }
    let parts =
      [String(digits[..<4])]
      + stride(from: 4, to: digits.count, by: 2).map {
        String(digits[$0..<($0 + 2)])
      }
    return WireDate.date(
      parts[..<3].joined(separator: "-") + "T" + parts[3...].joined(separator: ":") + "Z")
  }

  /// Whether a number begins with a year in which notes were written, unlike the numbers of other things.
  private static func isYear(_ number: some StringProtocol) -> Bool {
    Int(number.prefix(4)).map((1_900...2_099).contains) == true
  }

  /// Noon in Greenwich is the same day in nearly all time zones.
  private static func noon(_ date: Date) -> Date { date.addingTimeInterval(12 * 3_600) }

  private static func isDay(_ text: String) -> Bool { text.utf8.count <= 10 }

  /// Returns the date of seconds or milliseconds since 1970; nil for other numbers.
  private static func date(_ number: Int) -> Date? {
    switch number {
    case 100_000_000...9_999_999_999: Date(timeIntervalSince1970: Double(number))
    case 100_000_000_000...9_999_999_999_999: Date(timeIntervalSince1970: Double(number) / 1_000)
    default: nil
    }
  }

  /// Returns a zone as `+02:00`: of `mest`, `utc+2`, `+0200`.
  private static func zone(_ text: Substring) -> String {
    let sign = text.firstIndex { "+-".contains($0) }
    guard let sign else { return zones[String(text)] ?? "Z" }
    let digits = text[sign...].filter(\.isNumber)
    let hours = digits.count % 2 == 0 ? digits.prefix(2) : "0" + digits.prefix(1)
    let minutes = digits.count > 2 ? digits.suffix(2) : "00"
    return "\(text[sign])\(hours):\(minutes)"
  }

  /// Returns a day as `2024-01-05`.
  private static func iso(_ day: String) -> String? {
    if let match = day.wholeMatch(of: numbers), !match.2.isEmpty || day.utf8.count == 8 {
      return "\(match.1)-\(match.3)-\(match.4)"
    }
    if let match = day.wholeMatch(of: dotted) { return "\(match.3)-\(match.2)-\(match.1)" }
    if let match = day.wholeMatch(of: dayFirst) {
      return named(year: match.3, month: match.2, day: match.1)
    }
    if let match = day.wholeMatch(of: monthFirst) {
      return named(year: match.3, month: match.1, day: match.2)
    }
    return nil
  }

  private static func named(year: Substring, month: Substring, day: Substring) -> String? {
    guard let month = CalendarNames.month(month), var number = Int(year)
    else { return nil }
    // Years of two and three digits (RFC 5322).
    if year.count < 4 { number += number < 50 && year.count == 2 ? 2_000 : 1_900 }
    return "\(number)-\(month)-\(day)"
  }
}
