import FireflyCore

// The density of the lists: the user's choice for this server, else the configured one, else cards,
// or two rows a post where posts are stories.
extension AppState {
  var density: Density {
    chosenDensity ?? settings.density ?? (site.has(.wholeThreads) ? .compact : .cards)
  }

  /// Changes the density; the selected posts stay where they are on the screen.
  mutating func changeDensity(at now: Double) -> [Effect] {
    guard !list.isThread else {
      let words = "A thread shows its texts whole. \(keyName("thread")) shows cards."
      return [.note(words, inList: true)]
    }
    let before = context(at: now)
    chosenDensity = density.next
    lists.finishMotions()
    let after = context(at: now)
    lists.densityChanged(from: before, to: after)
    return [.list(.storeDensity(density))] + lists.loadMoreIfVisible(after)
  }
}

extension ListsState {
  /// Scrolls all lists after closed posts have got another height.
  fileprivate mutating func densityChanged(from before: Context, to after: Context) {
    for level in pathLevels {
      guard var list = self[level.id], let index = list.index(of: level.position.selectedID) else {
        continue
      }
      list.scrolling = nil
      let (old, new) = (restingLayout(of: list, before), restingLayout(of: list, after))
      let window = after.layout.windowHeight
      let scroll = level.position.scroll + new.top(of: index) - old.top(of: index)
      self[level.id] = list
      updatePosition(of: level.id) {
        $0.scroll = new.scrollToReveal(
          index, from: new.clampedScroll(scroll, window: window), window: window)
      }
    }
  }

  /// Loads the next page if the window shows the end of the list, as it may with short rows.
  mutating func loadMoreIfVisible(_ context: Context) -> [Effect] {
    guard context.layout.hasRows else { return [] }
    let visible = restingLayout(context).visible(
      from: current.position.scroll, height: context.layout.windowHeight)
    return visible.upperBound < list.posts.count ? [] : loadMoreIfNear(list.posts.count)
  }
}
