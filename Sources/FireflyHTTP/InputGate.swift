internal import NIOCore

/// Stands before the decoder: tells the connection that bytes come, and drops them once a request has
/// been refused.
final class InputGate: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private unowned let connection: Connection

  init(before connection: Connection) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if connection.takesBytes(Self.unwrapInboundIn(data).readableBytes) {
      context.fireChannelRead(data)
    }
  }
}
