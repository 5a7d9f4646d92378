/// What moving, deleting and undoing can use: their own state, and the host of all features that change posts.
protocol MovingHost: PostHost {
  /// The post that is being moved, and the steps that can be undone.
  var moving: MovingState { get set }
  /// The permanent ID of the server, under which drafts are stored.
  var serverID: String { get }
}
