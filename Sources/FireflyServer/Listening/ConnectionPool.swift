import FlyingSocks
import Foundation

/// FlyingFox's pool of sockets, with two habits of our own: small writes are sent at once, and a client
/// that says nothing for a while is hung up on.
struct ConnectionPool: AsyncSocketPool {
  let base: any AsyncSocketPool
  /// How long a client may be silent.
  let patience: Duration

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    guard events.contains(.read), (try? socket.remotePeer()) != nil else {
      // Without a peer it is the listening socket, and what it accepts inherits its options. Without
      // this, the second write of an answer can wait 44 ms for the first to be acknowledged.
      let noDelay = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
      if events.contains(.read) { try? socket.setValue(true, for: noDelay) }
      return try await base.suspendSocket(socket, untilReadyFor: events)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await base.suspendSocket(socket, untilReadyFor: events) }
      group.addTask {
        try await Task.sleep(for: patience)
        throw SocketError.timeout(message: "silent client")
      }
      try await group.next()
      group.cancelAll()
    }
  }
}
