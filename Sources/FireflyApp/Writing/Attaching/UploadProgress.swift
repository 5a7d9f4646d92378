/// The upload progress of a picture.
struct UploadProgress: Hashable, Sendable {
  /// Bytes sent.
  let sent: Int
  /// Bytes in total.
  let all: Int
  /// Whether the server prepares what was sent.
  var isWaiting = false

  /// The progress for the user: `sending 40 %`.
  var words: String {
    isWaiting
      ? "the server prepares the picture…"
      : sent >= all ? "saving…" : "sending \(100 * sent / max(1, all)) %"
  }
}
