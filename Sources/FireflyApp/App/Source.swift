import FireflyCore

/// A service on the web; what it can't keep, such as saved searches, is kept on this machine.
///
/// It can be written to only with an account, where it has some.
public struct Source: Hashable, Sendable {
  /// The display name.
  let name: String
  /// Whether it can be searched.
  let hasSearch: Bool
  /// Whether its users are feeds.
  let isOfFeeds: Bool
  /// Where the user signs in; nil if it has no accounts.
  let accounts: SignInServer?
  /// Whether the user can post there.
  let canWrite: Bool
  /// Its lists in the posts tab, in the order of the key for them, and their names.
  private let feeds: [Audience]
  private let names: [String]

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - name: the display name.
  ///   - feeds: the names of its first list and, if there is one, its second, which replaces the user's own posts.
  ///   - further: the numbers and names of its further lists.
  ///   - hasSearch: whether it can be searched.
  ///   - isOfFeeds: whether its users are feeds.
  ///   - accounts: where the user signs in; nil if it has no accounts.
  ///   - canWrite: whether the user can post there.
  public init(
    name: String, feeds: [String], further: [(id: Int, name: String)] = [],
    hasSearch: Bool = true, isOfFeeds: Bool = false, accounts: SignInServer? = nil,
    canWrite: Bool = false
  ) {
    (self.name, self.hasSearch, self.isOfFeeds) = (name, hasSearch, isOfFeeds)
    (self.accounts, self.canWrite) = (accounts, canWrite)
    self.feeds = zip([.everyone, .mine], feeds).map(\.0) + further.map { .list($0.id) }
    names = feeds.prefix(2) + further.map(\.name)
  }

  /// The sentence that refuses to write.
  var refusal: String {
    accounts == nil
      ? "\(isOfFeeds ? "A feed" : name) is read only here." : "Sign in to write on \(name)."
  }

  /// What a user wants to do that a source can't.
  enum Wish {
    /// To begin a post.
    case new
    /// To answer one.
    case reply
    /// To edit, move or delete one.
    case change
  }

  /// What it calls the contents of a tab; nil for their usual name.
  func name(of explorer: Explorer) -> String? {
    guard isOfFeeds else { return nil }
    return switch explorer {
    case .posts: "entries"
    case .searches: nil
    case .users: "feeds"
    }
  }

  /// What one of its posts is called, and several of them.
  var postNames: (one: String, many: String) {
    isOfFeeds ? ("entry", "entries") : ("post", "posts")
  }

  /// The name of its users in the third tab.
  var people: String { isOfFeeds ? "feeds" : "authors of loaded posts" }

  /// Returns what to do while it can't be reached.
  func offlineAdvice(_ canvas: Canvas) -> [String] {
    let way = canvas.keyHint("places", "leads to your own server")
    return ["Are you online?"] + (way.map { [$0 + "."] } ?? [])
  }

  /// Whether it has more than one list in the posts tab.
  var hasFeeds: Bool { feeds.count > 1 }

  /// Whether it has a list.
  func has(_ feed: Audience) -> Bool { feeds.contains(feed) }

  /// Returns the name of a list.
  func name(of feed: Audience) -> String { feeds.firstIndex(of: feed).map { names[$0] } ?? "" }

  /// Returns the list that the key for it shows next.
  func next(after feed: Audience) -> Audience {
    let next = feeds.firstIndex(of: feed).map { $0 + 1 } ?? 0
    return next < feeds.count ? feeds[next] : .everyone
  }

  /// Returns words in which posts are entries.
  private static func entries(in words: String) -> String {
    words.replacing("a post", with: "an entry").replacing("posts", with: "entries")
      .replacing("post", with: "entry")
  }

  /// Returns the help text of a binding; nil if it does nothing in a source.
  func help(of binding: Keymap.Binding) -> String? {
    if binding.isOfServices { return canWrite ? binding.help : nil }
    switch binding.action {
    case .editor(.newPressed) where canWrite:
      return "new post, or a reply; in searches a new search"
    case .editor(.replyPressed) where canWrite, .editor(.editPressed) where canWrite,
      .moving(.deletePressed) where canWrite:
      return binding.help
    default: break
    }
    return switch binding.action {
    case .list(.audiencePressed):
      hasFeeds ? names.dropLast().joined(separator: ", ") + ", or " + (names.last ?? "") : nil
    case .editor(.newPressed):
      isOfFeeds ? "new search, or a feed to follow" : hasSearch ? "new search" : nil
    case .list(.explorerPressed(let explorer)):
      name(of: explorer).map { "\($0); again: to the top level" } ?? binding.help
    case .list(.readOnPressed) where isOfFeeds:
      "open; a page down; then the next entry"
    case .readMarks(.nextPressed) where isOfFeeds:
      "next unread entry; opens it if one is open"
    case .list(.copyPressed): "copy the story's link, or the post's text"
    case .links(.pressed): "open the story's link, or a link of the text"
    case .editor(.editPressed): "edit your search"
    case .moving(.deletePressed): "delete your search; asks first"
    case .mute(.branchPressed(.followed, _)): nil
    case .mute(.pressed): "silence or mute: asks what"
    case .signIn(.pressed): accounts == nil ? nil : binding.help
    case .moving, .editor(.profilePressed), .editor(.replyPressed): nil
    default: isOfFeeds ? Self.entries(in: binding.help) : binding.help
    }
  }
}

extension Keymap.Binding {
  /// Returns its help text in a source, nil for a Firefly server; nil if it does nothing there.
  func help(in source: Source?) -> String? {
    if let source { return source.help(of: self) }
    return isOfServices ? nil : help
  }

  /// Whether only services with accounts have its action: readers, warnings, marks.
  fileprivate var isOfServices: Bool {
    switch action {
    case .mark, .editor(.warningPressed), .editor(.readersPressed), .editor(.languagePressed): true
    default: false
    }
  }
}

extension Post {
  /// The sentence that refuses to change a folder of feeds; nil for other posts.
  var folderRefusal: String? {
    contents?.isFolder == true
      ? "A folder is a line of the list of feeds, feeds.txt, such as # [Tech/More]. Change it there."
      : nil
  }
}
