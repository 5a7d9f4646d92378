import FireflyCore
import FireflyModel
import Foundation
import Logging
import Synchronization

/// A disk cache of lists, which the next run shows until the server responds.
///
/// Damaged files and files of other users are ignored; failures to write are logged. Only the owner
/// can read the files.
package actor ListStore {
  /// Maximum posts of a list.
  private static let maximumPosts = 500
  /// Maximum bytes of a file.
  private static let maximumBytes = 16 << 20
  /// Maximum number of lists of all servers; beyond that the oldest are removed.
  private static let maximumLists = 500
  /// Seconds after which the file of an unchanged list gets a new time.
  private static let renewal = 60

  /// The thread for blocking calls.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    BlockingThread.Executor.shared.asUnownedSerialExecutor()
  }

  private let folder: URL
  private let server: SiteID
  private let log: Logger
  /// The hash of each list that was read or written in this run, and the time of its file.
  private let known = Mutex<[String: (time: Int, fingerprint: Int)]>([:])
  private var hasRemovedOldest = false

  /// Creates a cache for a server.
  ///
  /// - Parameters:
  ///   - server: the permanent ID of the server.
  ///   - folder: the name of its folder there.
  package init(cache: URL, server: SiteID, folder: KeptFile = .lists, log: Logger) {
    self.folder = folder.url(in: cache)
    self.server = server
    self.log = log
  }

  /// Returns the saved copy of a list; nil for none.
  ///
  /// It blocks.
  ///
  /// - Parameter account: the current user's e-mail; lists differ between users.
  package nonisolated func list(_ source: ListContent, of account: PersonID?) -> CachedList? {
    let key = key(of: source, account)
    let entry = file(of: key).decoded(Entry<LossyList<Post>>.self, maximumBytes: Self.maximumBytes)
    guard let entry, entry.key == key else { return nil }
    let posts = entry.posts.elements.map { post in
      var post = post
      post.facts = entry.beside?[post.id] ?? Post.Facts()
      return post
    }
    let time = max(entry.time, file(of: key).changed ?? 0)
    known.withLock { $0[key] = (time, posts.hashValue) }
    return CachedList(posts: posts, time: time, onlyMine: entry.onlyMine ?? false)
  }

  /// Saves a list, with the earlier copies of results that could not be loaded.
  package func save(_ page: PostPage, of source: ListContent, of account: PersonID?) {
    let isWhole = page.skipped.isEmpty || page.hits.isEmpty
    let page = isWhole ? page : page.filled(from: list(source, of: account)?.posts ?? [])
    save(page.posts, of: source, of: account)
  }

  /// Saves a list.
  ///
  /// - Parameters:
  ///   - onlyMine: whether it contains only posts of the current user.
  ///   - account: the current user's e-mail.
  package func save(
    _ posts: [Post], onlyMine: Bool = false, of source: ListContent, of account: PersonID?
  ) {
    let key = key(of: source, account)
    let now = Int(Date().timeIntervalSince1970)
    let maximum = if case .branch = source { ThreadLimits.posts } else { Self.maximumPosts }
    let posts = posts.prefix(maximum).map { post in
      var post = post
      (post.children, post.ancestors) = (nil, nil)
      return post
    }
    let fingerprint = posts.hashValue
    if let last = known.withLock({ $0[key] }), last.fingerprint == fingerprint {
      if now - last.time < Self.renewal { return }
      // The time of an unchanged list is that of its file.
      if file(of: key).touch() { return known.withLock { $0[key] = (now, fingerprint) } }
    }
    if !hasRemovedOldest { removeOldest() }
    hasRemovedOldest = true
    known.withLock { $0[key] = (now, fingerprint) }
    let beside = Dictionary(
      posts.filter { $0.facts != Post.Facts() }.map { ($0.id, $0.facts) }
    ) { first, _ in first }
    let entry = Entry(
      key: key, time: now, onlyMine: onlyMine, beside: beside.isEmpty ? nil : beside, posts: posts)
    guard let data = try? JSONEncoder().encode(entry), data.count <= Self.maximumBytes else {
      return
    }
    do {
      // Another program may be writing the same list.
      try PrivateFile(url: folder).locked { () throws(SystemProblem) in
        try file(of: key).replace(with: data, isLasting: false)
      }
    } catch {
      log.warning("list not kept", metadata: ["reason": "\(error.description)"])
    }
  }

  /// Removes the lists of an account.
  package func removeAll(of account: PersonID) {
    known.withLock { $0 = [:] }
    Self.removeAll(of: server, account: account, in: folder.deletingLastPathComponent())
  }

  /// Removes lists of a server.
  ///
  /// - Parameters:
  ///   - server: the permanent ID of the server.
  ///   - account: whose; nil for those of all accounts.
  ///   - cache: the cache folder.
  package static func removeAll(of server: SiteID, account: PersonID? = nil, in cache: URL) {
    let prefix = "\(server)\n" + (account.map { "\($0)\n" } ?? "")
    let folder = KeptFile.lists.url(in: cache)
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
      ?? []
    for file in files.map(PrivateFile.init(url:)) {
      let entry = file.decoded(EntryKey.self, maximumBytes: maximumBytes)
      if entry?.key.hasPrefix(prefix) == true { try? file.remove() }
    }
  }

  private func removeOldest() {
    let files =
      (try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.contentModificationDateKey])) ?? []
    guard files.count > Self.maximumLists else { return }
    let dated = files.map { file in
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      return (file, values?.contentModificationDate ?? .distantPast)
    }
    for (file, _) in dated.sorted(by: { $0.1 < $1.1 }).prefix(files.count - Self.maximumLists) {
      try? PrivateFile(url: file).remove()
    }
  }

  private nonisolated func key(of source: ListContent, _ account: PersonID?) -> String {
    "\(server)\n\(account?.description ?? "")\n\(source.name)"
  }

  private nonisolated func file(of key: String) -> PrivateFile {
    PrivateFile(of: key, in: folder)
  }
}

/// The contents of a file.
private struct Entry<Posts> {
  /// The server, the account and the list, on a line each.
  let key: String
  /// When it was loaded, in seconds since 1970; later loads of the same posts change the time of the file only.
  let time: Int
  /// Whether it contains only posts of the account.
  let onlyMine: Bool?
  /// What the JSON of posts leaves out, by their numbers.
  let beside: [Post.ID: Post.Facts]?
  let posts: Posts
}

/// The key of a file.
private struct EntryKey: Decodable {
  let key: String
}

extension Entry: Encodable where Posts: Encodable {}
extension Entry: Decodable where Posts: Decodable {}
