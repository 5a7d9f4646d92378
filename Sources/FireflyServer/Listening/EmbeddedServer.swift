import FireflyAPI
import FireflyCore
import FireflyHTTP
import Foundation
import Logging

/// The server inside the program: a store behind a router behind a socket, on this machine only
/// by default.
///
/// What it is safe from: pages in a browser of this machine (`HostGuard`), requests of any size and
/// clients of any slowness (`HTTPLimits`), file names that lead elsewhere, broken trees, and, unless
/// claimed identities are trusted, impersonation (`Access`).
public actor EmbeddedServer {
  /// Why the server could not start.
  public enum StartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another program listens there.
    case portTaken(Int)
    /// The host is no address of this machine, or the port needs rights that the user doesn't have.
    case cannotListen(host: String, port: Int, reason: String)
    /// No socket could be made for the program itself.
    case noSocket(reason: String)
    /// The server is running already.
    case alreadyStarted

    /// The reason as a sentence.
    public var description: String {
      switch self {
      case .portTaken(let port): "Port \(port) is taken by another program."
      case .cannotListen(let host, let port, let reason):
        "Can't listen on \(host), port \(port): \(reason)"
      case .noSocket(let reason): "Can't make a socket for Firefly's own server: \(reason)"
      case .alreadyStarted: "The server is running already."
      }
    }
  }

  private let store: any Store
  private let folder: URL
  /// Whose server it is: signed in without a question.
  public nonisolated let localUser: LocalUser
  /// What names the data for good: a random number that was written with it.
  public nonisolated let identity: String
  private let logger: Logger
  private let limits: HTTPLimits
  private let deliver: Router.CodeDelivery
  private var running: HTTPServer?
  private var hub: EventHub?
  private var readiness: Readiness?
  private var isStarting = false
  private var socket: SocketFolder.Socket?

  /// A server for a store, which is filled on the first run.
  ///
  /// - Parameters:
  ///   - store: the posts.
  ///   - folder: where its private socket is made if the system has no folder for sockets.
  ///   - logger: the server's log.
  ///   - limits: what it bears from its clients.
  ///   - deliver: passes sign-in codes on; without it they are logged.
  ///   - localUser: asked on the first run only.
  /// - Throws: `StoreError`, `ImportError` (for a damaged field guide).
  public init(
    store: any Store, folder: URL, logger: Logger, limits: HTTPLimits = HTTPLimits(),
    deliver: Router.CodeDelivery? = nil,
    localUser: @Sendable () -> LocalUser = LocalUser.discover
  ) async throws {
    self.store = store
    self.folder = folder
    self.localUser = try await store.prepareFirstRun(localUser: localUser)
    identity = try await store.identity()
    try await store.forgetDeleted(at: Date())
    self.logger = logger
    self.limits = limits
    self.deliver =
      deliver ?? { code, email in
        logger.notice("The sign-in code for \(email) is \(code), good for ten minutes.")
      }
  }

  /// Listens on a port, and gives back the address to ask.
  ///
  /// - Parameters:
  ///   - host: an address, or `localhost`. Anything but this machine itself opens the server to the
  ///     network.
  ///   - port: 0 takes a free one.
  ///   - names: other names it is reached by, such as that of a proxy before it.
  ///   - proxies: those before it whose word counts for who sends a request.
  ///   - access: who may do what.
  ///   - quota: how much one user may store and write.
  /// - Returns: the address to ask.
  /// - Throws: `StartError`.
  public func start(
    host: String = "127.0.0.1", port: Int = 0, names: [String] = [], proxies: [HTTPNetwork] = [],
    access: Access = .members(), quota: Quota = .none
  ) async throws(StartError) -> URL {
    do {
      let server = try await listen(
        on: .tcp(host: host, port: port), HostGuard(host: host, names: names), access, quota,
        proxies, Operations(readiness: Readiness(store, logger: logger)))
      guard case .tcp(_, let taken) = server.address,
        let url = URL(string: "http://\(host.contains(":") ? "[\(host)]" : host):\(taken)")
      else { throw HTTPListenError.unusable(reason: "no such address") }
      return url
    } catch HTTPListenError.addressTaken {
      throw .portTaken(port)
    } catch HTTPListenError.unusable(let reason) {
      throw .cannotListen(host: host, port: port, reason: reason)
    } catch let error as StartError {
      throw error
    } catch {
      throw .cannotListen(host: host, port: port, reason: "\(error)")
    }
  }

  /// Listens on a Unix socket that only programs of this user can reach, and gives back the address to
  /// ask.
  ///
  /// - Parameter environment: names the folder for such sockets, if the system has one.
  /// - Returns: the address to ask.
  /// - Throws: `StartError`.
  public func startPrivately(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws(StartError) -> ServerAddress {
    var reason = ""
    for place in SocketFolder.candidates(environment, data: folder) {
      do {
        let folder = try SocketFolder(place)
        folder.removeStale()
        let socket = folder.newSocket()
        _ = try await listen(
          on: .unixSocket(path: socket.path), HostGuard(host: "localhost"), .owner(localUser))
        self.socket = socket
        return ServerAddress(socket: socket.path)
      } catch let error as StartError {
        throw error
      } catch HTTPListenError.unusable(let words) {
        reason = "\(place.path): \(words)"
      } catch {
        reason = "\(error)"
      }
    }
    throw .noSocket(reason: reason)
  }

  /// Stops listening.
  ///
  /// - Parameter grace: how long answers under way may take until they are broken off.
  public func stop(grace: Duration = .zero) async {
    let server = running
    running = nil
    readiness?.drain()
    readiness = nil
    await hub?.close()
    hub = nil
    await server?.stop(grace: grace)
    socket?.remove()
    socket = nil
  }

  /// Waits until it listens no more, because it was stopped or can't.
  public func waitUntilClosed() async { await running?.waitUntilClosed() }

  private func listen(
    on address: HTTPAddress, _ hostGuard: HostGuard, _ access: Access,
    _ quota: Quota = .none, _ proxies: [HTTPNetwork] = [], _ operations: Operations? = nil
  ) async throws -> HTTPServer {
    guard running == nil, !isStarting else { throw StartError.alreadyStarted }
    isStarting = true
    defer { isStarting = false }
    let hub = EventHub(store, maximum: limits.openConnections / 2)
    let router = Router(
      store: store, hub: hub, access: access, quota: quota, hostGuard: hostGuard, logger: logger,
      deliver: deliver)
    let server = try await HTTPServer(on: address, limits: limits, proxies: proxies) {
      if let response = await operations?.response(to: $0) { return response }
      return await router.respond(to: $0)
    }
    running = server
    readiness = operations?.readiness
    self.hub = hub
    // In the background; if it fails, the next start does it.
    Task { [store] in try? await store.sweepUploads() }
    return server
  }
}
