import FireflyCore
import Foundation

/// Display names: a part of the e-mail distinguishes users with similar names.
enum DisplayName {
  /// Maximum number of users of one name whose e-mails are compared.
  ///
  /// Beyond it, new users are shown with their whole e-mail.
  static let compared = 100

  /// Returns a key that is equal for names that look alike: it ignores case, accents, width and
  /// extra spaces.
  static func key(_ name: String?, email: String) -> String {
    let name = ForeignText.cleanLine(name ?? "")
    return (name.isEmpty ? email : name).precomposedStringWithCompatibilityMapping
      .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns display names for users whose names look alike.
  /// - Parameter users: at most `compared` users.
  /// - Returns: a display name for each user; nil if the user's own name is enough.
  static func disambiguate(_ users: [(name: String, email: String)]) -> [String?] {
    let starts = users.map { $0.email.prefix { $0 != "@" }.lowercased() }
    let counts = Dictionary(starts.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(users, starts).map { user, start in
      users.count > 1 ? "\(user.name) (\(counts[start] == 1 ? start : user.email))" : nil
    }
  }
}
