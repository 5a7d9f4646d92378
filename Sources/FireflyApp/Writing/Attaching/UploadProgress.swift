/// The upload progress of a picture.
struct UploadProgress: Hashable, Sendable {
  /// Bytes sent.
  let sent: Int
  /// Bytes in total.
  let all: Int

  /// The progress for the user: `sending 40 %`.
  var words: String {
    sent >= all ? "saving…" : "sending \(100 * sent / max(1, all)) %"
  }
}
