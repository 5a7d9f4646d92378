import FireflyCore

/// What writing can use: its own state, the pictures, and the host of all features that change posts.
protocol WritingHost: PostHost where Lists: WritingLists {
  /// The drafts, and the posts that are being saved.
  var writing: WritingState { get set }
  /// The pictures; a new picture is known before the server has it.
  var pictures: PicturesState { get set }
  /// The permanent ID of the server, under which drafts are stored.
  var serverID: SiteID { get }

  /// Whether line mode speaks: it asks for each field in its turn.
  var isSpoken: Bool { get }

  /// Returns what can be read at a time, in seconds of the monotonic clock.
  func surroundings(at now: Double) -> Surroundings
}
