import FireflyCore
import Foundation

/// Dates of feeds: those of RFC 822 and ISO 8601, and what feeds have instead.
package enum FeedDate {
  /// Names of months in other languages, which begin so, with the English ones.
  private static let months: [(beginning: String, english: String)] = [
    ("januar", "jan"), ("janv", "jan"), ("ene", "jan"), ("gen", "jan"), ("ιαν", "jan"),
    ("янв", "jan"), ("févr", "feb"), ("fév", "feb"), ("fev", "feb"), ("φεβ", "feb"), ("фев", "feb"),
    ("märz", "mar"), ("mär", "mar"), ("mrz", "mar"), ("mars", "mar"), ("mrt", "mar"),
    ("maart", "mar"), ("márc", "mar"), ("μάρ", "mar"), ("мар", "mar"), ("avr", "apr"),
    ("abr", "apr"), ("ápr", "apr"), ("απρ", "apr"), ("апр", "apr"), ("mai", "may"), ("mei", "may"),
    ("mag", "may"), ("máj", "may"), ("μάι", "may"), ("μαι", "may"), ("мая", "may"), ("май", "may"),
    ("juin", "jun"), ("giu", "jun"), ("jún", "jun"), ("ιούν", "jun"), ("июн", "jun"),
    ("juil", "jul"), ("lug", "jul"), ("júl", "jul"), ("ιούλ", "jul"), ("июл", "jul"),
    ("août", "aug"), ("aou", "aug"), ("ago", "aug"), ("αύγ", "aug"), ("авг", "aug"),
    ("set", "sep"), ("σεπ", "sep"), ("сен", "sep"), ("okt", "oct"), ("ott", "oct"), ("out", "oct"),
    ("οκτ", "oct"), ("окт", "oct"), ("νοέ", "nov"), ("ноя", "nov"), ("dez", "dec"), ("déc", "dec"),
    ("dic", "dec"), ("δεκ", "dec"), ("дек", "dec"),
  ]

  /// Parses a date; nil if the text is none.
  package static func date(_ text: String) -> Date? {
    guard text.utf8.count <= 100, !text.isEmpty else { return nil }
    if let date = ForeignDate.date(text) { return date }
    if let date = digits(text) ?? midnight(text) { return date }
    if let date = slashed(text) { return date }
    let english = translated(text.lowercased())
    return ForeignDate.date(english) ?? afterWeekday(english).flatMap(ForeignDate.date)
  }

  /// Returns the date of digits alone: `20040708235658`, `2003335`, `2003-335`.
  ///
  /// Also of `20040708T235658Z`.
  private static func digits(_ text: String) -> Date? {
    var text = text
    if text.utf8.count >= 15, text.dropFirst(8).first == "T" {
      text = text.replacing("T", with: "").replacing("Z", with: "")
    }
    let digits = text.filter { $0 != "-" }
    guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "-" }) else { return nil }
    func part(_ start: Int, _ count: Int) -> String {
      String(digits.dropFirst(start).prefix(count))
    }
    switch digits.count {
    case 14:
      let day = "\(part(0, 4))-\(part(4, 2))-\(part(6, 2))"
      return WireDate.date("\(day)T\(part(8, 2)):\(part(10, 2)):\(part(12, 2))Z")
    case 7:
      guard let day = Int(part(4, 3)), (1...366).contains(day) else { return nil }
      return WireDate.date("\(part(0, 4))-01-01T12:00:00Z")?
        .addingTimeInterval(Double(day - 1) * 86_400)
    case 6 where text.count == 7: return ForeignDate.date("\(text)-01")
    case 4:
      return (1_900...2_200).contains(Int(digits) ?? 0) ? ForeignDate.date("\(text)-01-01") : nil
    default: return nil
    }
  }

  /// Returns the date of `24/11/2026` or `11/24/2026`, if only one of both orders is a date.
  private static func slashed(_ text: String) -> Date? {
    let parts = text.split(separator: " ", maxSplits: 1)
    let numbers = (parts.first ?? "").split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 3, numbers[2] >= 1_000, (numbers[0] > 12) != (numbers[1] > 12) else {
      return nil
    }
    let (day, month) = numbers[0] > 12 ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
    let time = parts.count > 1 ? " \(parts[1])" : ""
    return ForeignDate.date("\(day).\(month).\(numbers[2])\(time)")
  }

  /// Returns the date of a text with the hour 24.
  private static func midnight(_ text: String) -> Date? {
    guard text.contains("24:00") else { return nil }
    return ForeignDate.date(text.replacing("24:00", with: "00:00"))?.addingTimeInterval(86_400)
  }

  /// Returns a text with English months, and with signs instead of those of Korean dates.
  private static func translated(_ text: String) -> String {
    let text = text.replacing("년", with: "-").replacing("월", with: "-").replacing("일", with: "")
      .replacing("- ", with: "-")
    var words: [String] = []
    for word in text.split(whereSeparator: { " ,.-".contains($0) && $0 != "-" }) {
      let parts = word.split(separator: "-", omittingEmptySubsequences: false).map { part in
        // The day of a Hungarian date goes on with the time.
        months.first { part.hasPrefix($0.beginning) }?.english ?? String(part)
      }
      words.append(parts.joined(separator: "-"))
    }
    let line = words.joined(separator: " ")
    // 2004-jul-13t9:15: the month as a number.
    let parts = line.split(separator: "-", maxSplits: 2)
    guard parts.count == 3, line.first?.isNumber == true, let month = CalendarNames.month(parts[1])
    else { return line }
    return "\(parts[0])-\(month)-\(parts[2])".replacing("t9:", with: "t09:")
  }

  /// Returns what follows the first word, such as a weekday in another language.
  private static func afterWeekday(_ text: String) -> String? {
    guard let space = text.firstIndex(of: " "), text.first?.isNumber == false else { return nil }
    return String(text[text.index(after: space)...])
  }
}
