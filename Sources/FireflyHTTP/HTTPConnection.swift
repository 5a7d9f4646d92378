internal import NIOCore
internal import NIOHTTP1

/// One connection: reads requests one after another, passes them to the handler, and closes when
/// the client is idle or exceeds a limit.
///
/// Lives on the event loop.
final class HTTPConnection: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = HTTPServerResponsePart

  /// The state of the connection.
  enum Phase {
    /// Waits for a request.
    case idle(since: NIODeadline)
    /// Is processing a request, whose body may still be arriving.
    case answering
    /// Has responded before the end of the request, and discards the rest.
    case lingering(until: NIODeadline)
    case closed
  }

  let limits: HTTPLimits
  var phase = Phase.idle(since: .now())
  var context: ChannelHandlerContext?
  /// The time of the next progress check.
  var deadline = NIODeadline.distantFuture
  var alarm: (task: Scheduled<Void>, time: NIODeadline)?
  /// Number of consecutive checks without enough progress.
  var strikes = 0
  var bytesReceived = 0
  var bytesWritten = 0
  var bytesMoved = 0
  /// Whether a header has arrived in part.
  var isHeadBegun = false
  /// The body of the current request.
  var feed: BodyFeed?
  var isRequestWhole = true
  /// Whether to close the connection after the current request.
  var isLast = false
  /// Whether the current request only reads.
  var isReading = false
  /// Whether the client has closed its side: usually it has gone, but it may still be reading.
  var isSilent = false
  var hasBegunAnswer = false
  /// Whether the current response is open-ended: it may have nothing to write for hours, so that only the
  /// client's end shows that it has gone.
  var isOpenEnded = false
  var writer: CheckedContinuation<Void, Never>?

  /// The key for counting connections per client; nil if there is no limit: for Unix sockets and
  /// proxies.
  let subnet: String?
  /// The start time of the current request.
  var begun = NIODeadline.now()

  let peer: HTTPPeer
  /// Whether the other end is a trusted proxy.
  let isProxied: Bool
  let ports: HTTPPorts?
  let number: Int
  let handler: HTTPServer.Handler
  let refuser: HTTPServer.Refuser
  let registry: HTTPConnectionRegistry
  /// The client of the current request.
  var client: HTTPClientStatus?
  /// Whether an earlier request of this connection came from a known user.
  var wasKnown = false
  var isReadPending = false
  var task: Task<Void, Never>?

  init(
    peer: HTTPPeer, ports: HTTPPorts?, limits: HTTPLimits, registry: HTTPConnectionRegistry,
    handler: @escaping HTTPServer.Handler, refuse: @escaping HTTPServer.Refuser
  ) {
    self.peer = peer
    isProxied = registry.proxies.contains(peer)
    subnet = peer == .unixSocket || isProxied ? nil : peer.subnet
    self.ports = ports
    number = registry.nextNumber()
    self.limits = limits
    self.registry = registry
    self.handler = handler
    self.refuser = refuse
  }

  /// Whether the client is a known user.
  var isKnown: Bool { wasKnown || client?.isKnown == true }

  /// The time since which it has been idle; nil if it is busy.
  var idleSince: NIODeadline? {
    if case .idle(let since) = phase { since } else { nil }
  }

  /// Closes the connection at once.
  func close() { context?.close(promise: nil) }

  /// Closes the connection after the current request.
  func drain() {
    isLast = true
    if case .idle = phase { close() }
  }

  /// Maximum overhead of a body byte on the wire: chunks of one byte take six.
  private static let framing = 8

  /// Counts bytes that have arrived.
  /// - Parameter count: the number of bytes.
  /// - Returns: whether to read them, rather than drop them.
  func acceptsBytes(_ count: Int) -> Bool {
    defer { bytesReceived += count }
    switch phase {
    case .idle:
      isHeadBegun = true
      return true
    case .answering:
      guard let feed, bytesReceived - Self.framing * feed.received > limits.headBytes else {
        return true
      }
      // Chunk extensions and trailers would be read without a limit.
      isLast = true
      feed.end(.malformed)
      return false
    case .lingering, .closed: return false
    }
  }

  // MARK: Channel events

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func channelActive(context: ChannelHandlerContext) {
    guard registry.admit(self) else {
      phase = .closed
      return context.close(promise: nil)
    }
    scheduleCheck(within: limits.idleSeconds)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    phase = .closed
    alarm?.task.cancel()
    feed?.end(.interrupted)
    resumeWriter()
    task?.cancel()
    requestIsOver()
    registry.remove(self)
    self.context = nil
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch Self.unwrapInboundIn(data) {
    case .head(let head): begin(head)
    case .body(let buffer): feed?.append(buffer)
    case .end: requestEnded()
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if isHeadBegun, case .idle = phase { scheduleCheck(within: limits.headSeconds, atMost: true) }
    if case .lingering = phase, bytesReceived > limits.lingerBytes { close() }
  }

  /// Reads no more than the handler consumes.
  func read(context: ChannelHandlerContext) {
    if feed?.isFull == true {
      isReadPending = true
    } else {
      context.read()
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { resumeWriter() }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event as? ChannelEvent == .inputClosed else {
      return context.fireUserInboundEventTriggered(event)
    }
    switch phase {
    case .idle, .lingering: close()
    case .answering where isOpenEnded: close()
    case .answering:
      // A client that has closed its side may still be reading.
      isLast = true
      isSilent = true
      feed?.end(.malformed)
      scheduleCheck(within: limits.silentSeconds, atMost: true)
    case .closed: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return close() }
    isLast = true
    switch phase {
    case .idle: refuse(error)
    case .answering: feed?.end(.malformed)
    case .lingering, .closed: close()
    }
  }
}
