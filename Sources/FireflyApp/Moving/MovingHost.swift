/// What moving, deleting and undoing can use: their own state, and the host of all features that change posts.
protocol MovingHost: PostHost {
  /// What was taken up to be moved, and what can be undone.
  var moving: MovingState { get set }
}
