import FireflyCore

/// The post at which the user is, in its list: to know whether they went on while something was loaded.
struct Spot: Hashable, Sendable {
  let level: LevelID
  let post: Post.ID?
}

extension Surroundings {
  /// Where the user is in the lists.
  var spot: Spot { Spot(level: lists.level, post: current.position.selectedID) }
}
