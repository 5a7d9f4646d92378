/// A web service that can only be read; saved searches are stored on this machine.
public struct ReadOnlySource: Hashable, Sendable {
  /// The display name.
  let name: String
  /// Whether it can be searched.
  let hasSearch: Bool
  /// Whether its users are feeds.
  let isOfFeeds: Bool
  /// The names of its two lists in the posts tab; the second replaces the user's own posts.
  private let feeds: [String]

  /// Creates a source with two lists.
  public init(
    name: String, feeds: (first: String, second: String), hasSearch: Bool = true,
    isOfFeeds: Bool = false
  ) {
    (self.name, self.hasSearch, self.isOfFeeds) = (name, hasSearch, isOfFeeds)
    self.feeds = [feeds.first, feeds.second]
  }

  /// The sentence that refuses to write.
  var refusal: String {
    "\(isOfFeeds ? "A feed" : name) is read only here"
      + (hasSearch ? ". You can only save searches." : " and has no search that programs can use.")
  }

  /// The name of its users in the third tab.
  var people: String { isOfFeeds ? "feeds" : "authors of loaded posts" }

  /// Returns what to do while it can't be reached.
  func offlineAdvice(_ canvas: Canvas) -> [String] {
    let way = canvas.keyHint("quit", "quits")
    return ["Are you online?"]
      + (way.map { ["Your own posts: \($0), then run firefly."] } ?? [])
  }

  /// Returns the name of its first or second list.
  func feed(isSecond: Bool) -> String { feeds[isSecond ? 1 : 0] }

  /// Returns the help text of a binding; nil if it does nothing in a source.
  func help(of binding: Keymap.Binding) -> String? {
    switch binding.action {
    case .list(.audiencePressed): "\(feeds[0]), or \(feeds[1])"
    case .editor(.newPressed): hasSearch ? "new search" : nil
    case .list(.copyPressed): "copy the story's link, or the post's text"
    case .links(.pressed): "open the story's link, or a link of the text"
    case .editor(.editPressed): "edit your search"
    case .moving(.deletePressed): "delete your search; asks first"
    case .moving, .signIn(.pressed), .editor(.profilePressed), .editor(.replyPressed): nil
    default: binding.help
    }
  }
}
