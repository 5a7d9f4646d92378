import FireflyAPI
import FireflyCore
import Foundation
import Synchronization

/// The calls of Google Reader's API, with an account's token.
final class ReaderAPI: Sendable {
  /// What may follow the address as it was written.
  static let places = ["", "/api/greader.php"]
  /// Maximum number of entries of a list: what is beyond is not known.
  static let maximumEntries = 50_000
  /// Numbers of entries in a request, those in the first one ever, and entries with their texts.
  static let (page, firstPage, texts) = (10_000, 1_000, 100)
  /// The list of all entries, and what is left out for those that are unread.
  private static let all = "user/-/state/com.google/reading-list"
  private static let read = "user/-/state/com.google/read"
  private static let starred = "user/-/state/com.google/starred"

  let web: WebClient
  private let state = Mutex<(place: String?, token: String?, page: Int)>((nil, nil, page))
  /// Whose entries and marks these are; nil until something is asked for with a token.
  private let owner = Mutex<PersonID?>(nil)

  init(_ web: WebClient) { self.web = web }

  // MARK: Where it is

  /// What follows the address of the service as it was written; nil while unknown.
  var place: String? {
    get { state.withLock(\.place) }
    set { state.withLock { $0.place = newValue } }
  }

  /// Asks whose the token is.
  ///
  /// - Throws: `APIError`; `.status(401)` if it is void; `.notOffered` if the service has another API.
  @discardableResult
  func user() async throws(APIError) -> ReaderUser {
    let user = try await Self.find(place.map { [$0] } ?? Self.places) {
      place async throws(APIError) in
      let user = try await web.answer(
        "\(place)/reader/api/0/user-info?output=json", as: ReaderUser.self)
      self.place = place
      return user
    }
    guard let user else { throw Self.missing(on: web.name) }
    return user
  }

  /// The error of a service with another API.
  static func missing(on name: String) -> APIError {
    .notOffered("\(name) does not speak Google Reader's API.")
  }

