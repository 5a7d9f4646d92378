import FlyingFox
import FlyingSocks
import Foundation
import Logging

/// The server inside the program: the store behind a router behind a socket, on this machine only
/// unless told otherwise.
///
/// What it is safe from: pages in a browser of this machine (`HostGuard`), bodies beyond 16 MB, clients
/// that fall silent, file names that lead elsewhere, broken trees. What it is not safe from: anybody
/// who may connect can read and write as anybody, for the contract knows no passwords, and FlyingFox
/// reads request headers of any length. So offer it to a network only among friends.
public actor EmbeddedServer {
  /// Why the server could not start.
  public enum StartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another program listens there.
    case portTaken(Int)
    /// The host is no address of this machine, or the port needs rights that the user doesn't have.
    case cannotListen(host: String, port: Int, reason: String)
    /// The server is running already.
    case alreadyStarted

    /// The reason as a sentence.
    public var description: String {
      switch self {
      case .portTaken(let port): "Port \(port) is taken by another program."
      case .cannotListen(let host, let port, let reason):
        "Can't listen on \(host), port \(port): \(reason)"
      case .alreadyStarted: "The server is running already."
      }
    }
  }

  /// The posts.
  public nonisolated let store: PostStore
  /// Whose server it is: signed in without a question.
  public nonisolated let localUser: LocalUser
  private let logger: Logger
  private let patience: Duration
  private var running: (server: HTTPServer, task: Task<Void, any Error>)?

  /// A server for the data in a folder, which is filled on the first run.
  ///
  /// - Parameters:
  ///   - localUser: asked on the first run only.
  ///   - patience: how long a client may be silent, and a request may take until its answer begins.
  ///     Also how long after the last request the process may still wake up: a timer of Swift's that
  ///     was cancelled stays until its time. Give a slow network more.
  /// - Throws: `StoreError`, `ImportError` (for a damaged field guide).
  public init(
    folder: URL, logger: Logger, patience: Duration = .seconds(5),
    localUser: () -> LocalUser = LocalUser.discover
  ) throws {
    store = try PostStore(folder: folder)
    self.localUser = try store.prepareFirstRun(localUser: localUser)
    self.logger = logger
    self.patience = patience
  }

  /// Listens, and gives back the address to ask.
  ///
  /// - Parameters:
  ///   - host: an address, or `localhost`. Anything but this machine itself opens the server to the
  ///     network, where it asks nobody for a password.
  ///   - port: 0 takes a free one.
  /// - Throws: `StartError`.
  public func start(host: String = "127.0.0.1", port: Int = 0) async throws(StartError) -> URL {
    guard running == nil else { throw .alreadyStarted }
    let router = Router(
      store: store, host: host, handsBackCodes: Self.isLoopback(host), logger: logger)
    guard let number = UInt16(exactly: port), let configuration = configuration(host, number)
    else { throw .cannotListen(host: host, port: port, reason: "no such address") }
    let server = HTTPServer(config: configuration, handler: SocketHandler(router: router))
    let listening = Task { try await server.waitUntilListening() }
    let task = Task {
      // A failure to bind must not leave the other task waiting.
      defer { listening.cancel() }
      try await server.run()
    }
    running = (server, task)
    if case .success = await listening.result, let address = await server.listeningAddress,
      let url = Self.url(host, address)
    {
      return url
    }
    running = nil
    task.cancel()
    throw Self.startError(await task.result, host: host, port: port)
  }

  /// Stops listening; answers under way are broken off.
  public func stop() async {
    guard let (server, task) = running else { return }
    running = nil
    await server.stop()
    task.cancel()
    _ = await task.result
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  private func configuration(_ host: String, _ port: UInt16) -> HTTPServer.Configuration? {
    let pool = ConnectionPool(base: HTTPServer.defaultPool(), patience: patience)
    let timeout = patience / .seconds(1)
    if host.contains(":") {
      return (try? sockaddr_in6.inet6(ip6: host, port: port)).map {
        HTTPServer.Configuration(address: $0, timeout: timeout, pool: pool, logger: .disabled)
      }
    }
    let address = host == "localhost" ? "127.0.0.1" : host
    return (try? sockaddr_in.inet(ip4: address, port: port)).map {
      HTTPServer.Configuration(address: $0, timeout: timeout, pool: pool, logger: .disabled)
    }
  }

  private static func url(_ host: String, _ address: Socket.Address) -> URL? {
    switch address {
    case .ip4(_, let port): URL(string: "http://\(host):\(port)")
    case .ip6(_, let port): URL(string: "http://[\(host)]:\(port)")
    case .unix: nil
    }
  }

  private static func startError(
    _ result: Result<Void, any Error>, host: String, port: Int
  ) -> StartError {
    guard case .failure(SocketError.failed(_, let code, let message)) = result else {
      return .cannotListen(host: host, port: port, reason: "the server stopped at once")
    }
    return code == EADDRINUSE
      ? .portTaken(port) : .cannotListen(host: host, port: port, reason: message)
  }
}
