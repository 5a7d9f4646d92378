import Foundation

/// The two date formats of the API: HTTP (`Mon, 03 Nov 2025 10:31:24 GMT`) and ISO 8601.
///
/// Not Foundation's formatters, which are a hundred times slower: a feed of 10,000 posts has as
/// many dates.
public enum WireDate {
  /// Parses either format; nil if the text is not a date.
  public static func date(_ text: String) -> Date? {
    var scanner = Scanner(text.utf8)
    return text.utf8.first.map { (0x30...0x39).contains($0) } == true
      ? scanner.iso() : scanner.http()
  }

  /// Formats a date for HTTP, to the second, in GMT.
  public static func http(_ date: Date) -> String {
    let (days, year, month, day, time) = parts(date)
    let weekday = (days + 4).flooredDivision(by: 7).remainder
    return "\(weekdays[weekday]), \(pairs[day]) \(months[month - 1]) \(year) \(time) GMT"
  }

  /// Formats a date in ISO 8601, to the second, in GMT.
  public static func iso(_ date: Date) -> String {
    let (_, year, month, day, time) = parts(date)
    return "\(year)-\(pairs[month])-\(pairs[day])T\(time)Z"
  }

  private static func parts(
    _ date: Date
  ) -> (days: Int, year: String, month: Int, day: Int, time: String) {
    let seconds = Int(date.timeIntervalSince1970.rounded(.down))
    let (days, rest) = seconds.flooredDivision(by: 86_400)
    let (year, month, day) = civil(fromDays: days)
    let digits = (0...9999).contains(year) ? pairs[year / 100] + pairs[year % 100] : "\(year)"
    let time = "\(pairs[rest / 3600]):\(pairs[rest / 60 % 60]):\(pairs[rest % 60])"
    return (days, digits, month, day, time)
  }

  /// Formats the date of a card, `5 Nov 2025` or `5 Nov 2025 14:05`, in a time zone.
  public static func day(
    _ date: Date, hasTime: Bool = false, in time: LocalTime = .gmt
  ) -> String {
    var seconds = Int(date.timeIntervalSince1970.rounded(.down))
    seconds += time.offset(at: seconds)
    let (days, second) = seconds.flooredDivision(by: 86_400)
    let (year, month, day) = civil(fromDays: days)
    let clock = hasTime ? " \(pairs[second / 3_600]):\(pairs[second / 60 % 60])" : ""
    return "\(day) \(months[month - 1]) \(year)\(clock)"
  }

  /// Formats a recent time to the minute, `5 Nov 14:05`.
  ///
  /// - Parameters:
  ///   - seconds: seconds since 1970.
  ///   - time: the time zone.
  /// - Returns: the text.
  public static func minute(_ seconds: Int, in time: LocalTime = .gmt) -> String {
    let local = min(max(0, seconds), 253_402_300_799) + time.offset(at: seconds)
    let (days, second) = local.flooredDivision(by: 86_400)
    let (_, month, day) = civil(fromDays: days)
    let (hour, minute) = (second / 3_600, second / 60 % 60)
    return "\(day) \(months[month - 1]) \(pairs[hour]):\(pairs[minute])"
  }

  /// Two-digit numbers.
  private static let pairs = (0..<100).map { $0 < 10 ? "0\($0)" : "\($0)" }
  private static let months = CalendarNames.shortMonths
  private static let weekdays = CalendarNames.shortDays

  /// Returns the days since 1970-01-01 of a Gregorian date.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    // Years begin in March, so that the leap day is the last of its year.
    let shifted = month > 2 ? year : year - 1
    let (era, yearOfEra) = shifted.flooredDivision(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// Parses a date from left to right.
  private struct Scanner {
    var rest: Substring.UTF8View

    init(_ text: String.UTF8View) { rest = text[...] }

    mutating func iso() -> Date? {
      guard let year = number(4...4), skip(0x2D), let month = number(1...2), skip(0x2D),
        let day = number(1...2)
      else { return nil }
      guard skip(0x54) || skip(0x74) || skip(0x20) else {
        return rest.isEmpty ? date(year, month, day, 0, 0, 0) : nil
      }
      guard let (hour, minute, second) = time() else { return nil }
      var fraction = 0.0
      if skip(0x2E) || skip(0x2C) {
        var scale = 0.1
        while let digit = digit() {
          fraction += Double(digit) * scale
          scale /= 10
        }
      }
      let offset = zoneOffset()
      guard let offset else { return nil }
      return date(year, month, day, hour, minute, second)?
        .addingTimeInterval(fraction - Double(offset))
    }

    mutating func http() -> Date? {
      if let comma = rest.firstIndex(of: 0x2C) { rest = rest[rest.index(after: comma)...] }
      skipSpaces()
      guard let day = number(1...2), skipSpaces(), let month = month(), skipSpaces(),
        let year = number(4...4), skipSpaces(), let (hour, minute, second) = time()
      else { return nil }
      skipSpaces()
      let name = String(decoding: rest, as: UTF8.self).uppercased()
      let offset = ["GMT", "UTC", "UT"].contains(name) ? 0 : zoneOffset()
      return offset.flatMap { offset in
        date(year, month, day, hour, minute, second)?.addingTimeInterval(-Double(offset))
      }
    }

    private func date(
      _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int
    ) -> Date? {
      guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
      else { return nil }
      let days = WireDate.days(year: year, month: month, day: day)
      // 31 February becomes a day in March: not a valid date.
      guard WireDate.civil(fromDays: days) == (year, month, day) else { return nil }
      return Date(
        timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second))
    }

    private mutating func time() -> (Int, Int, Int)? {
      guard let hour = number(2...2), skip(0x3A), let minute = number(2...2) else { return nil }
      guard skip(0x3A) else { return (hour, minute, 0) }
      return number(2...2).map { (hour, minute, $0) }
    }

    /// Offset from GMT in seconds, eastwards; 0 without a zone.
    private mutating func zoneOffset() -> Int? {
      if rest.isEmpty || skip(0x5A) || skip(0x7A) { return 0 }
      let west = skip(0x2D)
      guard west || skip(0x2B), let hours = number(2...2) else { return nil }
      _ = skip(0x3A)
      let minutes = number(2...2) ?? 0
      guard rest.isEmpty, hours < 24, minutes < 60 else { return nil }
      return (west ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private mutating func month() -> Int? {
      guard rest.count >= 3 else { return nil }
      let name = String(decoding: rest.prefix(3), as: UTF8.self)
      rest = rest.dropFirst(3)
      return WireDate.months.firstIndex { $0.lowercased() == name.lowercased() }.map { $0 + 1 }
    }

    private mutating func digit() -> Int? {
      guard let byte = rest.first, (0x30...0x39).contains(byte) else { return nil }
      rest.removeFirst()
      return Int(byte - 0x30)
    }

    private mutating func number(_ digits: ClosedRange<Int>) -> Int? {
      var value = 0
      var count = 0
      while count < digits.upperBound, let digit = digit() {
        value = value * 10 + digit
        count += 1
      }
      return digits.contains(count) ? value : nil
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
      guard rest.first == byte else { return false }
      rest.removeFirst()
      return true
    }

    @discardableResult
    private mutating func skipSpaces() -> Bool {
      while skip(0x20) {}
      return true
    }
  }
}

extension Int {
  /// Quotient rounded down, and remainder in 0 ..< divisor.
  fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
