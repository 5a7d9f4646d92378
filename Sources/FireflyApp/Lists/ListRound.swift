import FireflyCore

// The lists of a place that the key for lists goes round: the user puts further ones there.
extension AppState {
  /// Puts the selected list of the place among those of the key, or takes it away.
  mutating func changeRound() -> [Effect] {
    let key = keyName("audience")
    guard let list = selectedPost, list.isListOfPlace, current.navigator.depth == 0 else {
      return [
        .note("\(key) on a list of \(site.name) puts it among those of \(key).", inList: true)
      ]
    }
    let name = list.title.shortened(to: 40)
    let others = site.round.filter { $0.id != list.id }
    let isThere = others.count < site.round.count
    site.round = isThere ? others : others + [NamedList(id: list.id, name: list.title)]
    let words =
      isThere ? "\(name) is no longer among the lists of \(key)." : "\(key) goes also to \(name)."
    return [.list(.storeRound(site.round)), .note(words, inList: true)]
  }
}

extension Post {
  /// Whether it is the row of a list of a place among the saved searches: nobody has written it.
  var isListOfPlace: Bool { template == .query && createdAt == nil && !isLocal && !isUnsaved }
}

extension Surroundings {
  /// The lists of the place, for the list of actions: those that are known from the start, and those that came.
  var namedLists: [Post] {
    guard site.has(.chosenLists) else { return [] }
    let rows = lists[.searches].rootList.posts.filter(\.isListOfPlace)
    let known = Set(rows.map(\.id))
    return rows
      + site.furtherLists.filter { !known.contains($0.id) }
      .map { Post(id: $0.id, parentID: -1, title: $0.name, template: .query) }
  }
}
