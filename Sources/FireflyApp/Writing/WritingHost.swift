/// What writing can use: its own state, the pictures, and the host of all features that change posts.
protocol WritingHost: PostHost where Lists: WritingLists {
  /// What was written and is on its way, or waits.
  var writing: WritingState { get set }
  /// What is known of pictures: the one of a card is known before the server has it.
  var pictures: PicturesState { get set }
  /// The server's name for good, under which drafts are kept.
  var serverID: String { get }
}
