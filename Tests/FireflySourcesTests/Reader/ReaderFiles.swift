import FireflyAPI
import FireflyCore
import Foundation
import IdentityLiterals
import Logging
import SourceFakes
import Synchronization
import Testing

@testable import FireflySources

/// What is kept of an account on a service of feeds, in memory; several programs may share it.
final class ReaderFiles: Sendable {
  private let feeds = FeedFiles()
  private let data = Mutex<Data?>(nil)
  private let unread = Mutex<[Int]?>(nil)
  private let broken = Mutex(false)
  private let sentences = Mutex<[String]>([])
  private let refusals = Mutex(0)
  private let shown = Mutex(FeedFilters())

  /// What was kept last.
  var kept: KeptReader? {
    data.withLock { $0.flatMap { try? JSONDecoder().decode(KeptReader.self, from: $0) } }
  }

  /// The numbers of the unread entries that were told last; nil before that.
  var told: [Int]? { unread.withLock(\.self)?.sorted() }

  /// The sentences for the user.
  var said: [String] { sentences.withLock(\.self) }

  /// How often it was said that the sign-in is no longer accepted.
  var refused: Int { refusals.withLock(\.self) }

  /// Which entries are shown.
  var filters: FeedFilters {
    get { shown.withLock(\.self) }
    set { shown.withLock { $0 = newValue } }
  }

  /// Has the file refuse changes.
  func breakDown() { broken.withLock { $0 = true } }

  var storage: ReaderStorage {
    var feeds = feeds.storage
    feeds.filters = filters
    return ReaderStorage(
      feeds: feeds,
      kept: SourceStorage(
        read: { self.kept },
        update: { change in
          if self.broken.withLock(\.self) { throw APIError.status(507, message: "no room") }
          try self.data.withLock { data in
            let old = data.flatMap { try? JSONDecoder().decode(KeptReader.self, from: $0) }
            if let new = change(old) { data = try JSONEncoder().encode(new) }
          }
        }),
      tell: { unread in self.unread.withLock { $0 = unread() } },
      new: { KeptReader(owner: "ada") },
      report: { sentence in self.sentences.withLock { $0.append(sentence) } },
      refused: { self.refusals.withLock { $0 += 1 } })
  }

  static let ada = User(id: "ada", handle: "ada", name: "ada")

  /// A program of Ada's.
  func client(_ fake: FakeReader, token: String? = "ada/9294") throws -> SourceClient {
    try client(fake, token.map { Credentials(.signedIn(Self.ada), token: $0) } ?? Credentials())
  }

  /// A program with an account.
  func client(_ fake: FakeReader, _ credentials: Credentials) throws -> SourceClient {
    var tools = SourceTools()
    tools.reader = storage
    return try .source(
      "reader:rss.example.org", at: fake.server.address, tools: tools, credentials: credentials)
  }
}

extension ReaderFiles {
  /// The first list as it is kept, before the service is asked.
  static func posts(in client: SourceClient) async -> [Post] {
    let kept = Mutex<[Post]?>(nil)
    _ = try? await client.list(.feed(tag: "post", by: .everyone, limit: 50)) { page in
      kept.withLock { $0 = $0 ?? page.posts }
    }
    return kept.withLock(\.self) ?? []
  }
}

extension FakeReader {
  /// A service with two feeds in folders, of which an entry was read, and one is starred.
  static func start(_ habits: Habits = Habits()) async throws -> FakeReader {
    let fake = try await FakeReader(habits)
    fake.follow("feed/1", "Harbour notes", in: "Sea")
    fake.follow("feed/2", "Knots")
    fake.add(
      Entry(11, "A lighthouse"), Entry(12, "Which knot?"), Entry(21, in: "feed/2", "Bowline"))
    fake.add([Entry(10, "Low tide")], isUnread: false)
    fake.starred = [10]
    return fake
  }
}
