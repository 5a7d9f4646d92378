internal import NIOCore
internal import NIOHTTP1

// The requests of a connection, one after another.
extension HTTPConnection {
  func begin(_ head: HTTPRequestHead) {
    guard let context, case .idle = phase else { return }
    phase = .answering
    isHeadBegun = false
    isRequestWhole = false
    begun = .now()
    // After a request to upgrade the protocol, nothing else is read as HTTP.
    // HTTP/1.0 knows no chunks: a proxy may see another end of the request.
    let isOldWithChunks =
      head.version == .http1_0 && head.headers.contains(name: "transfer-encoding")
    isLast =
      isLast || isOldWithChunks || !head.isKeepAlive || registry.isDraining
      || head.method == .CONNECT
      || head.headers.contains(name: "upgrade")
    isReading = head.method == .GET || head.method == .HEAD
    hasBegunAnswer = false
    isOpenEnded = false
    (strikes, bytesMoved, bytesReceived, bytesWritten) = (0, 0, 0, 0)
    scheduleCheck(within: limits.progressSeconds / 2)
    if let refusal = HeadCheck.refusal(of: head, limits) {
      isLast = true
      return send(refuser(refusal), to: head)
    }
    let sender = registry.proxies.sender(peer, forwarded: head.headers["x-forwarded-for"])
    let client = HTTPClientStatus(registry.shares)
    self.client = client
    // The proxy itself asks only whether the server is ready. A Unix socket has no addresses.
    if case .network = sender, !isProxied || sender != peer,
      !client.count(for: .address(sender.subnet))
    {
      return send(refuser(.tooManyRequests), to: head)
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
    var fields = HTTPFields(head.headers)
    var target = head.uri
    if let whole = AbsoluteTarget(target) {
      target = whole.target
      fields["Host"] = whole.host
    }
    var request = HTTPRequest(
      head.method.rawValue, target, fields: fields, peer: sender, body: HTTPBody(feed: feed))
    request.isProxied = isProxied
    request.clientStatus = client
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
      loop.execute { connection.value.resumeReading() }
    }
    if length > limits.bodyBytes { feed.end(.tooLarge(limit: limits.bodyBytes)) }
    return feed
  }

  private func resumeReading() {
    guard isReadPending else { return }
    isReadPending = false
    context?.read()
  }

  func requestEnded() {
    isRequestWhole = true
    feed?.end(nil)
    if case .lingering = phase { close() }
  }

  /// Called when the response has been written: continues with the next request, or closes.
  func answered() {
    guard case .answering = phase else { return }
    task = nil
    feed = nil
    // More requests than its share are not read to their end.
    if !isRequestWhole, client?.isRefused == true { return close() }
    if !isRequestWhole {
      phase = .lingering(until: .now() + .seconds(limits.lingerSeconds))
      bytesReceived = 0
      scheduleCheck(within: limits.progressSeconds / 2)
      context?.close(mode: .output, promise: nil)
      resumeReading()
    } else if isLast {
      close()
    } else {
      requestIsOver()
      phase = .idle(since: .now())
      scheduleCheck(within: limits.idleSeconds)
    }
  }

  func requestIsOver() {
    // A proxy forwards requests of many clients over one connection.
    if !isProxied, client?.isKnown == true { wasKnown = true }
    client?.end()
    client = nil
  }

  /// Responds to an invalid request.
  func refuse(_ error: HTTPParserError) {
    phase = .answering
    isRequestWhole = false
    send(refuser(HeadCheck.refusal(for: error)), to: nil)
  }
}
