internal import NIOCore

/// Runs before the decoder: reports incoming bytes to the connection, and drops them after a
/// rejected request.
final class InputGate: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private unowned let connection: HTTPConnection

  init(before connection: HTTPConnection) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if connection.acceptsBytes(Self.unwrapInboundIn(data).readableBytes) {
      context.fireChannelRead(data)
    }
  }
}
