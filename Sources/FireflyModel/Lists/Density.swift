/// How much room a closed post takes in a list.
///
/// An open post looks the same in each.
package enum Density: String, CaseIterable, Codable, Hashable, Sendable {
  /// A card of `card-rows` rows.
  case cards
  /// Two rows: the title, and one line of details.
  case compact
  /// One row in columns.
  case lines

  /// The next one, in the order of the key.
  package var next: Density {
    switch self {
    case .cards: .compact
    case .compact: .lines
    case .lines: .cards
    }
  }

  /// Rows of a closed post; nil for as many as configured.
  package var rows: Int? {
    switch self {
    case .cards: nil
    case .compact: 2
    case .lines: 1
    }
  }
}
