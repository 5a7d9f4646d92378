/// The English names of months and days of the week, as mails, feeds and notes write them in dates.
package enum CalendarNames {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  /// The first three letters of the months.
  package static let shortMonths = months.map { String($0.prefix(3)) }
  /// The first three letters of the days of the week, from Sunday.
  package static let shortDays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  /// The same of both in lower case.
  package static let beginnings = Set((shortMonths + shortDays).map { $0.lowercased() })
  private static let lowerMonths = months.map { $0.lowercased() }

  /// Returns the number of a month, from 1, of its name or the first letters of it in lower case; nil for
  /// other words.
  package static func month(_ word: some StringProtocol) -> Int? {
    word.isEmpty ? nil : lowerMonths.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
  }
}
