import FireflyAPI
import FireflyCore
import FireflyForeign

/// A service: its endpoints, its responses, and their mapping to posts.
protocol SourceBackend: Sendable {
  /// Requests its JSON, and pictures at any address.
  var web: WebClient { get }

  /// Returns the server of a picture, if it may be in the user's own network because the user has named it; nil for
  /// others.
  func namedServer(of address: String) -> ServerAddress?

  /// How its texts use HTML.
  var habits: HTMLText.Habits { get }

  /// Loads one of the two lists of the first tab.
  ///
  /// - Parameters:
  ///   - last: the post after which the list continues; nil for its beginning.
  ///   - limit: maximum number of posts.
  func feed(
    isSecond: Bool, after last: SourceNode?, limit: Int
  ) async throws(APIError) -> [SourceNode]

  /// Loads the tree of a post, in one request if the service supports it.
  func tree(of id: Int, root: Int?, top: SourceNode?) async throws(APIError) -> SourceTree

  /// Loads replies that were missing in a tree; nil if trees of the service are always complete.
  func part(below node: SourceNode) async throws(APIError) -> SourceTree?

  /// Returns the ID of a post that a page's address names in another way; nil for other names.
  func number(of name: String) async throws(APIError) -> Int?

  /// Searches for words; returns posts in the source's order.
  func search(_ words: String) async throws(APIError) -> [SourceNode]

  /// Searches for words; returns posts, people and lists in the source's order.
  func find(_ words: String) async throws(APIError) -> [SourceFind]

  func user(_ handle: String) async throws(APIError) -> SourceUser

  /// Loads the newest posts of a user.
  func posts(by handle: String) async throws(APIError) -> [SourceNode]

  /// Loads what a profile shows of the posts of a user.
  func profilePosts(by handle: String) async throws(APIError) -> [SourceNode]

  /// Returns the address of a post's page on the web; nil if it has none.
  func page(of id: Int, by author: String?) -> String?

  /// Returns the address of a user's page on the web; empty if there is none.
  func page(ofUser handle: String) -> String

  /// Loads the directory of users; empty if the service has none.
  func directory() async throws(APIError) -> [SourceUser]

  /// Loads all users, for a source whose users are not the authors of its posts; nil for others.
  func people() async throws(APIError) -> [SourceUser]?

  /// What the first list is, if it stands in for the one that the source usually has; nil if it does not.
  var standIn: String? { get }

  /// Returns a list of the first tab as it is kept on this machine; empty if nothing is.
  func kept(isSecond: Bool, limit: Int) -> [SourceNode]

  /// Loads the beginning of a list of the first tab of which nothing is kept; empty if the whole is as fast.
  func beginning(isSecond: Bool, limit: Int) async throws(APIError) -> [SourceNode]

  /// Returns a post that is kept on this machine; nil if it is not.
  func kept(_ id: Int) -> SourceNode?

  /// More lists of the service, which the second tab has below the saved searches.
  var lists: [SourceList] { get }

  /// Returns a list of the service by its name, such as one that a search has found; nil for none.
  func list(named name: String) -> SourceList?

  /// Loads which further lists there are, where that is not known from the start.
  func loadLists() async

  /// Loads one of these lists, of which so many posts are read; it may have more or fewer.
  func posts(of list: SourceList, limit: Int) async throws(APIError) -> [SourceNode]

  /// Loads the people whom the user follows; empty for a source without accounts.
  func peopleFollowed() async throws(APIError) -> [SourceUser]

  /// Loads the people of a list that stands among people; nil for a person.
  func members(of handle: String) async throws(APIError) -> [SourceUser]?

  /// Loads posts that mention the user, newest first, after one of them; empty for a source without accounts.
  func mentions(after last: SourceNode?, limit: Int) async throws(APIError) -> [SourceNode]

  /// Returns what the service keeps of how far its first list was read, and the post that this names if it is loaded;
  /// nil if it keeps nothing.
  func mark() async -> (mark: String, post: Int?)?

  /// Has the service keep that the first list was read up to a post.
  ///
  /// - Returns: what it keeps then; nil if it keeps nothing.
  func seen(_ id: Int) async -> String?

  /// Loads what others have done with the user's posts, newest first; by default posts that mention the user.
  ///
  /// - Returns: the notices, and whether there are more.
  func notices(
    _ kind: Notice.Kind?, areSeen: Bool
  ) async throws(APIError) -> (notices: [SourceNotice], hasMore: Bool)

  /// Waits until there are new posts.
  ///
  /// - Returns: their numbers; none if the task was cancelled, or if the source sends no news.
  func waitForNews() async -> [Int]

  /// Whether the new posts mention the user.
  var newsAreMentions: Bool { get }

  /// Returns a post that is kept on this machine; nil for others.
  func known(_ id: Int) -> SourceNode?

  /// Returns the title of a new post of which the user is notified; nil for others.
  func announcement(of id: Int) -> String?

