import FireflyCore

// The lists of a place that the key for lists goes round: the user puts further ones there.
extension AppState {
  /// Puts the selected list of the place among those of the key, or takes it away.
  mutating func changeRound() -> [Effect] {
    let key = keyName(.list(.audiencePressed))
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
