import FireflyHTTP
import Foundation
import Synchronization

/// A service of feeds with Google Reader's API in memory: as FreshRSS has it, or with the habits of others.
package final class FakeReader: Sendable {
  /// In what servers differ.
  package struct Habits: Sendable {
    /// What stands before its calls.
    package var place = "/api/greader.php"
    /// Whether it answers unknown calls with an empty list, knows no other calls than Miniflux, takes plain numbers of
    /// entries for hexadecimal ones, and takes a mark away that is set twice.
    package var isMiniflux = false
    /// Whether names of entries have 24 hexadecimal digits, which stand for no number, as The Old Reader's do.
    package var hasLongNames = false
    /// Numbers of entries in an answer at most.
    package var page = 1_000
    /// Whether it refuses to be asked for more.
    package var refusesMore = false

    /// The habits of FreshRSS.
    package init() {}

    /// The habits of Miniflux.
    package static let miniflux: Habits = {
      var habits = Habits()
      (habits.place, habits.isMiniflux) = ("", true)
      return habits
    }()

    /// The habits of The Old Reader.
    package static let oldReader: Habits = {
      var habits = Habits()
      (habits.place, habits.hasLongNames) = ("", true)
      return habits
    }()

    /// The name of an entry in lists of names.
    package func name(of id: UInt64) -> String {
      guard hasLongNames else { return "\(id)" }
      let digits = String(id, radix: 16)
      return "5092c9dc" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The entry with a name, as forms have it.
    func entry(named name: String) -> UInt64? {
      let digits = name.split(separator: "/").last.map(String.init) ?? ""
      if hasLongNames { return digits.count == 24 ? UInt64(digits.suffix(16), radix: 16) : nil }
      return UInt64(digits, radix: name.hasPrefix("tag:") || isMiniflux ? 16 : 10)
    }
  }

  /// An entry.
  package struct Entry: Sendable {
    /// Its number.
    package var id: UInt64
    /// The stream of its feed, such as `feed/1`.
    package var feed: String
    /// Its title, as HTML.
    package var title: String
    /// When it was published, in seconds since 1970.
    package var published: Int
    /// The address of its page.
    package var link: String
    /// Further fields as JSON, which begin with a comma.
    package var more: String

    /// Creates an entry.
    package init(
      _ id: UInt64, in feed: String = "feed/1", _ title: String = "", published: Int? = nil,
      link: String? = nil, more: String = ""
    ) {
      (self.id, self.feed, self.more) = (id, feed, more)
      self.link = link ?? "https://feeds.example/\(id)"
      self.title = title.isEmpty ? "Entry \(id)" : title
      self.published = published ?? 1_795_900_000 + Int(id % 100_000)
    }
  }

  /// What becomes of a request.
  package enum Trouble: Sendable {
    /// It is refused.
    case refused(Int)
    /// It is done, and the connection breaks before the answer.
    case lost
    /// It is not done, and the answer is another one.
    case answered(String)
    /// It is done after so many seconds.
    case slow(Double)
  }

  struct State {
    var habits: Habits
    var entries: [UInt64: Entry] = [:]
    var unread: Set<UInt64> = []
    var starred: Set<UInt64> = []
    var feeds: [(id: String, title: String, folder: String?)] = []
    /// The addresses at which there are feeds that can be followed, with their titles and entries.
    var offered: [String: (title: String, entries: [Entry])] = [:]
    /// The addresses of feeds by their streams, where they differ from the usual ones.
    var addresses: [String: String] = [:]
    /// The number of the last feed that was followed.
    var added = 100
    var troubles: [(beginning: String, trouble: Trouble)] = []
    /// The status of changes of one of these entries.
    var bad: (ids: Set<UInt64>, status: Int) = ([], 400)
    /// The entries that are read when a page of numbers was sent.
    var readBetween: [UInt64] = []
    var auth = "ada/9294"
    var tokens = 1
  }

  private final class Desk: Sendable {
    let state: Mutex<State>
    init(_ habits: Habits) { state = Mutex(State(habits: habits)) }
  }

  private let desk: Desk
  /// Where it listens.
  package let server: ExchangeServer

  /// Begins to listen.
  /// - Throws: `HTTPListenError`.
  package init(_ habits: Habits = Habits()) async throws {
    let desk = Desk(habits)
    server = try await ExchangeServer { exchange in
      let trouble = desk.state.withLock { $0.nextTrouble(for: exchange) }
      switch trouble {
      case .refused(let status): return Self.text("no", status: status)
      case .answered(let text): return Self.text(text)
      case .slow(let seconds): try? await Task.sleep(for: .seconds(seconds))
      case .lost, nil: break
      }
      let response = desk.state.withLock { $0.answer(exchange) }
      guard case .lost = trouble else { return response }
      return HTTPResponse(
        status: 200, fields: ["Content-Type": "text/plain"],
        body: .stream(length: 100) { throw URLError(.networkConnectionLost) })
    }
    self.desk = desk
  }

  /// Follows a feed.
  package func follow(_ id: String, _ title: String, in folder: String? = nil) {
    desk.state.withLock { $0.feeds.append((id, title, folder)) }
  }

  /// Offers a feed at an address, which can be followed.
  package func offer(_ address: String, _ title: String, _ entries: [Entry] = []) {
    desk.state.withLock { $0.offered[address] = (title, entries) }
  }

  /// The titles and folders of the feeds that are followed.
  package var feeds: [String] {
    desk.state.withLock { $0.feeds.map { "\($0.title) \($0.folder ?? "-")" } }
  }

  /// Follows a feed no longer.
  package func unfollow(_ id: String) {
    desk.state.withLock { $0.feeds.removeAll { $0.id == id } }
  }

  /// Adds entries, which are unread.
  package func add(_ entries: Entry...) { add(entries) }

  /// Adds entries.
  package func add(_ entries: [Entry], isUnread: Bool = true) {
    desk.state.withLock { state in
      for entry in entries {
        state.entries[entry.id] = entry
        if isUnread { state.unread.insert(entry.id) }
      }
    }
  }

  /// The unread entries; they can be changed, as by another program.
  package var unread: Set<UInt64> {
    get { desk.state.withLock(\.unread) }
    set { desk.state.withLock { $0.unread = newValue } }
  }

  /// The starred entries.
  package var starred: Set<UInt64> {
    get { desk.state.withLock(\.starred) }
    set { desk.state.withLock { $0.starred = newValue } }
  }

  /// Has the next request whose method and path begin so, behind the place of the calls, get into trouble.
  package func trouble(_ beginning: String, _ trouble: Trouble, times: Int = 1) {
    desk.state.withLock { state in
      for _ in 0..<times { state.troubles.append((beginning, trouble)) }
    }
  }

  /// Refuses all changes of some entries, with those that are sent beside them.
  package func refuse(_ ids: Set<UInt64>, status: Int = 400) {
    desk.state.withLock { $0.bad = (ids, status) }
  }

  /// Has entries be read elsewhere when the next page of numbers was sent.
  package func readBetweenPages(_ ids: [UInt64]) {
    desk.state.withLock { $0.readBetween = ids }
  }

  /// Answers all requests as usual again.
  package func endTrouble() { desk.state.withLock { $0.troubles = [] } }

  /// Takes the tokens for changes back.
  package func renewTokens() { desk.state.withLock { $0.tokens += 1 } }

  /// Takes the sign-in back.
  package func revoke() { desk.state.withLock { $0.auth = "ada/revoked" } }

  /// The calls since they were forgotten, without the place of the API.
  package var calls: [String] {
    let place = desk.state.withLock(\.habits.place)
    return server.exchanges.map { "\($0.method) \($0.path.dropFirst(place.count))" }
  }

  static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: ["Content-Type": "text/html; charset=UTF-8"],
      body: .bytes(Array(text.utf8)))
  }
}
