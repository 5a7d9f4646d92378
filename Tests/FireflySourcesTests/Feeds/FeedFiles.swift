import FireflyAPI
import FireflyCore
import Foundation
import Logging
import Synchronization
import Testing

@testable import FireflySources

/// The files of a feed reader, in memory.
final class FeedFiles: Sendable {
  private let files = Mutex<[String: MemoryFile]>([:])
  private let kept = Mutex<[String: BasicLogin]>([:])
  private let readEntries = Mutex<Set<Int>>([])
  private let mutedTitles = Mutex<Set<String>>([])
  /// The list of feeds.
  let list = MemoryFile()
  /// Which entries are shown.
  let filters: FeedFilters

  init(filters: FeedFilters = FeedFilters()) { self.filters = filters }

  /// Entries that were read.
  var read: Set<Int> {
    get { readEntries.withLock(\.self) }
    set { readEntries.withLock { $0 = newValue } }
  }

  /// Titles of entries that are muted.
  var muted: Set<String> {
    get { mutedTitles.withLock(\.self) }
    set { mutedTitles.withLock { $0 = newValue } }
  }

  /// The names and passwords.
  var logins: [String: BasicLogin] { kept.withLock(\.self) }

  var storage: FeedStorage {
    var storage = FeedStorage(list: list.storage) { address in
      self.files.withLock { files in
        let file = files[address] ?? MemoryFile()
        files[address] = file
        return file.feed(address)
      }
    }
    storage.filters = filters
    storage.unread = { { id, _ in !self.read.contains(id) } }
    storage.muted = {
      guard !self.muted.isEmpty else { return nil }
      return { post in self.muted.contains(post.title) }
    }
    storage.logins = FeedLogins(
      read: { server in self.kept.withLock { $0[server] } },
      save: { login, server in self.kept.withLock { $0[server] = login } })
    return storage
  }

  /// The feeds that are followed.
  var feeds: [FeedList.Feed] { FeedList(list.storage).feeds }

  /// What the list of feeds says.
  var text: String { String(decoding: list.storage.read() ?? Data(), as: UTF8.self) }

  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  var reader: FeedReader {
    FeedReader(storage, userAgent: "Firefly/1.2.3", authorities: .init(), logger: Self.logger)
  }

  func client(_ name: String = "feed:") throws -> any PostsClient {
    let source = try #require(try SourceAddress.named(name))
    return SourceClient(
      source, server: try source.server([:]), reader: User(email: "ada@localhost", name: "ada"),
      userAgent: "Firefly/1.2.3", storage: MemoryFile().source,
      tools: SourceTools(feeds: storage), logger: Self.logger)
  }
}
