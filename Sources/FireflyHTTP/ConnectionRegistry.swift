internal import NIOCore

/// The open connections of one server; lives on its event loop.
final class ConnectionRegistry {
  /// What requests are answered on.
  let executor: LoopExecutor
  /// Proxies before the server, which speak for many clients.
  let proxies: [HTTPNetwork]
  private let maximum: Int
  private let maximumPerPeer: Int
  private var connections: [ObjectIdentifier: Connection] = [:]
  /// How many connections each peer has whose number is bounded.
  private var counts: [String: Int] = [:]
  private(set) var isDraining = false
  private var lastNumber = 0
  private var onEmpty: [EventLoopPromise<Void>] = []

  init(_ limits: HTTPLimits, _ proxies: [HTTPNetwork], executor: LoopExecutor) {
    maximum = limits.openConnections
    maximumPerPeer = limits.connectionsPerPeer
    self.proxies = proxies
    self.executor = executor
  }

  /// A number that no other connection has.
  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Takes a new connection in.
  ///
  /// Where its peer has its share, or the table is full, an idle one of those makes room; a slow one only
  /// where the table is full, because each that begins costs an answer.
  /// - Returns: false if there is no room: all others are busy.
  func admit(_ connection: Connection) -> Bool {
    guard !isDraining else { return false }
    let isFull = connections.count >= maximum
    var rivals = Array(connections.values)
    let household = connection.household
    let isShareUsed = household.map { counts[$0, default: 0] >= maximumPerPeer } ?? false
    if isShareUsed { rivals.removeAll { $0.household != household } }
    if isShareUsed || isFull, !makeRoom(among: rivals, evictsSlow: isFull) { return false }
    connections[ObjectIdentifier(connection)] = connection
    if let household { counts[household, default: 0] += 1 }
    return true
  }

  /// Closes the connection that has been idle longest, strangers first; else the slowest stranger.
  ///
  /// - Parameters:
  ///   - connections: those to choose from.
  ///   - evictsSlow: whether a connection that is busy may be chosen.
  /// - Returns: false if there is none.
  private func makeRoom(among connections: [Connection], evictsSlow: Bool) -> Bool {
    let idle = connections.compactMap { one in one.idleSince.map { (one, $0) } }
    let slow = connections.compactMap { one in one.strangersRate.map { (one, $0) } }
    let loser =
      idle.min { !$0.0.isKnown && $1.0.isKnown || $0.0.isKnown == $1.0.isKnown && $0.1 < $1.1 }?.0
      ?? (evictsSlow ? slow.min { $0.1 < $1.1 }?.0 : nil)
    guard let loser else { return false }
    forget(loser)
    loser.close()
    return true
  }

  /// Forgets a connection that is closed.
  func remove(_ connection: Connection) {
    forget(connection)
    if connections.isEmpty { succeed() }
  }

  private func forget(_ connection: Connection) {
    guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil,
      let household = connection.household, let count = counts[household]
    else { return }
    counts[household] = count > 1 ? count - 1 : nil
  }

  /// Closes what is idle, and the others as soon as they have answered.
  /// - Parameter promise: kept when none is open any more.
  func drain(_ promise: EventLoopPromise<Void>) {
    isDraining = true
    onEmpty.append(promise)
    for connection in connections.values { connection.drain() }
    if connections.isEmpty { succeed() }
  }

  /// Closes all, whatever they are doing.
  func closeAll() {
    for connection in connections.values { connection.close() }
  }

  private func succeed() {
    for promise in onEmpty { promise.succeed() }
    onEmpty = []
  }
}
