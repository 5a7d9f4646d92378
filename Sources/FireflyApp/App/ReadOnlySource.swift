/// A service on the web that can only be read; saved searches on it are kept on this machine.
public struct ReadOnlySource: Hashable, Sendable {
  /// The name for sentences.
  public var name: String
  /// The two lists of the first tab, of which the second takes the place of the user's own posts.
  public var feeds: [String]

  /// Creates a source with two lists.
  public init(name: String, feeds: (first: String, second: String)) {
    self.name = name
    self.feeds = [feeds.first, feeds.second]
  }

  /// Why nothing can be written there.
  var refusal: String { "\(name) is read only here. You can only save searches." }

  /// The name of the list that is shown, or of the other one.
  func feed(isSecond: Bool) -> String { feeds[isSecond ? 1 : 0] }
}

extension ReadOnlySource {
  /// What a key does here, for the help; nil for one that does nothing.
  func help(of binding: Keymap.Binding) -> String? {
    switch binding.action {
    case .list(.audiencePressed): "\(feeds[0]), or \(feeds[1])"
    case .editor(.newPressed): "new search"
    case .editor(.editPressed): "edit your search"
    case .moving(.deletePressed): "delete your search; asks first"
    case .moving, .signIn(.pressed), .editor(.profilePressed), .editor(.replyPressed): nil
    default: binding.help
    }
  }
}
