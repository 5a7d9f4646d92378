internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// A server that listens on one address and passes each request to a closure.
///
/// It runs on one thread, which sleeps while there are no requests. Connections are kept alive,
/// within `HTTPLimits`.
package final class HTTPServer: Sendable {
  /// Responds to a request.
  ///
  /// Runs on the server's thread until it awaits another executor, so it must not block. It is
  /// cancelled when the client disconnects.
  package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  /// Creates the response to input that is not a valid request.
  package typealias Refuser = @Sendable (HTTPRefusal) -> HTTPResponse

  /// The address, with the actual port.
  package let address: HTTPAddress
  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let registry: NIOLoopBound<HTTPConnectionRegistry>
  private let executor: LoopExecutor

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - proxies: trusted proxies, whose `X-Forwarded-For` names the clients.
  ///   - refuse: creates the responses to invalid requests; by default web pages.
  ///   - handler: responds to requests.
  /// - Throws: `HTTPListenError`.
  package init(
    on address: HTTPAddress, limits: HTTPLimits = HTTPLimits(), proxies: [HTTPNetwork] = [],
    refuse: @escaping Refuser = { $0.page }, handler: @escaping Handler
  ) async throws(HTTPListenError) {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      let loop = group.next()
      let executor = LoopExecutor(loop)
      let registry = try await loop.submit {
        NIOLoopBound(
          HTTPConnectionRegistry(limits, proxies, executor: executor), eventLoop: loop)
      }.get()
      let bootstrap = Self.bootstrap(group, address) { channel in
        channel.eventLoop.makeCompletedFuture {
          try Self.prepare(channel, limits, registry.value, handler, refuse)
        }
      }
      channel = try await Self.bind(bootstrap, to: address)
      self.address = Self.bound(address, channel)
      self.group = group
      self.registry = registry
      self.executor = executor
    } catch {
      try? await group.shutdownGracefully()
      throw HTTPListenError(error)
    }
  }

  /// Stops listening and closes all connections: idle ones at once, busy ones after their current
  /// request, within `grace`.
  package func stop(grace: Duration = .zero) async {
    try? await channel.close().get()
    let loop = channel.eventLoop
    let registry = registry
    let drained = loop.makePromise(of: Void.self)
    loop.execute { registry.value.drain(drained) }
    let limit = loop.scheduleTask(in: .nanoseconds(Int64(grace / .nanoseconds(1)))) {
      registry.value.closeAll()
    }
    try? await drained.futureResult.get()
    limit.cancel()
    executor.end()
    try? await group.shutdownGracefully()
  }

  /// The number of open connections; 0 after the server has stopped.
  package var connections: Int {
    get async {
      let registry = registry
      return (try? await channel.eventLoop.submit { registry.value.count }.get()) ?? 0
    }
  }

  /// Waits until the server has stopped, for whatever reason.
  package func waitUntilClosed() async {
    try? await channel.closeFuture.get()
  }

  private static func bootstrap(
    _ group: MultiThreadedEventLoopGroup, _ address: HTTPAddress,
    prepare: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
  ) -> ServerBootstrap {
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 512)
      .childChannelInitializer(prepare)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 32 << 10, high: 128 << 10))
    guard case .tcp = address.resolved else { return bootstrap }
    return
      bootstrap
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      // Without this, the second write of a response can wait 44 ms for the acknowledgement of the
      // first.
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      // The system detects a client that has vanished, without waking the process.
      .childChannelOption(.socketOption(.so_keepalive), value: 1)
      .childChannelOption(.tcpOption(.init(rawValue: TCP_KEEPIDLE)), value: 60)
  }

  private static func prepare(
    _ channel: any Channel, _ limits: HTTPLimits, _ registry: HTTPConnectionRegistry,
    _ handler: @escaping Handler, _ refuse: @escaping Refuser
  ) throws {
    var bounds = NIOHTTPDecoderLimitConfiguration()
    bounds.maxHeaderFieldSize = limits.fieldBytes
    bounds.maxHeaderListSize = limits.headBytes
    bounds.maxHeaderFieldCount = limits.fields
    let peer = channel.remoteAddress?.ipAddress.map(HTTPPeer.network) ?? .unixSocket
    let ports = channel.remoteAddress?.port.flatMap { peer in
      channel.localAddress?.port.map { HTTPPorts(own: $0, peer: peer) }
    }
    let connection = HTTPConnection(
      peer: peer, ports: ports, limits: limits, registry: registry, handler: handler,
      refuse: refuse)
    let pipeline = channel.pipeline.syncOperations
    var framing = HTTPResponseEncoder.Configuration()
    framing.automaticallySetFramingHeaders = false
    try pipeline.addHandler(InputGate(before: connection))
    try pipeline.addHandler(HTTPResponseEncoder(configuration: framing))
    try pipeline.addHandler(
      ByteToMessageHandler(
        HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: bounds)))
    try pipeline.addHandler(HTTPServerPipelineHandler())
    try pipeline.addHandler(connection)
  }

  private static func bind(
    _ bootstrap: ServerBootstrap, to address: HTTPAddress
  ) async throws -> any Channel {
    switch address {
    case .tcp(let host, let port):
      let name = host == "localhost" ? "127.0.0.1" : host
      guard (0...65_535).contains(port) else {
        throw HTTPListenError.unusable(reason: "no such port")
      }
      // Host names are not resolved: they may change.
      guard let socketAddress = try? SocketAddress(ipAddress: name, port: port) else {
        throw HTTPListenError.unusable(reason: "no such address")
      }
      return try await bootstrap.bind(to: socketAddress).get()
    case .unixSocket(let path):
      return try await bootstrap.bind(unixDomainSocketPath: path).get()
    case .inherited(let descriptor):
      return try await bootstrap.withBoundSocket(descriptor).get()
    }
  }

  private static func bound(_ address: HTTPAddress, _ channel: any Channel) -> HTTPAddress {
    guard case .tcp(let host, _) = address.resolved else { return address.resolved }
    return .tcp(host: host, port: channel.localAddress?.port ?? 0)
  }
}

extension HTTPListenError {
  fileprivate init(_ error: any Error) {
    switch error {
    case let error as HTTPListenError: self = error
    case let error as IOError where error.errnoCode == EADDRINUSE: self = .addressTaken
    case let error as IOError:
      self = .unusable(reason: String(cString: strerror(error.errnoCode)))
    default: self = .unusable(reason: "\(error)")
    }
  }
}
