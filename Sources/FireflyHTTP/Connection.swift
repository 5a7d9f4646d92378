internal import NIOCore
internal import NIOHTTP1

/// One connection: takes requests one after the other, has them answered, and ends it when the
/// client is silent or wants too much.
///
/// Lives on the event loop.
final class Connection: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = HTTPServerResponsePart

  /// What the connection is doing.
  enum Phase {
    /// Waits for a request.
    case idle(since: NIODeadline)
    /// Has a request answered, whose body may still be arriving.
    case answering
    /// Has answered before the request was over, and takes its rest.
    case lingering(until: NIODeadline)
    /// It is over.
    case closed
  }

  let limits: HTTPLimits
  var phase = Phase.idle(since: .now())
  var context: ChannelHandlerContext?
  /// When it is time to look whether the client still does its part.
  var deadline = NIODeadline.distantFuture
  var alarm: (task: Scheduled<Void>, time: NIODeadline)?
  /// How often in a row too little had moved.
  var strikes = 0
  var bytesReceived = 0
  var bytesWritten = 0
  var bytesMoved = 0
  /// Whether bytes of a head have come, and not all of them.
  var isHeadBegun = false
  /// The body of the request that is being answered.
  var feed: BodyFeed?
  var isRequestWhole = true
  /// Whether nothing comes after the request that is being answered.
  var isLast = false
  /// Whether the request that is being answered only reads.
  var isReading = false
  /// Whether the client has ended its side: mostly it has gone, but it may still listen.
  var isSilent = false
  var hasBegunAnswer = false
  var writer: CheckedContinuation<Void, Never>?

  /// Whose connections are counted together; nil where that is nobody's: a Unix socket, a proxy.
  let household: String?
  /// When the request that is being answered began.
  var begun = NIODeadline.now()

  private let peer: HTTPPeer
  private let ports: HTTPPorts?
  private let number: Int
  private let handler: HTTPServer.Handler
  private let refuser: HTTPServer.Refuser
  private let registry: ConnectionRegistry
  private let standing = HTTPStanding()
  private var isReadPending = false
  private var task: Task<Void, Never>?

  init(
    peer: HTTPPeer, ports: HTTPPorts?, limits: HTTPLimits, registry: ConnectionRegistry,
    handler: @escaping HTTPServer.Handler, refuse: @escaping HTTPServer.Refuser
  ) {
    self.peer = peer
    household =
      peer == .unixSocket || registry.proxies.contains(peer) ? nil : peer.household
    self.ports = ports
    number = registry.nextNumber()
    self.limits = limits
    self.registry = registry
    self.handler = handler
    self.refuser = refuse
  }

  /// Whether a known user has sent a request here.
  var isKnown: Bool { standing.isKnown }

  /// Since when it has waited for a request; nil if it isn't waiting.
  var idleSince: NIODeadline? {
    if case .idle(let since) = phase { since } else { nil }
  }

  /// Ends it at once.
  func close() { context?.close(promise: nil) }

  /// Ends it as soon as the request that is being answered has been.
  func drain() {
    isLast = true
    if case .idle = phase { close() }
  }

  /// Counts bytes that have come.
  /// - Returns: whether they are to be read, rather than dropped.
  func takesBytes(_ count: Int) -> Bool {
    defer { bytesReceived += count }
    switch phase {
    case .idle:
      isHeadBegun = true
      return true
    case .answering:
      guard let feed, bytesReceived - Self.framing * feed.received > limits.headBytes else {
        return true
      }
      // Chunks may have names and values of their own, which nothing reads.
      isLast = true
      feed.end(.malformed)
      return false
    case .lingering, .closed: return false
    }
  }

  // MARK: What the channel tells

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func channelActive(context: ChannelHandlerContext) {
    guard registry.admit(self) else {
      phase = .closed
      return context.close(promise: nil)
    }
    look(within: limits.idleSeconds)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    phase = .closed
    alarm?.task.cancel()
    feed?.end(.interrupted)
    resumeWriter()
    task?.cancel()
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
    if isHeadBegun, case .idle = phase { look(within: limits.headSeconds, atMost: true) }
    if case .lingering = phase, bytesReceived > limits.lingerBytes { close() }
  }

  /// No more is read than the handler takes.
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
    case .answering:
      // A client that has said all it wants may still listen.
      isLast = true
      isSilent = true
      feed?.end(.malformed)
      look(within: limits.silentSeconds, atMost: true)
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

  // MARK: Requests

  private func begin(_ head: HTTPRequestHead) {
    guard let context, case .idle = phase else { return }
    phase = .answering
    isHeadBegun = false
    isRequestWhole = false
    begun = .now()
    // What follows an offer of another protocol is not read as HTTP.
    isLast =
      isLast || !head.isKeepAlive || registry.isDraining || head.method == .CONNECT
      || head.headers.contains(name: "upgrade")
    isReading = head.method == .GET || head.method == .HEAD
    hasBegunAnswer = false
    (strikes, bytesMoved, bytesReceived, bytesWritten) = (0, 0, 0, 0)
    look(within: limits.progressSeconds / 2)
    if let refusal = HeadCheck.refusal(of: head, limits) {
      isLast = true
      return send(refuser(refusal), to: head)
    }
    let isFramed = head.headers.contains(name: "transfer-encoding")
    let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
    if isFramed || length > 0 { feed = makeFeed(length: length, context) }
    if head.headers.first(name: "expect")?.lowercased() == "100-continue", feed != nil,
      length <= limits.bodyBytes
    {
      context.writeAndFlush(
        Self.wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))),
        promise: nil)
    }
    var request = HTTPRequest(
      head.method.rawValue, head.uri, fields: HTTPFields(head.headers),
      peer: registry.proxies.sender(peer, forwarded: head.headers["x-forwarded-for"]),
      body: HTTPBody(feed: feed))
    request.standing = standing
    request.ports = ports
    request.connection = number
    let connection = NIOLoopBound(self, eventLoop: context.eventLoop)
    task = Task(executorPreference: registry.executor) { [handler, request] in
      let response = await handler(request)
      await connection.value.answer(response, to: head)
    }
  }

  private func makeFeed(length: Int, _ context: ChannelHandlerContext) -> BodyFeed {
    let connection = NIOLoopBound(self, eventLoop: context.eventLoop)
    let loop = context.eventLoop
    let feed = BodyFeed(limit: limits.bodyBytes) {
      loop.execute { connection.value.readOn() }
    }
    if length > limits.bodyBytes { feed.end(.tooLarge(limit: limits.bodyBytes)) }
    return feed
  }

  private func readOn() {
    guard isReadPending else { return }
    isReadPending = false
    context?.read()
  }

  private func requestEnded() {
    isRequestWhole = true
    feed?.end(nil)
    if case .lingering = phase { close() }
  }

  /// The answer has been written: on to the next request, or to the end.
  func answered() {
    guard case .answering = phase else { return }
    task = nil
    feed = nil
    if !isRequestWhole {
      phase = .lingering(until: .now() + .seconds(limits.lingerSeconds))
      bytesReceived = 0
      look(within: limits.progressSeconds / 2)
      context?.close(mode: .output, promise: nil)
      readOn()
    } else if isLast {
      close()
    } else {
      phase = .idle(since: .now())
      look(within: limits.idleSeconds)
    }
  }

  /// Bytes that a byte of a body may take on the wire: one a chunk takes six.
  private static let framing = 8

  /// Answers what is no request.
  private func refuse(_ error: HTTPParserError) {
    phase = .answering
    isRequestWhole = false
    send(refuser(HeadCheck.refusal(for: error)), to: nil)
  }
}
