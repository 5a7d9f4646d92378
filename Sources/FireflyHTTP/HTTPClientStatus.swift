import Synchronization

/// The client of one request, as far as it is known: its address, and its account once the handler has
/// identified it.
package final class HTTPClientStatus: Sendable {
  /// Seconds after which a client that has its share may try again.
  package static let retrySeconds = 5

  private struct State {
    /// The clients that this request counts for.
    var clients: [HTTPClient] = []
    var isKnown = false
    var isRefused = false
    var isOver = false
  }

  private let shares: HTTPShares
  private let state = Mutex(State())

  /// Creates the status of a new request.
  ///
  /// - Parameter shares: counts the requests of each client.
  init(_ shares: HTTPShares) { self.shares = shares }

  /// Marks the client as a known user, who gives way after strangers when connections run out.
  ///
  /// - Parameter account: the unique name of the user's account.
  /// - Returns: false if the account already has its share of requests at a time: then the request is to be
  ///   refused.
  package func identify(_ account: String) -> Bool {
    state.withLock { $0.isKnown = true }
    return count(for: .account(account))
  }

  /// Counts the request for a client until it is over.
  ///
  /// - Returns: false if the client already has its share.
  func count(for client: HTTPClient) -> Bool {
    state.withLock { state in
      // The connection may be closed while the handler works.
      guard !state.isOver, !state.clients.contains(client) else { return true }
      guard shares.begin(client) else {
        state.isRefused = true
        return false
      }
      state.clients.append(client)
      return true
    }
  }

  /// Ends the count: the request is over, or an event stream, of which handlers limit the number.
  func end() {
    let clients = state.withLock { state in
      defer { (state.clients, state.isOver) = ([], true) }
      return state.clients
    }
    for client in clients { shares.end(client) }
  }

  /// Whether the client is a known user.
  var isKnown: Bool { state.withLock(\.isKnown) }

  /// Whether the client has more requests at a time than its share.
  var isRefused: Bool { state.withLock(\.isRefused) }

  /// The number of requests that the client has at this time: those of its account, or else of its address.
  package var requests: Int {
    state.withLock(\.clients).last.map(shares.requests) ?? 0
  }
}

/// Who is behind a request.
enum HTTPClient: Hashable, Sendable {
  /// A subnet; behind a trusted proxy, the one that it names.
  case address(String)
  /// An account, wherever its user is.
  case account(String)
}

/// The number of requests at a time of each client.
final class HTTPShares: Sendable {
  private let maximum: Int
  private let counts = Mutex<[HTTPClient: Int]>([:])

  /// Creates empty counts.
  ///
  /// - Parameter maximum: requests at a time that a client may have.
  init(maximum: Int) { self.maximum = maximum }

  /// Counts a request; returns false if the client already has its share.
  func begin(_ client: HTTPClient) -> Bool {
    counts.withLock { counts in
      guard counts[client, default: 0] < maximum else { return false }
      counts[client, default: 0] += 1
      return true
    }
  }

  /// Ends a request that was counted.
  func end(_ client: HTTPClient) {
    counts.withLock { counts in
      guard let count = counts[client] else { return }
      counts[client] = count > 1 ? count - 1 : nil
    }
  }

  /// The number of requests of a client.
  func requests(of client: HTTPClient) -> Int { counts.withLock { $0[client, default: 0] } }
}
