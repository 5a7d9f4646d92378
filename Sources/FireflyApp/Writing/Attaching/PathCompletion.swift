/// How a path that is being typed can go on.
public struct PathCompletion: Hashable, Sendable {
  /// Names that are given at most.
  public static let maximumNames = 200

  /// The path as far as it is typed.
  public var text: String
  /// Its beginning up to the last slash, as it is typed.
  public var folder: String
  /// The names that go on with it there, as they are shown: folders end with a slash.
  public var names: [String]
  /// Whether there are more of them.
  public var hasMore: Bool
  /// Why there are none, as a sentence; nil if there are some.
  public var complaint: String?

  /// A completion.
  public init(
    text: String, folder: String = "", names: [String] = [], hasMore: Bool = false,
    complaint: String? = nil
  ) {
    self.text = text
    self.folder = folder
    self.names = names
    self.hasMore = hasMore
    self.complaint = complaint
  }

  /// What all names begin with.
  var commonBeginning: String {
    guard var common = names.first else { return "" }
    for name in names.dropFirst() { common = common.commonPrefix(with: name) }
    return common
  }
}

extension String {
  /// The characters that both begin with.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
