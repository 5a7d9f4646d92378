import FireflyCore
import Foundation

/// Names as they are shown: a part of the e-mail distinguishes users with similar names.
enum DisplayName {
  /// Users of one name whose e-mails are compared; of more, those that come are shown with the whole e-mail.
  static let compared = 100

  /// The same for names that look alike: in another case, with accents, other widths or more blanks.
  static func key(_ name: String?, email: String) -> String {
    let name = ForeignText.cleanLine(name ?? "")
    return (name.isEmpty ? email : name).precomposedStringWithCompatibilityMapping
      .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// How users whose names look alike are shown, `compared` at most; nil where the name does.
  static func disambiguate(_ users: [(name: String, email: String)]) -> [String?] {
    let starts = users.map { $0.email.prefix { $0 != "@" }.lowercased() }
    let counts = Dictionary(starts.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(users, starts).map { user, start in
      users.count > 1 ? "\(user.name) (\(counts[start] == 1 ? start : user.email))" : nil
    }
  }
}
