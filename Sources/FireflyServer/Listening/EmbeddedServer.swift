import FireflyAPI
import FireflyCore
import FireflyHTTP
import FireflyStore
import Foundation
import Logging

/// The server in this program: store, router and socket; by default for this machine only.
///
/// It is protected against web pages in a browser of this machine (`HostGuard`), large requests and
/// slow clients (`HTTPLimits`), unsafe file names, damaged trees, and, unless claimed identities
/// are trusted, impersonation (`Access`).
package actor EmbeddedServer {
  /// Why the server could not start.
  package enum StartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another program is listening on the port.
    case portTaken(Int)
    /// The host is not an address of this machine, or the port needs privileges.
    case cannotListen(host: String, port: Int, reason: String)
    /// The socket is in use, or can't be created.
    case cannotUseSocket(path: String, reason: String)
    /// No private socket could be created.
    case noSocket(reason: String)
    /// The server is already running.
    case alreadyStarted

    /// The reason as a sentence.
    package var description: String {
      switch self {
      case .portTaken(let port): "Port \(port) is in use by another program."
      case .cannotListen(let host, let port, let reason):
        "Can't listen on \(host), port \(port): \(reason)."
      case .cannotUseSocket(let path, let reason):
        "Can't listen on the socket\(path.isEmpty ? "" : " \(path)"): \(reason)."
      case .noSocket(let reason): "Can't create a socket for Firefly's own server: \(reason)."
      case .alreadyStarted: "The server is running already."
      }
    }
  }

  private let store: any Store
  private let folder: URL
  /// The owner of the data, who needs no sign-in.
  package nonisolated let localUser: LocalUser
  /// Whether this server has put the field guide into new data.
  package nonisolated let hasNewGuide: Bool
  /// The ID of the data.
  package nonisolated let identity: String
  private let logger: Logger
  private let limits: HTTPLimits
  private let deliver: Router.CodeDelivery
  private var running: HTTPServer?
  private var hub: EventHub?
  private var operations: Operations?
  private var metricsServer: HTTPServer?
  private var isStarting = false
  /// Removes the file of the socket, if the server has created one.
  private var removeSocket: (@Sendable () -> Void)?

  /// Creates a server for a store, and fills the store on the first run.
  ///
  /// - Parameters:
  ///   - folder: where to create the private socket if the system has no folder for sockets.
  ///   - logger: the log.
  ///   - limits: the limits of clients.
  ///   - deliver: sends sign-in codes; by default they are logged.
  ///   - isForEars: whether the field guide of new data is for people who listen.
  ///   - localUser: called on the first run only.
  /// - Throws: `StoreError`; `ImportError` for a damaged field guide.
  package init(
    store: any Store, folder: URL, logger: Logger, limits: HTTPLimits = HTTPLimits(),
    deliver: Router.CodeDelivery? = nil, isForEars: Bool = false,
    localUser: @Sendable () -> LocalUser = LocalUser.discover
  ) async throws {
    self.store = store
    self.folder = folder
    (self.localUser, hasNewGuide) = try await store.prepareFirstRun(
      isForEars: isForEars, localUser: localUser)
    identity = try await store.identity()
    try await store.purgeDeleted(at: Date())
    self.logger = logger
    self.limits = limits
    self.deliver =
      deliver ?? { code, email in
        logger.notice("The sign-in code for \(email) is \(code), valid for ten minutes.")
      }
  }

  /// Starts listening on a port of this machine.
  ///
  /// - Returns: the URL of the server.
  package func start(
    host: String = "127.0.0.1", port: Int = 0, access: Access = .members(),
    metrics: MetricsAddress = .loopback
  ) async throws(StartError) -> URL {
    let address = try await start(
      on: .tcp(host: host, port: port), access: access, metrics: metrics)
    guard let url = URL(string: Self.location(of: address)) else {
      throw .cannotListen(host: host, port: port, reason: "no such address")
    }
    return url
  }

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - address: a port, a Unix socket, or a socket of the service manager. Any host other than
  ///     a loopback address opens the server to the network, and a Unix socket opens it to all
  ///     users of this machine who can reach its folder.
  ///   - names: additional host names, such as that of a proxy.
  ///   - proxies: trusted proxies, whose forwarded client addresses count.
  ///   - access: who may use the server.
  ///   - quota: how much each user may store and write.
  ///   - metrics: where metrics are served.
  /// - Returns: the address, with the actual port.
  package func start(
    on address: HTTPAddress, names: [String] = [], proxies: [HTTPNetwork] = [],
    access: Access = .members(), quota: Quota = .none, metrics: MetricsAddress = .loopback
  ) async throws(StartError) -> HTTPAddress {
    let limits = limits
    if case .unixSocket(let path) = address {
      if let problem = SocketFolder.problem(at: path) {
        throw .cannotUseSocket(path: path, reason: problem)
      }
      SocketFolder.removeStale(at: path)
    }
    let bound = try await Self.listening(address.resolved) {
      try await self.listen(
        HostGuard(host: address.host, names: names), access, quota, metrics, names
      ) { refuse, handler in
        try await HTTPServer(
          on: address, limits: limits, proxies: proxies, refuse: refuse, handler: handler)
      }.address
    }
    if case .unixSocket(let path) = address {
      // As open as a port on a loopback address; the folder can restrict it.
      chmod(path, 0o666)
      removeSocket = { unlink(path) }
    }
    return bound
  }

  /// Starts listening on a Unix socket that only programs of this user can reach.
  ///
  /// - Parameter environment: names the system's folder for sockets.
  package func startPrivately(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws(StartError) -> ServerAddress {
    var reason = ""
    for candidate in SocketFolder.candidates(environment, data: folder) {
      do {
        let folder = try SocketFolder(candidate)
        folder.removeStale()
        let socket = folder.newSocket()
        let limits = limits
        _ = try await listen(HostGuard(host: "localhost"), .owner(localUser)) { refuse, handler in
          try await HTTPServer(
            on: .unixSocket(path: socket.path), limits: limits, refuse: refuse, handler: handler)
        }
        removeSocket = { socket.remove() }
        return ServerAddress(socket: socket.path)
      } catch let error as StartError {
        throw error
      } catch HTTPListenError.unusable(let words) {
        reason = "\(candidate.path): \(words)"
      } catch {
        reason = "\(error)"
      }
    }
    throw .noSocket(reason: reason)
  }

  /// Stops listening.
  ///
  /// - Parameter grace: how long requests in flight may take before their connections are closed.
  package func stop(grace: Duration = .zero) async {
    let server = running
    running = nil
    let (operations, metricsServer) = (operations, metricsServer)
    self.operations = nil
    self.metricsServer = nil
    operations?.readiness.drain()
    await hub?.close()
    hub = nil
    await server?.stop(grace: grace)
    // Until here, probes are answered with “shutting down”.
    await metricsServer?.stop()
    operations?.detach()
    removeSocket?()
    removeSocket = nil
  }

  /// Waits until the server has stopped.
  package func waitUntilClosed() async { await running?.waitUntilClosed() }

  /// The URL of the listener for metrics; nil if there is none.
  package var metricsURL: URL? {
    metricsServer.flatMap { URL(string: Self.location(of: $0.address) + "/metrics") }
  }

  /// Creates the router, and the server by `bind`.
  private func listen(
    _ hostGuard: HostGuard, _ access: Access, _ quota: Quota = .none,
    _ metrics: MetricsAddress? = nil, _ names: [String] = [],
    _ bind: (@escaping HTTPServer.Refuser, @escaping HTTPServer.Handler) async throws -> HTTPServer
  ) async throws -> HTTPServer {
    guard running == nil, !isStarting else { throw StartError.alreadyStarted }
    isStarting = true
    defer { isStarting = false }
    let hub = EventHub(store, maximum: limits.openConnections / 2)
    let router = Router(
      store: store, hub: hub, access: access, quota: quota, hostGuard: hostGuard, logger: logger,
      deliver: deliver)
    let server: HTTPServer
    if let metrics {
      let operations = Operations(router, hasListener: metrics != .loopback)
      let metricsServer = try await Self.listen(at: metrics, names, operations)
      do {
        server = try await bind(operations.refuse, operations.respond)
      } catch {
        await metricsServer?.stop()
        throw error
      }
      operations.attach(server)
      (self.operations, self.metricsServer) = (operations, metricsServer)
    } else {
      server = try await bind(\.page) { await router.respond(to: $0) }
    }
    running = server
    self.hub = hub
    // In the background; after an error, the next start repeats it.
    Task { [store] in try? await store.sweepPictures(at: Date()) }
    return server
  }
}

