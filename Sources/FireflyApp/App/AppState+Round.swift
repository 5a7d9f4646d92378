import FireflyCore
import FireflyModel

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

  /// Takes a list that the place no longer has from those that the key goes round, and shows the next one.
  ///
  /// - Returns: the effects; nil if it is there, or was not put there.
  mutating func listIsGone(
    _ response: Result<PostPage, LoadFailure>, in level: LevelID, at now: Double
  ) -> [Effect]? {
    guard case .failure(let failure) = response, failure.kind == .missing, level == lists.level,
      case .list(let id) = list.audience, current.navigator.depth == 0,
      let gone = site.round.first(where: { $0.id == id }), site.has(.chosenLists)
    else { return nil }
    let effects = lists.showNextAudience(context(at: now))
    site.round.removeAll { $0.id == id }
    let words = "\(gone.name.shortened(to: 40)) is gone"
    let key = keyName(.list(.audiencePressed))
    return effects + [
      .list(.storeRound(site.round)),
      .note("\(words): \(key) no longer goes there.", isError: true),
    ]
  }
}
