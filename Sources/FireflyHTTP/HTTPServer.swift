internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// A server: listens at one address, and has each request answered by a closure.
///
/// It runs on one thread, which sleeps while nobody asks. Connections are kept alive; what they may cost
/// is bounded by `HTTPLimits`.
public final class HTTPServer: Sendable {
  /// Answers a request.
  ///
  /// Runs on the server's own thread until it waits for another one, so that what takes long is
  /// done elsewhere. Is cancelled if the client goes.
  public typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  /// Says what was wrong to who has sent what no handler gets to see.
  public typealias Refuser = @Sendable (HTTPRefusal) -> HTTPResponse

  /// Where it listens, with the port that was taken.
  public let address: HTTPAddress
  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let registry: NIOLoopBound<ConnectionRegistry>

  /// Begins to listen.
  ///
  /// - `proxies`: before this server; who sends a request is what they say in `X-Forwarded-For`.
  /// - `refuse`: makes the answers to what is no request; pages for people if nothing else is said.
  /// - Throws: `HTTPListenError`.
  public init(
    on address: HTTPAddress, limits: HTTPLimits = HTTPLimits(), proxies: [HTTPNetwork] = [],
    refuse: @escaping Refuser = { $0.page }, handler: @escaping Handler
  ) async throws(HTTPListenError) {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      let loop = group.next()
      let registry = try await loop.submit {
        NIOLoopBound(
          ConnectionRegistry(limits, proxies, executor: LoopExecutor(loop)), eventLoop: loop)
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
    } catch {
      try? await group.shutdownGracefully()
      throw HTTPListenError(error)
    }
  }

  /// Listens no more, and closes all connections: those that are being answered when they have been, at
  /// most `grace` later.
  public func stop(grace: Duration = .zero) async {
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
    try? await group.shutdownGracefully()
  }

  /// Waits until it listens no more, because it was stopped or can't.
  public func waitUntilClosed() async {
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
    guard case .tcp = address else { return bootstrap }
    return
      bootstrap
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      // Without this, the second write of an answer can wait 44 ms for the first to be acknowledged.
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      // A client that has gone without a word is noticed by the system, which wakes nobody for that.
      .childChannelOption(.socketOption(.so_keepalive), value: 1)
      .childChannelOption(.tcpOption(.init(rawValue: TCP_KEEPIDLE)), value: 60)
  }

  private static func prepare(
    _ channel: any Channel, _ limits: HTTPLimits, _ registry: ConnectionRegistry,
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
    let connection = Connection(
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
      // Names are not looked up: what they mean may change.
      guard let place = try? SocketAddress(ipAddress: name, port: port) else {
        throw HTTPListenError.unusable(reason: "no such address")
      }
      return try await bootstrap.bind(to: place).get()
    case .unixSocket(let path):
      return try await bootstrap.bind(unixDomainSocketPath: path).get()
    }
  }

  private static func bound(_ address: HTTPAddress, _ channel: any Channel) -> HTTPAddress {
    guard case .tcp(let host, _) = address else { return address }
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
