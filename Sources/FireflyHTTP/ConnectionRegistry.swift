internal import NIOCore

/// The open connections of one server; lives on its event loop.
final class ConnectionRegistry {
  /// What requests are answered on.
  let executor: LoopExecutor
  private let maximum: Int
  private var connections: [ObjectIdentifier: Connection] = [:]
  private(set) var isDraining = false
  private var lastNumber = 0
  private var onEmpty: [EventLoopPromise<Void>] = []

  /// - `maximum`: connections that are open at a time.
  init(maximum: Int, executor: LoopExecutor) {
    self.maximum = maximum
    self.executor = executor
  }

  /// A number that no other connection has.
  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Takes a new connection in; makes room by closing the one that has been idle longest.
  /// - Returns: false if there is no room: all others are busy.
  func admit(_ connection: Connection) -> Bool {
    guard !isDraining else { return false }
    if connections.count >= maximum {
      let idle = connections.values.filter { $0.idleSince != nil }
      guard let oldest = idle.min(by: { ($0.idleSince ?? .now()) < ($1.idleSince ?? .now()) })
      else { return false }
      connections[ObjectIdentifier(oldest)] = nil
      oldest.close()
    }
    connections[ObjectIdentifier(connection)] = connection
    return true
  }

  /// Forgets a connection that is closed.
  func remove(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    if connections.isEmpty { succeed() }
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
