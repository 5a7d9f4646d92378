/// The possible completions of a path.
package struct PathCompletion: Hashable, Sendable {
  /// Maximum number of names.
  package static let maximumNames = 200

  /// The path so far.
  package var text: String
  /// The folder where a path begins that is not absolute, as it is shown; nil for others.
  package var start: String?
  /// The part of the path up to the last slash.
  package var folder: String
  /// The matching names; those of folders end with a slash.
  package var names: [String]
  /// Whether there are more names.
  package var hasMore: Bool
  /// Why there are none, as a sentence; nil if there are some.
  package var complaint: String?

  /// Creates a completion.
  package init(
    text: String, folder: String = "", names: [String] = [], hasMore: Bool = false,
    complaint: String? = nil
  ) {
    self.text = text
    self.folder = folder
    self.names = names
    self.hasMore = hasMore
    self.complaint = complaint
  }

  /// The common prefix of all names.
  package var commonBeginning: String {
    guard var common = names.first else { return "" }
    for name in names.dropFirst() { common = common.commonPrefix(with: name) }
    return common
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
