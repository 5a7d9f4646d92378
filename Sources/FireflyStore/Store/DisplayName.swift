import FireflyCore
import Foundation

/// Display names: users without a name are shown by the part of the e-mail before the @, and a part of
/// the e-mail distinguishes users with similar names.
enum DisplayName {
  /// Maximum number of users of one name whose e-mails are compared.
  ///
  /// Beyond it, new users are shown with their whole e-mail.
  static let compared = 100

  /// Returns a key that is equal for names that look alike: it ignores case, accents, width, extra
  /// spaces, and the domain of an e-mail.
  static func key(_ name: String?, email: String) -> String {
    let name = ForeignText.cleanLine(name ?? "")
    let start = User.shortName(of: name.isEmpty ? email : name)
    return (start.isEmpty ? name : start).precomposedStringWithCompatibilityMapping
      .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns display names for users whose names look alike.
  /// - Parameter users: at most `compared` users; those without a name have an empty one.
  /// - Returns: a display name for each user; nil if the user's own name is enough.
  static func disambiguate(_ users: [(name: String, email: String)]) -> [String?] {
    let starts = users.map { User.shortName(of: $0.email) }
    let counts = Dictionary(starts.map { ($0.lowercased(), 1) }, uniquingKeysWith: +)
    return zip(users, starts).map { user, start in
      if user.name.isEmpty {
        return users.count > 1 ? "\(start) (\(domain(of: user.email, among: users)))" : start
      }
      guard users.count > 1 else { return nil }
      return "\(user.name) (\(counts[start.lowercased()] == 1 ? start.lowercased() : user.email))"
    }
  }

  /// Returns the shortest beginning of an e-mail's domain that no other one has.
  private static func domain(
    of email: String, among users: [(name: String, email: String)]
  ) -> String {
    func domain(_ email: String) -> String {
      String(email.lowercased().drop { $0 != "@" }.dropFirst())
    }
    let own = domain(email)
    let others = users.filter { $0.email != email && $0.name.isEmpty }.map { domain($0.email) }
    let length = (1...max(1, own.count)).first { length in
      !others.contains { $0.hasPrefix(own.prefix(length)) }
    }
    return String(own.prefix(length ?? own.count))
  }
}
