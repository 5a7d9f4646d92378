import FireflyCore

/// What moving, deleting and undoing can use: their own state, and the host of all features that change posts.
protocol MovingHost: PostHost {
  /// The post that is being moved, and what is not confirmed yet.
  var moving: MovingState { get set }
  /// The permanent ID of the server, under which drafts are stored.
  var serverID: SiteID { get }
}
