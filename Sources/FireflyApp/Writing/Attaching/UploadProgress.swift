/// How much of a picture has left for the server.
struct UploadProgress: Hashable, Sendable {
  /// Bytes that have left.
  let sent: Int
  /// Bytes of all of it.
  let all: Int

  /// In words: `sending 40 %`.
  var words: String {
    sent >= all ? "saving…" : "sending \(100 * sent / max(1, all)) %"
  }
}
