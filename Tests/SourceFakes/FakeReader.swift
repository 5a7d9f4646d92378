import FireflyHTTP
import Foundation
import Synchronization

/// A service of feeds with Google Reader's API in memory: as FreshRSS has it, or with the habits of Miniflux.
package final class FakeReader: Sendable {
  /// In what servers differ.
  package struct Habits: Sendable {
    /// What stands before its calls.
    package var place = "/api/greader.php"
    /// Whether it answers unknown calls with an empty list, knows no other calls than Miniflux, takes plain numbers of
    /// entries for hexadecimal ones, and takes a mark away that is set twice.
    package var isMiniflux = false
    /// Numbers of entries in an answer at most.
    package var page = 1_000

    /// The habits of FreshRSS.
    package init() {}

    /// The habits of Miniflux.
    package static let miniflux: Habits = {
      var habits = Habits()
      (habits.place, habits.isMiniflux) = ("", true)
      return habits
    }()
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
    /// Further fields as JSON, which begin with a comma.
    package var more: String

    /// Creates an entry.
    package init(
      _ id: UInt64, in feed: String = "feed/1", _ title: String = "", published: Int? = nil,
      more: String = ""
    ) {
      (self.id, self.feed, self.more) = (id, feed, more)
      self.title = title.isEmpty ? "Entry \(id)" : title
      self.published = published ?? 1_795_900_000 + Int(id % 100_000)
    }

    /// Its long name.
    package var name: String {
      let digits = String(id, radix: 16)
      return "tag:google.com,2005:reader/item/" + String(repeating: "0", count: 16 - digits.count)
        + digits
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

  fileprivate struct State {
    var habits: Habits
    var entries: [UInt64: Entry] = [:]
    var unread: Set<UInt64> = []
    var starred: Set<UInt64> = []
    var feeds: [(id: String, title: String, folder: String?)] = []
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

  private static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: ["Content-Type": "text/html; charset=UTF-8"],
      body: .bytes(Array(text.utf8)))
  }
}

// What it answers.
extension FakeReader.State {
  fileprivate mutating func nextTrouble(for exchange: Exchange) -> FakeReader.Trouble? {
    let line = "\(exchange.method) \(exchange.path.dropFirst(habits.place.count))"
    guard let index = troubles.firstIndex(where: { line.hasPrefix($0.beginning) }) else {
      return nil
    }
    return troubles.remove(at: index).trouble
  }

  fileprivate mutating func answer(_ exchange: Exchange) -> HTTPResponse {
    guard exchange.path.hasPrefix(habits.place) else {
      return HTTPResponse(status: 302, fields: ["Location": "/i/"], body: .bytes([]))
    }
    let call = exchange.path.dropFirst(habits.place.count)
    if call == "/i/" { return FakeReader.text("<html>Sign in</html>") }
    if call == "/accounts/ClientLogin" {
      guard exchange.method == "POST", exchange.form.contains(where: { $0.name == "Passwd" }),
        exchange["Email"] == "ada", exchange["Passwd"] == "ada-api"
      else { return FakeReader.text("Unauthorized!", status: 401) }
      return FakeReader.text("SID=\(auth)\nLSID=null\nAuth=\(auth)\n")
    }
    guard call.hasPrefix("/reader/api/0/") else { return FakeReader.text("<html>", status: 404) }
    let isPost = exchange.method == "POST"
    let token = habits.isMiniflux ? auth : "token-\(tokens)"
    // Miniflux asks those that change something for nothing else.
    guard exchange.authorization == "GoogleLogin auth=\(auth)" || habits.isMiniflux && isPost,
      !isPost || exchange.form.first(where: { $0.name == "T" })?.value == token
    else { return FakeReader.text("Unauthorized!", status: 401) }
    switch "\(exchange.method) \(call.dropFirst("/reader/api/0/".count))" {
    case "GET token": return FakeReader.text(token)
    case "GET user-info":
      return json(#"{"userId":"ada","userName":"ada","userProfileId":"ada","userEmail":""}"#)
    case "GET subscription/list": return subscriptions
    case "GET stream/items/ids":
      defer {
        unread.subtract(readBetween)
        readBetween = []
      }
      return numbers(exchange)
    case "POST stream/items/contents": return contents(exchange)
    case "POST edit-tag": return edit(exchange)
    default: return habits.isMiniflux ? json("[]") : FakeReader.text("no", status: 400)
    }
  }

  private func json(_ text: String) -> HTTPResponse { .json(Array(text.utf8)) }

  private var subscriptions: HTTPResponse {
    let feeds = feeds.map { feed in
      let folder = feed.folder.map { #"{"id":"user/-/label/\#($0)","label":"\#($0)"}"# } ?? ""
      return
        #"{"id":"\#(feed.id)","title":"\#(feed.title)","categories":[\#(folder)],"url":"https://feeds.example/\#(feed.id)","htmlUrl":"https://feeds.example/","iconUrl":""}"#
    }
    return json(#"{"subscriptions":[\#(feeds.joined(separator: ","))]}"#)
  }

  private func numbers(_ exchange: Exchange) -> HTTPResponse {
    let stream = exchange["s"] ?? ""
    var ids = entries.values.filter { entry in
      switch stream {
      case "user/-/state/com.google/reading-list": true
      case "user/-/state/com.google/starred": starred.contains(entry.id)
      default: entry.feed == stream
      }
    }.map(\.id).sorted(by: >)
    if exchange["xt"] == "user/-/state/com.google/read" { ids = ids.filter(unread.contains) }
    let limit = min(Int(exchange["n"] ?? "") ?? 20, habits.page)
    // Miniflux counts; FreshRSS names the last one.
    let start =
      if habits.isMiniflux {
        Int(exchange["c"] ?? "") ?? 0
      } else {
        exchange["c"].flatMap(UInt64.init).flatMap { last in
          ids.firstIndex { $0 < last } ?? ids.count
        }
          ?? 0
      }
    let page = ids.dropFirst(start).prefix(limit)
    let isOver = start + page.count >= ids.count
    let next = habits.isMiniflux ? "\(start + page.count)" : page.last.map { "\($0)" } ?? ""
    let refs = page.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
    return json(
      #"{"itemRefs":[\#(refs)]"# + (isOver ? "" : #","continuation":"\#(next)""#) + "}")
  }

  /// The entries of a form.
  private func named(_ exchange: Exchange) -> [FakeReader.Entry] {
    exchange.form.filter { $0.name == "i" }.compactMap { field in
      let digits = field.value.split(separator: "/").last.map(String.init) ?? ""
      let isLong = field.value.hasPrefix("tag:")
      return UInt64(digits, radix: isLong || habits.isMiniflux ? 16 : 10).flatMap { entries[$0] }
    }
  }

  private func contents(_ exchange: Exchange) -> HTTPResponse {
    let found = named(exchange)
    if habits.isMiniflux, found.isEmpty { return FakeReader.text("none", status: 400) }
    let items = found.map { entry in
      #"{"id":"\#(entry.name)","title":"\#(entry.title)","published":\#(entry.published),"canonical":[{"href":"https://feeds.example/\#(entry.id)"}],"origin":{"streamId":"\#(entry.feed)","htmlUrl":"https://feeds.example/","title":"A feed"},"summary":{"content":"<p>Text of <b>\#(entry.id)</b>.</p>"}\#(entry.more)}"#
    }
    return json(#"{"items":[\#(items.joined(separator: ","))]}"#)
  }

  private mutating func edit(_ exchange: Exchange) -> HTTPResponse {
    let state = "user/-/state/com.google/"
    let (added, removed) = (exchange["a"], exchange["r"])
    if named(exchange).contains(where: { bad.ids.contains($0.id) }) {
      return FakeReader.text("no", status: bad.status)
    }
    for entry in named(exchange) {
      func change(_ set: inout Set<UInt64>, _ isOn: Bool?) {
        guard let isOn else { return }
        if isOn, !habits.isMiniflux || !set.contains(entry.id) {
          set.insert(entry.id)
        } else {
          set.remove(entry.id)
        }
      }
      change(
        &starred, added == state + "starred" ? true : removed == state + "starred" ? false : nil)
      // Of Miniflux, the mark is that an entry was read.
      var read: Set<UInt64> = unread.contains(entry.id) ? [] : [entry.id]
      change(&read, added == state + "read" ? true : removed == state + "read" ? false : nil)
      if read.isEmpty { unread.insert(entry.id) } else { unread.remove(entry.id) }
    }
    return FakeReader.text("OK")
  }
}
