import FireflyCore
import FireflyModel

// The density of the lists.
extension ListsState {
  /// Changes the density; the selected posts stay where they are on the screen.
  mutating func changeDensity(_ context: Context) -> [Effect] {
    guard !list.isThread else {
      let words =
        "A thread shows its texts whole. \(context.keyName(.thread(.pressed))) shows cards."
      return [.note(words, inList: true)]
    }
    let density = density(at: context.site, context.settings).next
    chosenDensity = density
    finishMotions()
    var places: [LevelID: Double] = [:]
    for level in pathLevels {
      guard let list = self[level.id], let index = list.index(of: level.position.selectedID) else {
        continue
      }
      let top = restingLayout(of: list, context).top(of: index)
      places[level.id] = top - level.position.scroll
    }
    return [.list(.storeDensity(density)), .send(.list(.densityChanged(places)))]
  }

  /// Returns the density: the user's choice for this server, else the configured one, else cards, or two rows a
  /// post where posts are stories.
  func density(at site: Site, _ settings: Settings) -> Density {
    chosenDensity ?? settings.density ?? (site.has(.wholeThreads) ? .compact : .cards)
  }

  /// Scrolls all lists after closed posts have got another height.
  ///
  /// - Parameter places: where the selected ones were, in points below the window's top.
  mutating func densityChanged(_ places: [LevelID: Double], _ context: Context) -> [Effect] {
    let window = context.layout.windowHeight
    for level in pathLevels {
      guard let place = places[level.id], var list = self[level.id],
        let index = list.index(of: level.position.selectedID)
      else { continue }
      list.scrolling = nil
      let layout = restingLayout(of: list, context)
      self[level.id] = list
      updatePosition(of: level.id) {
        $0.scroll = layout.scrollToReveal(
          index, from: layout.clampedScroll(layout.top(of: index) - place, window: window),
          window: window)
      }
    }
    return loadMoreIfVisible(context)
  }

  /// Loads the next page if the window shows the end of the list, as it may with short rows.
  mutating func loadMoreIfVisible(_ context: Context) -> [Effect] {
    guard context.layout.hasRows else { return [] }
    let visible = restingLayout(context).visible(
      from: current.position.scroll, height: context.layout.windowHeight)
    return visible.upperBound < list.posts.count ? [] : loadMoreIfNear(list.posts.count)
  }
}