extension EmbeddedServer {
  /// Opens the listener for metrics, if there is a separate one.
  /// - Throws: `StartError`.
  private static func listen(
    at address: MetricsAddress, _ names: [String], _ operations: Operations
  ) async throws -> HTTPServer? {
    guard case .listener(let host, let port) = address else { return nil }
    let hostGuard = HostGuard(host: host, names: names)
    var limits = HTTPLimits()
    (limits.connections, limits.peerShare) = (metricsConnections, 1)
    return try await listening(.tcp(host: host, port: port)) { [limits] in
      try await HTTPServer(on: .tcp(host: host, port: port), limits: limits) {
        await operations.respondToScraper($0, hostGuard)
      }
    }
  }

  /// Maximum number of connections to the listener for metrics.
  private static let metricsConnections = 8

  /// Runs `listen`, and converts its errors.
  private nonisolated(nonsending) static func listening<Value>(
    _ address: HTTPAddress, _ listen: () async throws -> Value
  ) async throws(StartError) -> Value {
    let reason: String
    do {
      return try await listen()
    } catch HTTPListenError.addressTaken {
      if case .tcp(_, let port) = address { throw .portTaken(port) }
      reason = "another program is listening there"
    } catch HTTPListenError.unusable(let words) {
      reason = words
    } catch let error as StartError {
      throw error
    } catch {
      reason = "\(error)"
    }
    switch address {
    case .tcp(let host, let port): throw .cannotListen(host: host, port: port, reason: reason)
    case .unixSocket(let path): throw .cannotUseSocket(path: path, reason: reason)
    case .inherited: throw .noSocket(reason: reason)
    }
  }

  /// Returns an address in words: a URL without a path, or `unix:` with the path of the socket.
  package nonisolated static func location(of address: HTTPAddress) -> String {
    switch address.resolved {
    case .tcp(let host, let port): "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    case .unixSocket(let path): "unix:\(path)"
    case .inherited: "the socket of the service manager"
    }
  }
}

extension HTTPAddress {
  /// The address of this machine that requests may name; for sockets `localhost`.
  fileprivate var host: String {
    if case .tcp(let host, _) = resolved { host } else { "localhost" }
  }
}
