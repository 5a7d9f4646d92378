import FireflyCore

// Motions of cards, and of the window.
extension ListState {
  /// Returns the expansion factor of a card at a time, 0…1.
  func expansion(of id: Post.ID, at now: Double) -> Double {
    expansions[id]?.value(at: now) ?? restingExpansion
  }

  /// The expansion factor of most posts: cards are compact, branches of a thread open.
  var restingExpansion: Double { isThread ? 1 : 0 }

  /// Returns the scroll offset at a time, in points.
  func scroll(_ position: Navigator.ListPosition, at now: Double) -> Double {
    scrolling?.value(at: now) ?? position.scroll
  }

  /// Whether an animation is running.
  func isMoving(at now: Double) -> Bool {
    scrolling?.isSettled(at: now) == false
      || expansions.values.contains { !$0.isSettled(at: now) }
  }

  /// When all animations end, in seconds of the monotonic clock.
  var motionEnd: Double {
    expansions.values.reduce(scrolling?.endTime ?? 0) { max($0, $1.endTime) }
  }

  /// Ends all animations.
  mutating func finishMotions() {
    scrolling = nil
    for (id, expansion) in expansions {
      expansions[id] = expansion.target == restingExpansion ? nil : Animated(expansion.target)
    }
  }

  /// Removes animations that have ended, and formatted bodies if there are many.
  mutating func removeFinishedMotions(at now: Double) {
    if scrolling?.isSettled(at: now) == true { scrolling = nil }
    for (id, expansion) in expansions
    where expansion.isSettled(at: now) && expansion.target == restingExpansion {
      expansions[id] = nil
    }
    if bodies.count > 64, !isThread { removeHiddenBodies() }
  }

  /// Removes the formatted bodies that are not shown; the parent's is shown while it is answered.
  mutating func removeHiddenBodies() {
    bodies = bodies.filter { expansions[$0.key] != nil || $0.key == parent?.id }
  }
}
