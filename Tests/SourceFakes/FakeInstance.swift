import FireflyHTTP
import Foundation
import Synchronization

/// An instance with Mastodon's API in memory, with the habits in which servers differ.
///
/// Its answers have the fields of those recorded from Takahē; its habits are those of Mastodon's documentation, or of
/// Takahē where a test says so.
package final class FakeInstance: Sendable {
  /// In what servers differ.
  package struct Habits: Sendable {
    /// Statuses above and below one that are sent with it.
    package var (above, below) = (40, 60)
    /// Whether a repeated key creates nothing.
    package var keepsKeys = true
    /// Whether one's own private statuses are missing among those of the account, as on Takahē.
    package var hidesPrivate = false
    /// Whether it keeps the words of statuses as they were typed.
    package var keepsSources = true
    /// Whether the account of a token has another ID than in statuses, and no edits are known, as on snac.
    package var hasOtherIDs = false
    /// Whether media are never ready.
    package var isSlow = false
    /// Whether an edit of a status describes its media anew, and whether a request of its own does.
    package var (describesInEdits, describesMedia) = (true, true)
    /// Whether an edited status becomes public.
    package var widensEdits = false
    /// Whether a reply to what is gone stands at the top level.
    package var answersNothing = false
    /// Beginnings of targets without `/api/v1/` that are refused, with their status and text.
    package var refused: [String: (status: Int, text: String)] = [:]
    /// Lists that are empty.
    package var empty: Set<String> = []
    /// Its version.
    package var version = "4.4.0"
    /// The types of texts that it knows; empty where all are the same.
    package var types: [String] = []
    /// How the account wants to see posts, as JSON.
    package var preferences = "{}"
    /// Fields of people by their handles, as JSON.
    package var people: [String: String] = [:]
    /// The handles of those whom a search can find.
    package var found: [String] = []
    /// The handles of the people in the user's list.
    package var members: [String] = []
    /// Whether it keeps how far the user has read.
    package var keepsMarkers = true
    /// Who accepts followers one by one.
    package var locked: Set<String> = []
    /// Whether people pin posts; where they don't, the word for it is ignored.
    package var hasPins = true
    /// Whether the answer to a change of a person says nothing.
    package var saysNoRelation = false
    /// Whether it takes polls, and what it says of them, as JSON.
    package var (hasPolls, polls) = (true, "{}")
    /// The address of its source.
    package var source = "https://github.com/mastodon/mastodon"

    /// The habits of Mastodon.
    package init() {}
  }

  struct Notice: Sendable {
    var id: Int
    var type: String
    var author: String
    var status: Int?
  }

  /// What becomes of a request.
  package enum Trouble: Sendable {
    /// It is refused.
    case refused(Int, String)
    /// It is done twice, as by a proxy that repeats it.
    case doubled
    /// It is done, and the connection breaks before the answer.
    case lost
    /// It is done, and the answer is another one.
    case answered(Int, String = "<h1>Something went wrong</h1>")
  }

  struct State {
    var habits: Habits
    var statuses: [Int: Status] = [:]
    var keys: [String: Int] = [:]
    var troubles: [(beginning: String, trouble: Trouble)] = []
    /// How requests begin that are not answered.
    var unanswered: [String] = []
    var tokens = ["right": "read write"]
    /// Whose they are.
    var owners = ["right": "ada"]
    /// The token of the next sign-in.
    var granted = "right"
    var code: String? = "code"
    /// Where it may send a browser.
    var places: [String] = []
    var notices: [Notice] = []
    /// Up to which ID the user has read lists, by their names.
    var markers: [String: String] = [:]
    /// How the user stands to others, by their handles.
    var relations: [String: Set<String>] = [:]
    /// The descriptions of the media that were sent, by their numbers from 77 on.
    var uploads: [String] = []
  }

  fileprivate final class Desk: Sendable {
    let state: Mutex<State>

    init(_ habits: Habits) { state = Mutex(State(habits: habits)) }
  }

  private let desk: Desk
  /// Where it listens.
  package let server: ExchangeServer

  /// Begins to listen.
  /// - Throws: `HTTPListenError`.
  package init(_ statuses: [Status] = [], _ habits: Habits = Habits()) async throws {
    let desk = Desk(habits)
    desk.state.withLock { state in for status in statuses { state.statuses[status.id] = status } }
    server = try await ExchangeServer { exchange in
      if desk.keepsSilent(about: exchange) { try? await Task.sleep(for: .seconds(600)) }
      return desk.answer(exchange)
    }
    self.desk = desk
  }

  /// The statuses, oldest first.
  package var statuses: [Status] {
    desk.state.withLock { $0.statuses.values.sorted { $0.id < $1.id } }
  }

  /// Adds a status, or replaces it.
  package func add(_ status: Status) { desk.state.withLock { $0.statuses[status.id] = status } }

  /// Removes a status.
  package func remove(_ id: Int) { desk.state.withLock { $0.statuses[id] = nil } }

  /// Has a notification of a mention.
  package func mention(_ id: Int, by status: Int) {
    desk.state.withLock { state in
      let author = state.statuses[status]?.author ?? ""
      state.notices.append(Notice(id: id, type: "mention", author: author, status: status))
    }
  }

  /// Has a notification of what somebody has done.
  package func notify(_ id: Int, _ type: String, by author: String, about status: Int? = nil) {
    desk.state.withLock {
      $0.notices.append(Notice(id: id, type: type, author: author, status: status))
    }
  }

  /// Up to which ID the user has read a list; nil for none.
  package func marker(_ list: String) -> String? { desk.state.withLock { $0.markers[list] } }

  /// Has the user have read a list up to an ID, on another device.
  package func mark(_ list: String, _ id: String) {
    desk.state.withLock { $0.markers[list] = id }
  }

  /// How the user stands to somebody, in the words of the API.
  package func relation(to handle: String) -> Set<String> {
    desk.state.withLock { $0.relations[handle] ?? [] }
  }

  /// Has the user stand so to somebody.
  package func relate(to handle: String, _ relation: Set<String>) {
    desk.state.withLock { $0.relations[handle] = relation }
  }

  /// Changes its habits.
  package func change(_ change: (inout Habits) -> Void) {
    desk.state.withLock { change(&$0.habits) }
  }

  /// Has the next request whose method and path begin so get into trouble.
  package func trouble(_ beginning: String, _ trouble: Trouble) {
    desk.state.withLock { $0.troubles.append((beginning, trouble)) }
  }

  /// Answers no request any more whose method and path begin so.
  package func keepSilent(about beginning: String) {
    desk.state.withLock { $0.unanswered.append(beginning) }
  }

  /// Knows a token no longer.
  package func revoke(_ token: String) { desk.state.withLock { $0.tokens[token] = nil } }

  /// Lets the next sign-in, with the code `code`, be that of a user; the token is their name with `-token`.
  package func letIn(_ user: String) {
    desk.state.withLock { state in
      (state.code, state.granted) = ("code", user + "-token")
      (state.tokens[state.granted], state.owners[state.granted]) = ("read write", user)
    }
  }

  /// Knows a token with these scopes.
  package func allow(_ token: String, _ scopes: String) {
    desk.state.withLock { $0.tokens[token] = scopes }
  }

  /// The name of a status on the wire: 18 digits, too large for a post's number.
  package static func name(_ id: Int) -> String { "\(649_453_760_000_000_000 + id)" }

  static func id(_ name: String) -> Int? { Int(name).map { $0 - 649_453_760_000_000_000 } }

  static func refusal(_ code: Int, _ text: String) -> HTTPResponse {
    text.hasPrefix("<") || code == 400 && !text.contains(":")
      ? HTTPResponse(
        status: code, fields: ["Content-Type": "text/html; charset=utf-8"],
        body: .bytes(Array(text.utf8)))
      : json(["error": text], status: code)
  }

  static func json(_ value: Any, status: Int = 200, next: String? = nil) -> HTTPResponse {
    let data = (try? JSONSerialization.data(withJSONObject: value)) ?? Data()
    var response = HTTPResponse.json(Array(data), status: status)
    response.fields["Link"] = next.map {
      "<\($0)>; rel=\"next\", <https://elsewhere.example/?min_id=1>; rel=\"prev\""
    }
    return response
  }
}

