import FireflyCore

// Jumps: pages and the ends of a list, to which the window glides if they are near.
extension ListsState {
  /// Maximum number of windows to glide over.
  private static let farthest = 2.0

  /// Performs an action that may scroll, and glides to where it leads.
  ///
  /// Never slower than the hand: of jumps in quick succession, as from a held key, each is shown at once.
  mutating func jump(
    _ context: Context, _ action: (inout ListsState) -> [Effect]
  ) -> [Effect] {
    let (level, position, scrolling) = (level, current.position, list.scrolling)
    let effects = action(&self)
    let target = current.position.scroll
    guard level == self.level else { return effects }
    let isHeld = list.jumpedAt.map { context.now < $0 + context.cardMotion } ?? false
    list.jumpedAt = context.now
    guard position.expandedID == current.position.expandedID,
      target != position.scroll
    else { return effects }
    // Cards that move at the same time take the window with them.
    guard list.expansions.values.allSatisfy({ $0.isSettled(at: context.now) }) else {
      return effects
    }
    let distance = abs(target - position.scroll)
    guard !isHeld, distance <= Self.farthest * context.layout.windowHeight else {
      list.scrolling = nil
      return effects
    }
    var motion = scrolling ?? Animated(position.scroll)
    motion.move(to: target, at: context.now, duration: context.cardMotion)
    list.scrolling = motion
    list.removeFinishedMotions(at: context.now)
    return effects
  }
}

extension ListAction {
  /// Whether it may jump: by pages, or to an end of the list.
  var isJump: Bool {
    switch self {
    case .paged, .halfPaged, .jumpedToStart, .jumpedToEnd, .readOnPressed, .moreTapped: true
    default: false
    }
  }
}
