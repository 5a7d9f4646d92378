import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyRuntime
import FireflySources
import Foundation

// Goes to another server or source: another session begins in the same process.
extension Run {
  /// What the list of places uses.
  var placeSwitch: PlaceSwitch {
    PlaceSwitch(go: { [weak self] in self?.go(to: $0) ?? false })
  }

  /// Goes somewhere; returns false if it can't.
  private func go(to target: PlaceSwitch.Target) -> Bool {
    guard !isGoing else { return true }
    switch target {
    case .before:
      guard let before = trail.last else { return false }
      go(to: before.id) { $0.trail.removeLast() }
    case .place(let id, let post): go(to: id, at: post) { $0.trail += [$0.here].compactMap(\.self) }
    case .here(let actions): beginAgain(with: actions)
    case .page(let address):
      guard isAtFeeds, let link = SourceLink(address), link.isThread else { return false }
      go(to: link.source.description, at: link.post, link) {
        $0.trail += [$0.here].compactMap(\.self)
      }
    }
    return true
  }

  /// Starts the session again where it is, for another account: what is kept depends on it.
  ///
  /// - Parameter actions: what is handled then, such as what the user wanted to do as the other account.
  private func beginAgain(with actions: [Action]) {
    guard let runtime, let connection, !isGoing else { return }
    let state = runtime.renewedState
    let before = viewID
    leave()
    if let before, before != connection.viewID, !connection.isSignedInToSource {
      Task { [context] in await context.deleteViews(before) }
    }
    begin(state, connection, at: nil, in: context)
    for action in actions { self.runtime?.send(action) }
  }

  /// Connects to a place, and begins the session there.
  ///
  /// - Parameters:
  ///   - id: what `--server` takes; empty for the user's own server.
  ///   - post: the post to show; nil for where the user was.
  ///   - link: the page that is opened.
  ///   - onLeaving: called before the session ends.
  private func go(
    to id: String, at post: Int? = nil, _ link: SourceLink? = nil,
    onLeaving: @escaping @MainActor (Run) -> Void
  ) {
    guard let runtime else { return }
    isGoing = true
    Task {
      do {
        let next = context.at(id.isEmpty ? nil : try ServerChoice(id), link: link)
        let connection =
          if let own = own(for: id) { own } else { try await next.connect() }
        guard runtime === self.runtime else {
          isGoing = false
          return await connection.close()
        }
        onLeaving(self)
        var state = runtime.renewedState
        state.selectsStart = link != nil
        leave()
        isGoing = false
        begin(state, connection, at: post, in: next)
      } catch {
        isGoing = false
        runtime.send(.noted("\(Failure(error))", isError: true))
      }
    }
  }
}

extension CommandContext {
  /// The places where the user can go: their own server, then servers with an account, and servers, sources and
  /// feeds where they were, the last one first; it blocks.
  var places: [Place] {
    let visits = placesFile.visits
    let accounts = Dictionary(
      uniqueKeysWithValues: ((try? accounts.all()) ?? [:]).map {
        (ServerChoice.argument(of: $0), $1)
      })
    func detail(_ id: String, _ visit: PlacesFile.Visit?) -> String {
      let new = visit?.new.flatMap { $0 > 0 ? "\($0) new" : nil }
      return [accounts[id]?.first?.user.handle, new].compactMap(\.self).joined(separator: " · ")
    }
    func place(_ visit: PlacesFile.Visit) -> Place {
      Place(id: visit.id, name: visit.name, detail: detail(visit.id, visit))
    }
    var known = visits.filter { !$0.id.isEmpty }
    func add(_ id: String, _ name: String) {
      if !known.contains(where: { $0.id == id }) { known.append(.init(id: id, name: name)) }
    }
    for server in accounts.keys.sorted() {
      add(server, ServerChoice.name(of: server))
    }
    if let server = configuration.server { add(server.choice, "\(server)") }
    if FileManager.default.fileExists(atPath: paths.feeds.path) {
      let feeds = SourceAddress(.feeds)
      add(feeds.description, feeds.name)
    }
    let own = Place(
      id: "", name: "your own server", detail: detail("", visits.first { $0.id.isEmpty }))
    return [own] + known.map(place)
  }
}

extension ServerChoice {
  /// What `--server` takes, with the normalized address of a server.
  fileprivate var choice: String {
    switch self {
    case .server(let address): address.normalized
    case .source(let source): source.description
    }
  }
}