  /// Tries a call at the places where the API may be, until one answers.
  ///
  /// - Returns: nil if it is at none of them.
  /// - Throws: the error of a place that refuses, or of a service that can't be reached.
  static func find<Found>(
    _ places: [String], _ call: (String) async throws(APIError) -> Found
  ) async throws(APIError) -> Found? {
    var refusal: APIError?
    for place in places {
      do throws(APIError) {
        return try await call(place)
      } catch {
        if error.isForeign || error.isElsewhere { continue }
        guard error.isRefusal else { throw error }
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
    return nil
  }

  private func target(_ call: String, _ query: [QueryItem] = []) async throws(APIError) -> String {
    try requireOwner()
    if place == nil { try await user() }
    return "\(place ?? "")/reader/api/0/\(call)?"
      + (query + [QueryItem("output", "json")]).encoded
  }

  /// Refuses what would be done as another account, which has signed in since.
  private func requireOwner() throws(APIError) {
    let current = web.credentials.account.key
    let isOwner = owner.withLock { owner in
      owner = owner ?? current
      return owner == current
    }
    if !isOwner { throw .status(401, message: "another account") }
  }

  // MARK: Reading

  /// Loads the entries that are unread, of all feeds or of a stream, the newest first.
  func unread(
    of stream: String? = nil, limit: Int = maximumEntries
  ) async throws(APIError) -> [String] {
    try await entries(of: stream ?? Self.all, without: Self.read, limit: limit)
  }

  /// Loads the entries that are starred, the newest first.
  func starred() async throws(APIError) -> [String] {
    try await entries(of: Self.starred, limit: Self.maximumEntries)
  }

  /// Loads the newest entries of a feed, or of all, read or not.
  func newest(of feed: String?, limit: Int) async throws(APIError) -> [String] {
    try await entries(of: feed ?? Self.all, limit: limit)
  }

  /// Returns the name of the stream of a folder.
  static func label(_ folder: String) -> String { "user/-/label/\(folder)" }

  /// How often a list is read again that has changed meanwhile.
  private static let maximumRepeats = 3

  /// Loads numbers of entries, page by page; each comes once.
  private func entries(
    of stream: String, without tag: String? = nil, limit: Int
  ) async throws(APIError) -> [String] {
    var (found, seen): ([String], Set<String>) = ([], [])
    for _ in 0...Self.maximumRepeats {
      var (pass, isWhole): (Set<String>, Bool) = ([], true)
      // Where a service counts entries instead of naming one: the place of the page, and the entry that it begins with.
      var (continuation, place, first): (String?, Int, String?) = (nil, 0, nil)
      repeat {
        let query =
          [QueryItem("s", stream)] + (tag.map { [QueryItem("xt", $0)] } ?? [])
          + (continuation.map { [QueryItem("c", $0)] } ?? [])
        let answer = try await numbers(query, count: limit)
        let ids = answer.refs.elements.map(\.id.text)
        found += ids.filter { seen.insert($0).inserted }
        // If entries have left the list meanwhile, those behind them were left out.
        isWhole = first.map(ids.contains) ?? true
        let count = pass.count
        pass.formUnion(ids)
        // A list that goes on without anything new has no end.
        continuation = isWhole && pass.count > count ? answer.continuation?.text : nil
        first = nil
        if ids.count > 1, continuation == "\(place + ids.count)" {
          (place, first) = (place + ids.count - 1, ids.last)
          continuation = "\(place)"
        }
      } while continuation != nil && found.count < limit
      if isWhole { break }
    }
    return Array(found.prefix(limit))
  }

  /// Loads numbers of entries, so many if it can; from then on fewer, where a service refuses so many.
  private func numbers(_ query: [QueryItem], count: Int) async throws(APIError) -> ReaderIDs {
    let asked = min(count, state.withLock(\.page))
    do throws(APIError) {
      return try await web.answer(
        target("stream/items/ids", query + [QueryItem("n", "\(asked)")]), as: ReaderIDs.self)
    } catch .status(400, _) where asked > Self.firstPage {
      state.withLock { $0.page = Self.firstPage }
      return try await numbers(query, count: count)
    }
  }

  func subscriptions() async throws(APIError) -> [ReaderSubscription] {
    try await web.answer(target("subscription/list"), as: ReaderSubscriptions.self)
      .subscriptions.elements
  }

  /// Loads entries with their texts; those that the service does not have any more are missing.
  func items(_ ids: [String]) async throws(APIError) -> [ReaderItem] {
    do throws(APIError) {
      let json = try await send(Self.form(of: ids), to: "stream/items/contents")
      return try ForeignJSON.decode(ReaderItems.self, from: json).items.elements
    } catch .status(400, _) {
      // So Miniflux says that there is none of them.
      return []
    }
  }

  // MARK: Writing

  /// Sets or removes a mark.
  ///
  /// - Throws: `APIError`; `.unreadable` if the answer does not confirm it.
  func send(_ batch: ReaderBatch) async throws(APIError) {
    let field = batch.mark.field(batch.isOn)
    try await confirm(
      Self.form(of: batch.ids) + [QueryItem(field.name, field.value)], to: "edit-tag")
  }

  private static func form(of ids: [String]) -> [QueryItem] {
    ids.map { QueryItem("i", ReaderEntryID.sent($0)) }
  }

  /// Sends a form that changes something.
  ///
  /// - Throws: `APIError`; `.unreadable` if the answer does not confirm it.
  func confirm(_ form: [QueryItem], to call: String) async throws(APIError) {
    let answer = try await send(form, to: call)
    guard String(decoding: answer.prefix(100), as: UTF8.self).trimmed.uppercased() == "OK" else {
      throw .unreadable(reason: "no OK")
    }
  }

  /// Sends a form with a token for changes; with a new one if that is too old.
  func send(_ form: [QueryItem], to call: String) async throws(APIError) -> Data {
    let target = try await target(call)
    let (token, isNew) = try await token()
    do throws(APIError) {
      return try await web.send(form + [QueryItem("T", token)], to: target)
    } catch .status(401, _) where !isNew {
      state.withLock { if $0.token == token { $0.token = nil } }
      return try await web.send(form + [QueryItem("T", self.token().token)], to: target)
    }
  }

  private func token() async throws(APIError) -> (token: String, isNew: Bool) {
    if let known = state.withLock(\.token) { return (known, false) }
    let data = try await web.data(at: target("token"), byteLimit: 4_096)
    let token = String(decoding: data, as: UTF8.self).trimmed
    guard token.isToken else { throw .unreadable(reason: "no token") }
    state.withLock { $0.token = token }
    return (token, true)
  }
}

extension APIError {
  /// Whether a request was led elsewhere, so that the call is not there.
  fileprivate var isElsewhere: Bool {
    switch self {
    case .moved, .status(300..<400, _): true
    default: false
    }
  }

  /// Whether the service refuses the account, its password or its token.
  var isRefusal: Bool {
    switch self {
    case .notOffered, .status(400, _), .status(401, _), .status(403, _), .status(422, _): true
    default: false
    }
  }
}
