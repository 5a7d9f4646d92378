import FireflyAPI
import FireflyCore

// Feeds that are followed on the service.
extension ReaderAPI {
  /// What became of a feed that was to be followed.
  private struct Added: Decodable, Sendable {
    @Lenient var count: Int?
    @Lenient var stream: String?
    @Lenient var error: String?

    private enum CodingKeys: String, CodingKey {
      case count = "numResults"
      case stream = "streamId"
      case error
    }
  }

  /// Follows the feed at an address, or that of a page there.
  ///
  /// - Returns: the name of its stream.
  /// - Throws: `APIError`; `.notOffered` with a sentence if there is none.
  func follow(_ address: String) async throws(APIError) -> String {
    let json = try await send([QueryItem("quickadd", address)], to: "subscription/quickadd")
    let added = try ForeignJSON.decode(Added.self, from: json)
    if added.count != 0, let stream = added.stream, !stream.isEmpty { return stream }
    let reason = added.error.flatMap { FeedText.line($0, .unknown).shortened(to: 200).line }
    throw .notOffered(
      "\(web.name) has found no feed there" + (reason.map { ": \($0)" } ?? "."))
  }

  /// Names a feed, and moves it from its folder to another.
  ///
  /// - Parameters:
  ///   - stream: the name of its stream.
  ///   - name: what it is called; nil for what it is called now.
  ///   - folder: its folder and the new one; nil for none.
  func change(
    _ stream: String, name: String?, folder: (old: String?, new: String?)
  ) async throws(APIError) {
    var form = [QueryItem("ac", "edit"), QueryItem("s", stream)]
    if let name { form.append(QueryItem("t", name)) }
    if folder.old != folder.new {
      if let new = folder.new { form.append(QueryItem("a", Self.label(new))) }
      if let old = folder.old { form.append(QueryItem("r", Self.label(old))) }
    }
    guard form.count > 2 else { return }
    try await confirm(form, to: "subscription/edit")
  }

  /// Follows a feed no longer.
  func unfollow(_ stream: String) async throws(APIError) {
    try await confirm(
      [QueryItem("ac", "unsubscribe"), QueryItem("s", stream)], to: "subscription/edit")
  }
}
