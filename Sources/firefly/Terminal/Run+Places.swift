import FireflyAPI
import FireflyApp
import FireflyClient
import FireflyCore
import FireflyModel
import FireflyRuntime
import FireflySources
import FireflyVerbs
import Foundation

// Goes to another server or source: another session begins in the same process.
extension Run {
  /// What the lists of places and of accounts use.
  var placeSwitch: PlaceSwitch {
    PlaceSwitch(
      go: { [weak self] in self?.go(to: $0) ?? false },
      accounts: { [context] in context.knownAccounts },
      signOut: { [context] in await context.signOut($0) },
      importFile: { [weak self] in self?.importFile($0) },
      takeBack: { [context] in await context.takeBack($0, changed: $1) })
  }

  /// A place that the user has left, to come back to.
  struct Left {
    let visit: PlacesFile.Visit
    /// The account there.
    let account: PersonID?
    /// What the user did there and can undo.
    let steps: UndoStack
  }

  /// Where the session is.
  var here: PlacesFile.Visit? {
    connection.map { .init(id: $0.choice, name: $0.name, new: runtime?.newPosts) }
  }

  /// Adds the place of the session to the places before.
  func follow() {
    guard let here, let runtime else { return }
    trail.append(
      Left(
        visit: here, account: connection?.credentials.account.key, steps: runtime.lastingSteps))
  }

  /// Imports a file or folder, and says what came of it wherever the user is then.
  private func importFile(_ path: String) {
    isImporting = true
    Task { [context] in
      let result = await context.importFile(path).map { words, isFeeds, roots, new, changed in
        ImportedFile(
          words: words, place: isFeeds ? SourceAddress(.feeds).id.argument : "", roots: roots,
          new: new, changed: changed)
      }
      isImporting = false
      runtime?.send(.places(.imported(result)))
    }
  }

  /// Goes somewhere; returns false if it can't.
  private func go(to target: PlaceSwitch.Target) -> Bool {
    guard !isGoing else { return true }
    switch target {
    case .before:
      guard let before = trail.last else { return false }
      // Where the user was led, they were before elsewhere: that place stays theirs.
      go(to: before.visit.id, backTo: before) { run in
        run.trail.removeLast()
        if run.wasLed { run.positions = nil }
      }
    case .place(let id, let arrival):
      go(to: id, at: arrival?.post, arrival) { $0.follow() }
    case .here(let actions): beginAgain(with: actions)
    case .account(let account):
      guard account.site != connection?.accountID else {
        go(to: connection?.choice ?? "", as: account) { _ in }
        return true
      }
      go(to: account.site.argument, as: account) { $0.follow() }
    case .page(let address):
      guard connection?.site.has(.opensThreads) == true, let link = SourceLink(address),
        link.isThread
      else { return false }
      go(to: link.source.description, at: link.post, link: link) { $0.follow() }
    }
    return true
  }

  /// Starts the session again where it is, for another account: what is kept depends on it.
  ///
  /// - Parameter actions: what is handled then, such as what the user wanted to do as the other account.
  private func beginAgain(with actions: [Action]) {
    guard let runtime, let connection, !isGoing else { return }
    let state = runtime.renewedState
    let (data, former) = (localData, keys[connection.accountID])
    leave()
    if let data, let former, former != connection.credentials.account.key,
      !context.accounts.has(former, on: connection.accountID)
    {
      Task { await data.removeSeen(by: former) }
    }
    begin(state, connection, at: nil, in: context)
    for action in actions { self.runtime?.send(action) }
  }

  /// Connects to a place, and begins the session there.
  ///
  /// - Parameters:
  ///   - id: what `--server` takes; empty for the user's own server.
  ///   - post: the post to show; nil for where the user was.
  ///   - arrival: how the user is led there; nil if they go by themselves.
  ///   - link: the page that is opened.
  ///   - account: the account, which becomes the current one; nil for that of the last session in this run, or else the
  ///     current one.
  ///   - left: what the user left there, if they go back; another account undoes nothing of it.
  ///   - onLeaving: called before the session ends.
  private func go(
    to id: String, at post: Int? = nil, _ arrival: Arrival? = nil, link: SourceLink? = nil,
    as account: AccountID? = nil, backTo left: Left? = nil,
    onLeaving: @escaping @MainActor (Run) -> Void
  ) {
    guard let runtime else { return }
    isGoing = true
    Task {
      do {
        let choice = id.isEmpty ? nil : try ServerChoice(id)
        let key = try await self.key(of: account, on: choice)
        var next = context.at(choice, link: link, as: key)
        let connection: Connection
        if let own = own(for: id) {
          connection = own
        } else {
          if let feed = try await feed(at: choice, typed: id) { next = context.at(feed, as: nil) }
          connection = try await next.connect()
        }
        guard runtime === self.runtime else {
          isGoing = false
          return await connection.close()
        }
        onLeaving(self)
        var state = runtime.renewedState
        (state.selectsStart, state.arrival) = (link != nil, arrival)
        if let left, left.account == connection.credentials.account.key {
          state.goOn(with: left.steps)
        }
        leave()
        wasLed = arrival != nil
        isGoing = false
        begin(state, connection, at: post, in: next)
        if account != nil, let user = connection.credentials.account.user {
          self.runtime?.send(.noted("You are \(AccountCommand.name(user)) now.", isError: false))
        }
      } catch {
        isGoing = false
        runtime.send(.noted("\(Failure(error))", isError: true))
      }
    }
  }

