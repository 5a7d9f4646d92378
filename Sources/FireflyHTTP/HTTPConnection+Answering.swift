internal import NIOCore
internal import NIOHTTP1

extension HTTPConnection {
  /// Sends the response, in chunks if it is a stream, at the client's speed.
  func answer(_ response: HTTPResponse, to request: HTTPRequestHead) async {
    guard case .answering = phase, context != nil else { return }
    guard case .stream(let length, let next) = response.body, request.method != .HEAD else {
      return send(response, to: request)
    }
    writeHead(response, to: request, length: length)
    var left = length ?? .max
    if response.isOpenEnded {
      guard !isSilent else { return close() }
      isOpenEnded = true
      client?.end()
      stopChecksIfReceived()
    }
    do {
      while let piece = try await next() {
        guard let context else { return }
        if piece.isEmpty { continue }
        left -= piece.count
        guard left >= 0 else { return close() }
        write(piece)
        context.flush()
        if !context.channel.isWritable {
          await withCheckedContinuation { writer = $0 }
        }
        guard case .answering = phase else { return }
        if response.isOpenEnded { stopChecksIfReceived() }
      }
      if length == nil || left == 0 { end() } else { close() }
    } catch {
      // Without the last chunk, the client knows that the response is incomplete.
      close()
    }
  }

  /// Sends a complete response.
  func send(_ response: HTTPResponse, to request: HTTPRequestHead?) {
    guard let context else { return }
    switch response.body {
    case .bytes(let bytes):
      writeHead(response, to: request, length: bytes.count)
      guard request?.method != .HEAD, !bytes.isEmpty else { break }
      guard bytes.count > Self.quickBytes else {
        write(bytes)
        break
      }
      // Watches the client's speed until it has received everything.
      let connection = NIOLoopBound(self, eventLoop: context.eventLoop)
      let sent = context.eventLoop.makePromise(of: Void.self)
      sent.futureResult.whenComplete { _ in connection.value.end() }
      write(bytes, sent)
      return context.flush()
    case .stream(let length, _): writeHead(response, to: request, length: length)
    }
    end()
  }

  func resumeWriter() {
    writer?.resume()
    writer = nil
  }

  /// Writes the response header.
  ///
  /// - Parameters:
  ///   - request: the request; nil if it is invalid.
  ///   - length: the length of the body; nil if unknown.
  private func writeHead(_ response: HTTPResponse, to request: HTTPRequestHead?, length: Int?) {
    isLast = isLast || !isRequestWhole
    hasBegunAnswer = true
    var headers = response.fields.headers
    // HTTP/1.0 has no chunks: closing the connection ends the response.
    let isOld = request?.version == .http1_0
    if response.status == 304 || response.status == 204 {
      // Neither a body nor a length.
    } else if let length {
      headers.add(name: "Content-Length", value: String(length))
    } else if request?.method == .HEAD {
      // There isn't even a last chunk.
    } else if !isOld {
      headers.add(name: "Transfer-Encoding", value: "chunked")
    } else {
      isLast = true
    }
    if isLast {
      headers.add(name: "Connection", value: "close")
    } else if isOld {
      headers.add(name: "Connection", value: "keep-alive")
    }
    let head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: response.status),
      headers: headers)
    bytesWritten += 128
    context?.write(Self.wrapOutboundOut(.head(head)), promise: nil)
  }

  private func write(_ bytes: [UInt8], _ promise: EventLoopPromise<Void>? = nil) {
    guard let context else { return }
    bytesWritten += bytes.count
    let buffer = context.channel.allocator.buffer(bytes: bytes)
    context.write(Self.wrapOutboundOut(.body(.byteBuffer(buffer))), promise: promise)
  }

  /// Ends the response.
  private func end() {
    guard let context else { return }
    let end = Self.wrapOutboundOut(.end(nil))
    if isRequestWhole, !isLast {
      // Before the end is written, because that may deliver the next request.
      answered()
      context.writeAndFlush(end, promise: nil)
    } else {
      let connection = NIOLoopBound(self, eventLoop: context.eventLoop)
      context.writeAndFlush(end).whenComplete { _ in connection.value.answered() }
    }
  }

  /// Maximum number of unsent bytes of a response while the next request is read.
  private static let quickBytes = 64 << 10
}
