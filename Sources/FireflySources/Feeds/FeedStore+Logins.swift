import FireflyAPI
import FireflyCore
import FireflyForeign
import Synchronization

/// Logins that the user has just given: they are kept when a feed was received with them.
final class PendingLogins: Sendable {
  private let logins = Mutex<[String: BasicLogin]>([:])

  /// Returns the login for a server; nil for none.
  subscript(server: String) -> BasicLogin? {
    get { logins.withLock { $0[server] } }
    set { logins.withLock { $0[server] = newValue } }
  }
}

// Feeds that want a name and a password.
extension FeedStore {
  /// Takes a password for the next request to a server.
  func logIn(_ request: PasswordRequest, password: String) {
    pendingLogins[request.server] = BasicLogin(name: request.name, password: password)
  }

  /// Returns the login on the server of an address; nil for none.
  private func login(on server: String) -> BasicLogin? {
    pendingLogins[server] ?? storage.logins.read(server)
  }

  /// Follows a feed by an address with a name.
  ///
  /// - Throws: `APIError.passwordNeeded` if the password is not known, or was refused.
  func follow(
    _ named: NamedFeedAddress, name: String?, folder: String?, in list: FeedList
  ) async throws -> Following {
    let server = named.server.description
    // Without encryption it is asked for, after a warning.
    if let password = named.password, !named.server.isOverheard {
      logIn(named.passwordRequest, password: password)
    }
    let isNew = pendingLogins[server] != nil
    guard login(on: server)?.name == named.name,
      isNew || feed(named.address).facts.isRefused != true
    else { throw APIError.passwordNeeded(named.passwordRequest) }
    defer { pendingLogins[server] = nil }
    if isNew, let refusal = await refusal(of: named.address) { return .none(refusal) }
    let following = try await follow(named.address, name: name, folder: folder, in: list)
    if case .none = following { return following }
    if let login = pendingLogins[server] { try storage.logins.save(login, server) }
    return following
  }

  /// Requests a feed that was received before with another login; returns why that is refused, and leaves the
  /// feed as it was then.
  private func refusal(of address: String) async -> String? {
    let before = feed(address).facts
    guard before.receivedAt != nil || before.failures != nil else { return nil }
    change(address) { facts in
      facts = before
      facts.nextAt = 0
    }
    _ = await refresh([address])
    let facts = feed(address).facts
    guard facts.isRefused == true, let failure = facts.failure else { return nil }
    change(address) { $0 = before }
    return failure
  }

  /// Why a feed that wants a name and a password could not be loaded.
  func loginProblem(of address: String) -> String {
    let server = (try? Self.server(of: address))?.description ?? ""
    guard let login = login(on: server) else {
      return "It wants a name and a password (401). To give them: "
        + "firefly feed add \(Self.named("NAME", in: address))"
    }
    return "The server refuses the password of \(login.name) (401). To give it again: "
      + "firefly feed add \(Self.named(login.name, in: address))"
  }

  static func named(_ name: String, in address: String) -> String {
    guard let end = address.range(of: "://")?.upperBound else { return address }
    return address[..<end] + name.percentEncoded + "@" + address[end...]
  }
}

extension FeedStorage {
  /// Maximum number of lines that are named.
  private static let maximumLines = 5

  /// Keeps a password that an address has, unless the server has one; returns whether the login is known now.
  func keep(_ named: NamedFeedAddress) -> Bool {
    let server = named.server.description
    if let password = named.password, !named.server.isOverheard, logins.read(server) == nil {
      try? logins.save(BasicLogin(name: named.name, password: password), server)
    }
    return logins.read(server)?.name == named.name
  }

  /// Takes the passwords that the list has in its addresses out of it.
  ///
  /// - Returns: sentences about the lines that can't be used as they are.
  package func takeLogins() -> [String] {
    let list = FeedList(list)
    var (taken, sentences): (Set<String>, [String]) = ([], [])
    for line in list.oddLines {
      let place = "feeds.txt, line \(line.number): "
      switch line.fault {
      case .folder(let cut): sentences.append(place + cut)
      case .login(let named) where keep(named): taken.insert(named.address)
      case .login(let named):
        sentences.append("\(place)to give its password: firefly feed add \(named.shown)")
      case .address(let words):
        sentences.append(place + FeedList.refusal(of: words))
      }
    }
    if !taken.isEmpty { try? list.removeLogins(of: taken) }
    guard sentences.count > Self.maximumLines else { return sentences }
    let left = sentences.count - Self.maximumLines
    return sentences.prefix(Self.maximumLines)
      + ["feeds.txt: \(Counted.words(left, "more line")) can't be used as they are."]
  }
}

extension NamedFeedAddress {
  /// The address with the name, and without the password.
  var shown: String { FeedStore.named(name, in: address) }

  /// What to ask for the password.
  var passwordRequest: PasswordRequest {
    PasswordRequest(name: name, server: server.description, isOverheard: server.isOverheard)
  }
}