  /// Returns the feed at an address that was typed, or that its page names; nil at a server, and where one was before.
  ///
  /// - Throws: `Failure` if nothing answers, or something that is neither.
  private func feed(
    at choice: ServerChoice?, typed: String
  ) async throws(Failure) -> ServerChoice? {
    guard case .server(let address)? = choice,
      // To a server a / at the end says nothing, to a feed it may.
      let feed = try? SourceAddress(feeds: ["\(address)" + (typed.hasSuffix("/") ? "/" : "")]),
      !context.places.contains(where: { $0.id == address.id.argument })
    else { return nil }
    let isMissing: Bool
    do throws(APIError) {
      _ = try await context.newest(at: .server(address))
      return nil
    } catch {
      switch error {
      case .status(404, _): isMissing = true
      case .status, .webPage, .unreadable: isMissing = false
      // Nothing answers, and nothing is kept here of a place where the user has never been.
      default: throw Failure(error)
      }
    }
    let posts = try? await context.newest(at: .source(feed))
    if posts?.isEmpty == false { return .source(feed) }
    guard !isMissing else {
      throw Failure("There is no Firefly server at \(address), and no feed.")
    }
    return nil
  }

  /// Returns the key of the account for a session, and makes a chosen one the current one; nil for the current one.
  ///
  /// - Throws: `Failure` if the chosen one is signed out, `AccountFileError`.
  private func key(
    of account: AccountID?, on server: ServerChoice?
  ) async throws -> PersonID? {
    let accounts = context.accounts
    guard let account else {
      guard let id = server?.accountID, let key = keys[id] else { return nil }
      // Another program may have signed it out.
      return accounts.has(key, on: id) ? key : nil
    }
    let chosen = try await BlockingThread.run { () throws(AccountFileError) in
      try accounts.choose(account.person, on: account.site)
    }
    guard let chosen else { throw Failure("That account is signed out here. Sign in again.") }
    return chosen.user.key
  }
}

extension AccountFile {
  /// Whether it has an account of a server.
  fileprivate func has(_ key: PersonID, on server: SiteID) -> Bool {
    (try? accounts(on: server))?.contains { $0.isOf(key) } ?? false
  }
}

extension CommandContext {
  /// Asks a place for its newest posts.
  fileprivate func newest(at choice: ServerChoice) async throws(APIError) -> [Post] {
    let place = at(choice, as: nil)
    guard let connection = try? await place.connect() else { return [] }
    return try await place.client(of: connection).recentPosts("post", .everyone, nil, 1).posts
  }

  /// The accounts that are signed in on this machine, the current one of each server first; it blocks.
  var knownAccounts: [KnownAccount] {
    let all = (try? accounts.all()) ?? [:]
    return all.keys.sorted().flatMap { server in
      let name = ServerChoice.name(of: server.argument)
      return (all[server] ?? []).map { KnownAccount($0.user, on: server, place: name) }
    }
  }

  /// Signs out an account of any server; returns why the server may not know, as a sentence.
  func signOut(_ account: AccountID) async -> Result<String?, LoadFailure> {
    do {
      let server = try ServerChoice(account.site.argument)
      let context = at(server, as: account.person)
      let connection = try await context.connect()
      let data = context.localData(of: connection)
      let result = try await context.session(of: connection).signOut()
      await data.removeSeen(by: account.person)
      return .success(result.complaint)
    } catch {
      return .failure(LoadFailure(.refused, "\(Failure(error))"))
    }
  }

  /// The places where the user can go: their own server, then servers with an account, and servers, sources and
  /// feeds where they were, the last one first; it blocks.
  var places: [PlaceRow] {
    let visits = placesFile.visits
    let accounts = Dictionary(
      ((try? accounts.all()) ?? [:]).map { ($0.argument, $1) },
      uniquingKeysWith: { first, _ in first })
    func detail(_ id: String, _ visit: PlacesFile.Visit?) -> String {
      let new = visit?.new.flatMap { $0 > 0 ? "\($0) new" : nil }
      return [accounts[id]?.first?.user.handle, new].compactMap(\.self).joined(separator: " · ")
    }
    // A feed that is followed is among the others.
    var known = visits.filter { visit in
      guard !visit.id.isEmpty else { return false }
      guard let source = try? SourceAddress.named(visit.id) else { return true }
      return !feedStorage.isFollowed(source)
    }
    func add(_ id: String, _ name: String) {
      if !known.contains(where: { $0.id == id }) { known.append(.init(id: id, name: name)) }
    }
    for server in accounts.keys.sorted() {
      add(server, ServerChoice.name(of: server))
    }
    if let server = configuration.server { add(server.id.argument, "\(server)") }
    if FileManager.default.fileExists(atPath: paths.feeds.path) {
      let feeds = SourceAddress(.feeds)
      add(feeds.description, feeds.name)
    }
    let own = PlaceRow(
      id: "", name: "your own server", detail: detail("", visits.first { $0.id.isEmpty }))
    let new = SourceKind.allCases.compactMap { kind -> PlaceRow? in
      guard let invitation = kind.invitation else { return nil }
      // One may be at several instances.
      if let example = kind.exampleInstance {
        let words = "\(invitation), such as \(example)"
        return PlaceRow(
          id: kind.rawValue, name: "\(kind.name) …", detail: invitation, isNew: true,
          question: .init(start: "\(kind.rawValue):", words: words))
      }
      let id = SourceAddress(kind).description
      guard !known.contains(where: { $0.id == id }) else { return nil }
      return PlaceRow(id: id, name: kind.name, detail: invitation, isNew: true)
    }
    // Two of one name are told apart by their addresses.
    let names = Dictionary(known.map { ($0.name, 1) }, uniquingKeysWith: +)
    let places = known.map { visit in
      let name = names[visit.name] == 1 ? visit.name : visit.id
      return PlaceRow(id: visit.id, name: name, detail: detail(visit.id, visit))
    }
    return [own] + places + new + [.anyServer, .imported]
  }
}
