internal import NIOCore

/// The open connections of one server; lives on its event loop.
final class HTTPConnectionRegistry {
  /// The executor of the request handlers.
  let executor: LoopExecutor
  /// Trusted proxies, which forward many clients.
  let proxies: [HTTPNetwork]
  /// The requests at a time of each client.
  let shares: HTTPShares
  private let maximum: Int
  private let maximumPerPeer: Int
  private var connections: [ObjectIdentifier: HTTPConnection] = [:]
  /// Number of connections of each client with a limit.
  private var counts: [String: Int] = [:]
  private(set) var isDraining = false
  private var lastNumber = 0
  private var onEmpty: [EventLoopPromise<Void>] = []

  init(_ limits: HTTPLimits, _ proxies: [HTTPNetwork], executor: LoopExecutor) {
    maximum = limits.openConnections
    maximumPerPeer = limits.connectionsPerPeer
    shares = HTTPShares(maximum: limits.connectionsPerPeer)
    self.proxies = proxies
    self.executor = executor
  }

  /// Number of open connections.
  var count: Int { connections.count }

  /// Returns a unique number for a connection.
  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a new connection.
  ///
  /// If its client is at its limit or the table is full, closes another one first: an idle one, or, only if
  /// the table is full, a slow one. Each new request costs a response, however slowly it is read.
  ///
  /// - Returns: false if all others are busy.
  func admit(_ connection: HTTPConnection) -> Bool {
    guard !isDraining else { return false }
    let isFull = connections.count >= maximum
    let subnet = connection.subnet
    let isShareUsed = subnet.map { counts[$0, default: 0] >= maximumPerPeer } ?? false
    if isShareUsed || isFull {
      let candidates = connections.values.filter { !isShareUsed || $0.subnet == subnet }
      guard makeRoom(among: candidates, evictsSlow: isFull) else { return false }
    }
    connections[ObjectIdentifier(connection)] = connection
    if let subnet { counts[subnet, default: 0] += 1 }
    return true
  }

  /// Closes the connection that has been idle longest, anonymous clients first; else, among clients that
  /// delay their responses, an anonymous one, then one of those with the most requests, then the slowest.
  ///
  /// - Parameters:
  ///   - connections: the candidates.
  ///   - evictsSlow: whether a busy connection may be closed.
  /// - Returns: false if there is none.
  private func makeRoom(among connections: [HTTPConnection], evictsSlow: Bool) -> Bool {
    let idle = connections.compactMap { one in one.idleSince.map { (one, $0) } }
    let evicted =
      idle.min { !$0.0.isKnown && $1.0.isKnown || $0.0.isKnown == $1.0.isKnown && $0.1 < $1.1 }?.0
      ?? (evictsSlow ? Self.slowest(of: connections) : nil)
    guard let evicted else { return false }
    forget(evicted)
    evicted.close()
    return true
  }

  private static func slowest(of connections: [HTTPConnection]) -> HTTPConnection? {
    let slow = connections.compactMap { one in
      one.slowness.map { rate in
        (one, rank: (one.isKnown ? 1 : 0, -(one.client?.requests ?? 0), rate))
      }
    }
    return slow.min { $0.rank < $1.rank }?.0
  }

  func remove(_ connection: HTTPConnection) {
    forget(connection)
    if connections.isEmpty { succeed() }
  }

  private func forget(_ connection: HTTPConnection) {
    guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil,
      let subnet = connection.subnet, let count = counts[subnet]
    else { return }
    counts[subnet] = count > 1 ? count - 1 : nil
  }

  /// Closes idle connections, and the others after their current request.
  /// - Parameter promise: fulfilled when all connections are closed.
  func drain(_ promise: EventLoopPromise<Void>) {
    isDraining = true
    onEmpty.append(promise)
    for connection in connections.values { connection.drain() }
    if connections.isEmpty { succeed() }
  }

  /// Closes all connections at once.
  func closeAll() {
    for connection in connections.values { connection.close() }
  }

  private func succeed() {
    for promise in onEmpty { promise.succeed() }
    onEmpty = []
  }
}
