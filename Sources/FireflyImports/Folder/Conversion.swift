import FireflyCore
import FireflyTransfer

/// The result of converting other programs' files.
package struct Conversion: Sendable {
  /// The posts.
  package var document = ImportDocument()
  /// The number of posts that stand for a folder of notes without a text of its own.
  package var folders = 0
  /// The number of placeholders for deleted posts.
  package var deleted = 0
  /// The number of replies with a missing parent, and of links to missing posts.
  package var unresolvedLinks = 0
  /// The names of the links to missing posts, as far as they have some: `note.md: target`.
  package var unresolved = Tally()
  /// The number of posts that the file names without their text.
  package var missing = 0
  /// The number of posts with a date that could not be read.
  package private(set) var unreadDates = 0
  /// The names of the first of them, cleaned.
  package private(set) var unreadDateNames: [String] = []
  /// The number of duplicate posts; the first one is used.
  package var copies = 0
  /// The number of posts left out because they are not public.
  package var skipped = 0
  /// What did not become part of a post.
  package var leftOut = Tally()
  /// What was guessed.
  package var guessed = Tally()
  /// A sentence for each file that could not be used completely.
  package var complaints: [String] = []

  /// Counts a post with a date that could not be read.
  mutating func addUnreadDate(of name: String?) {
    unreadDates += 1
    guard let name, !name.isEmpty, unreadDateNames.count < 1_000 else { return }
    unreadDateNames.append(ForeignText.cleanLine(name, limit: 200))
  }
}
