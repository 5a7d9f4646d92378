import FireflyApp
import FireflyCore
import Foundation
import Logging

/// The lists of servers, on the disk: what the next run shows until the server answers.
///
/// They can be had again: files that are damaged, or another's, count for nothing, and what can't be written
/// is not. Only their owner may read them, and each names whose it is.
public actor ListStore {
  /// Posts of a list that are kept.
  private static let maximumPosts = 500
  /// Bytes of a file that is read.
  private static let maximumBytes = 16 << 20
  /// Lists that are kept, of all servers; beyond that the oldest go.
  private static let maximumLists = 500
  /// Seconds after which an unchanged list is written again, for its time.
  private static let renewal = 60

  /// The thread of what waits for the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    BlockingThread.Executor.shared.asUnownedSerialExecutor()
  }

  private let folder: URL
  private let server: String
  private let log: Logger
  /// What was written in this run: when, and a fingerprint of it.
  private var written: [String: (time: Int, fingerprint: Int)] = [:]

  /// The lists of a server below the folder of copies that can be had again.
  ///
  /// - `server`: its name for good.
  init(cache: URL, server: String, log: Logger) {
    folder = cache.appendingPathComponent("lists")
    self.server = server
    self.log = log
  }

  /// A list as it was the last time; nil if it isn't known.
  ///
  /// - `account`: the e-mail of who asks: lists are not the same for everybody.
  nonisolated func list(_ source: ListContent, of account: String?) -> CachedList? {
    let key = key(of: source, account)
    guard let data = try? file(of: key).read(maximumBytes: Self.maximumBytes),
      let entry = try? JSONDecoder().decode(Entry<LossyList<Post>>.self, from: data),
      entry.key == key
    else { return nil }
    return CachedList(
      posts: entry.posts.elements, time: entry.time, onlyMine: entry.onlyMine ?? false)
  }

  /// Keeps a list as it is now, with the earlier copies of hits that could not be loaded.
  func save(_ page: PostPage, of source: ListContent, of account: String?) {
    let isWhole = page.skipped.isEmpty || page.hits.isEmpty
    let page = isWhole ? page : page.filled(from: list(source, of: account)?.posts ?? [])
    save(page.posts, of: source, of: account)
  }

  /// Keeps a list as it is now.
  ///
  /// - `onlyMine`: whether it has only the posts of who asks.
  func save(
    _ posts: [Post], onlyMine: Bool = false, of source: ListContent, of account: String?
  ) {
    let key = key(of: source, account)
    let now = Int(Date().timeIntervalSince1970)
    let posts = posts.prefix(Self.maximumPosts).map { post in
      var post = post
      (post.children, post.ancestors) = (nil, nil)
      return post
    }
    let fingerprint = posts.hashValue
    if let last = written[key], last.fingerprint == fingerprint, now - last.time < Self.renewal {
      return
    }
    if written.isEmpty { removeOldest() }
    written[key] = (now, fingerprint)
    let entry = Entry(key: key, time: now, onlyMine: onlyMine, posts: posts)
    guard let data = try? JSONEncoder().encode(entry), data.count <= Self.maximumBytes else {
      return
    }
    do {
      try file(of: key).replace(with: data, isLasting: false)
    } catch {
      log.warning("list not kept", metadata: ["reason": "\(error.reason)"])
    }
  }

  /// Removes all lists of a server, of all accounts.
  ///
  /// - `cache`: the folder of copies that can be had again.
  /// - `server`: its name for good.
  public static func removeAll(of server: String, in cache: URL) {
    let folder = cache.appendingPathComponent("lists")
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
      ?? []
    for file in files.map(PrivateFile.init) {
      guard let data = try? file.read(maximumBytes: maximumBytes),
        let entry = try? JSONDecoder().decode(EntryKey.self, from: data),
        entry.key.hasPrefix(server + "\n")
      else { continue }
      try? file.remove()
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

  private nonisolated func key(of source: ListContent, _ account: String?) -> String {
    "\(server)\n\(account ?? "")\n\(source.name)"
  }

  private nonisolated func file(of key: String) -> PrivateFile {
    PrivateFile(
      url: folder.appendingPathComponent(Fingerprint.name(of: Array(key.utf8)) + ".json"))
  }
}

/// A file of it.
private struct Entry<Posts> {
  /// The server, the account and the list, a line each.
  let key: String
  /// When, in seconds since 1970.
  let time: Int
  /// Whether they are only the account's own.
  let onlyMine: Bool?
  let posts: Posts
}

/// Whose a file is.
private struct EntryKey: Decodable {
  let key: String
}

extension Entry: Encodable where Posts: Encodable {}
extension Entry: Decodable where Posts: Decodable {}
