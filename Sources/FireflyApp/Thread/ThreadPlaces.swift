import FireflyCore
import FireflyModel

extension ListsState {
  /// Keeps how levels that are left show their threads.
  mutating func keepThreads(_ levels: [Navigator.Level]) -> [Effect] {
    let left = levels.compactMap(threadPlace)
    guard !left.isEmpty else { return [] }
    let before = threadPlaces
    threadPlaces.keep(left)
    return threadPlaces == before ? [] : [.thread(.storePlaces(left))]
  }

  /// Returns how a level shows its thread; nil if it has none.
  func threadPlace(of level: Navigator.Level) -> ThreadPlace? {
    guard let list = self[level.id], case .children(let top) = level.destination,
      list.isThread || list.choosesThread != nil, list.phase == .loaded, list.posts.count > 1
    else { return nil }
    var place = ThreadPlace(top: top)
    place.isThread = list.choosesThread
    guard let thread = list.thread else { return place }
    place.selected = level.position.selectedID.flatMap {
      $0 == top || Post.isUnsaved($0) ? nil : $0
    }
    place.foldsAll = thread.foldsNew ? true : nil
    let changed = list.posts.lazy.map(\.id).filter {
      list.isReply($0) && list.isFolded($0) != thread.foldedOnArrival.contains($0)
    }
    let kept = Array(changed.prefix(ThreadPlace.maximumFolds))
    let (folded, opened) = (kept.filter { list.isFolded($0) }, kept.filter { !list.isFolded($0) })
    place.folded = folded.isEmpty ? nil : folded
    place.opened = opened.isEmpty ? nil : opened
    return place
  }
}

extension Surroundings {
  /// How the threads on the paths are shown now, to keep it when the program ends.
  package var openThreads: [ThreadPlace] { lists.pathLevels.compactMap(lists.threadPlace) }
}