extension FakeInstance.Desk {
  fileprivate func keepsSilent(about exchange: Exchange) -> Bool {
    let request = "\(exchange.method) \(exchange.target)"
    return state.withLock { $0.unanswered.contains(where: request.hasPrefix) }
  }

  fileprivate func answer(_ exchange: Exchange) -> HTTPResponse {
    let trouble = state.withLock { state -> FakeInstance.Trouble? in
      let request = "\(exchange.method) \(exchange.target)"
      guard let index = state.troubles.firstIndex(where: { request.hasPrefix($0.beginning) }) else {
        return nil
      }
      return state.troubles.remove(at: index).trouble
    }
    if case .refused(let code, let text) = trouble { return FakeInstance.refusal(code, text) }
    if case .doubled = trouble {
      _ = state.withLock { FakeInstanceDesk.answer(exchange, &$0) }
    }
    let response = state.withLock { FakeInstanceDesk.answer(exchange, &$0) }
    switch trouble {
    case .answered(let code, let text): return FakeInstance.refusal(code, text)
    case .lost:
      return HTTPResponse(
        status: 200, fields: ["Content-Type": "application/json"],
        body: .stream(length: 100) { throw URLError(.networkConnectionLost) })
    case .refused, .doubled, nil: return response
    }
  }
}