  /// Has the service keep that posts were read, or are unread again, where it keeps that of each.
  ///
  /// - Throws: `APIError` if that can't be kept until it is sent.
  func markRead(_ ids: [Int], _ isRead: Bool) throws(APIError)

  /// Sends what waits to be sent; waits for it two seconds at most.
  func settle() async
}

/// A backend whose posts an account marks.
protocol MarkingBackend: SourceBackend {
  /// Whether requests have a token.
  var isSignedIn: Bool { get }

  /// Asks the service whose token it is.
  ///
  /// - Throws: `APIError`; `.notOffered` if it is that of another account than the user's.
  func requireOwner() async throws(APIError)

  /// Marks a post, or takes a mark back.
  func mark(_ id: Int, _ mark: PostMark, _ isOn: Bool) async throws(APIError) -> SourceNode
}

/// What others have done with a post, or a person with the user.
struct SourceNotice: Sendable {
  /// A post or a person.
  var about: SourceFind
  var notice: Notice
}

/// A list of a service beside those of the first tab.
struct SourceList: Hashable, Sendable {
  /// Its name, for requests.
  var name: String
  /// What it is called.
  var title: String
  /// What it has, in a few words.
  var summary: String

  /// The number of its row.
  var id: Int { SourceNumbers.number(Self.prefix + name) }

  /// What the names of numbers of lists begin with.
  static let prefix = "list/"
}

/// A backend whose users are feeds, in folders.
protocol FolderBackend: SourceBackend {
  /// Returns the feeds and folders in a folder, by its handle; nil for the top level.
  ///
  /// - Returns: nil if the handle is that of a feed.
  func rows(in folder: String?) async throws(APIError) -> [SourceUser]?
  /// Returns the same as they are kept on this machine; empty for another user.
  func keptRows(in folder: String?) -> [SourceUser]
}

/// A backend whose feeds the user follows, here or on a service.
protocol FollowingBackend: FolderBackend {
  /// Follows a feed, in a named folder, or else in one by its handle; nil for none.
  func follow(
    _ address: String, name: String?, in handle: String?, folder: String?
  ) async throws(APIError) -> SourceUser
  /// Takes a password for the next request to a server of feeds.
  func logIn(_ request: PasswordRequest, password: String)
  /// Gives a feed another address, or a folder another name; does nothing if it has that already.
  func move(_ handle: String, to text: String) async throws(APIError) -> SourceUser
  /// Names a feed, nil for its own name, and puts it into a folder, nil for none.
  func rename(
    _ handle: String, to name: String?, folder: String?
  ) async throws(APIError) -> SourceUser
  /// Follows a feed, or those in a folder, no longer.
  func unfollow(_ handle: String) async throws(APIError)
  /// Takes that back.
  func followAgain(_ handle: String) async throws(APIError) -> SourceUser
}

extension SourceBackend {
  func namedServer(of address: String) -> ServerAddress? { nil }
  func part(below node: SourceNode) async throws(APIError) -> SourceTree? { nil }
  func number(of name: String) async throws(APIError) -> Int? { nil }
  func profilePosts(by handle: String) async throws(APIError) -> [SourceNode] {
    try await posts(by: handle)
  }
  func directory() async throws(APIError) -> [SourceUser] { [] }
  func people() async throws(APIError) -> [SourceUser]? { nil }
  func kept(isSecond: Bool, limit: Int) -> [SourceNode] { [] }
  func beginning(isSecond: Bool, limit: Int) async throws(APIError) -> [SourceNode] { [] }
  func kept(_ id: Int) -> SourceNode? { nil }
  var lists: [SourceList] { [] }
  func find(_ words: String) async throws(APIError) -> [SourceFind] {
    try await search(words).map(SourceFind.post)
  }
  func list(named name: String) -> SourceList? { nil }
  func loadLists() async {}
  func peopleFollowed() async throws(APIError) -> [SourceUser] { [] }
  func members(of handle: String) async throws(APIError) -> [SourceUser]? { nil }
  func mentions(after last: SourceNode?, limit: Int) async throws(APIError) -> [SourceNode] { [] }
  func notices(
    _ kind: Notice.Kind?, areSeen: Bool
  ) async throws(APIError) -> (notices: [SourceNotice], hasMore: Bool) { ([], false) }
  func mark() async -> (mark: String, post: Int?)? { nil }
  func seen(_ id: Int) async -> String? { nil }
  var standIn: String? { nil }
  var newsAreMentions: Bool { false }
  func known(_ id: Int) -> SourceNode? { nil }
  func announcement(of id: Int) -> String? { nil }
  func markRead(_ ids: [Int], _ isRead: Bool) throws(APIError) {}
  func settle() async {}
  func posts(of list: SourceList, limit: Int) async throws(APIError) -> [SourceNode] { [] }

  func waitForNews() async -> [Int] {
    // A stream without events saves polling.
    try? await Task.sleep(for: .seconds(1 << 30))
    return []
  }
}
