import FireflyCore
import FireflyModel

// What the user has done last is undone, whatever feature did it.
extension AppState {
  mutating func reduceMoving(_ action: MovingAction, at now: Double) -> [Effect] {
    switch action {
    case .undoPressed: return undoLast(at: now)
    case .deleteConfirmed(let id):
      // The entries of a feed that is no longer followed are not new.
      lists.knownPost(id)?.contents?.items.forEach { readMarks.index.remove($0.id) }
    case .deleteResponse(let id, .deleted, _): moving.undo.removeSent(id)
    case .abilitiesResponse(let abilities?):
      site = site.with(abilities)
      let answered = badges.updateReachability(
        Result<Void, LoadFailure>.success(()), &lists, in: surroundings(at: now))
      return answered + updateMoving(at: now) { $0.reduce(action, &$1, in: $2) }
    default: break
    }
    return updateMoving(at: now) { $0.reduce(action, &$1, in: $2) }
  }

  private mutating func updateMoving(
    at now: Double, _ change: (inout MovingState, inout ListsState, Surroundings) -> [Effect]
  ) -> [Effect] {
    var moving = moving
    defer { self.moving = moving }
    return change(&moving, &lists, surroundings(at: now))
  }

  /// How to leave for the place before, as a sentence; nil without one.
  ///
  /// No key that goes back from level to level leaves a place.
  var wayToPlaceBefore: String? {
    guard let before = places.before else { return nil }
    let isNext = moving.undo.steps.last.map { $0 == .arrived } ?? true
    return isNext
      ? keySentence(.moving(.undoPressed), "goes back to \(before).")
      : keySentence(.places(.pressed), "leads to \(before).")
  }

  /// Undoes what the user has done last.
  private mutating func undoLast(at now: Double) -> [Effect] {
    guard !moving.isBusy else {
      return [
        .note("The last change is still being saved. Try again in a moment.", inList: true)
      ]
    }
    switch moving.undo.steps.last {
    case .marking(let effect, nil):
      // The service can refuse it.
      return [effect]
    case .change(let former) where writing.sending[former.target] != nil:
      return [.note("The last change is still being saved. Try again in a moment.", inList: true)]
    case .kept(let draft) where writing.sending[draft.key.target]?.number == draft.key.number:
      return [.note("That draft is being sent. Try again in a moment.", inList: true)]
    // It ends with the session.
    case .arrived: return [.send(.places(.leftByUndo))]
    default: break
    }
    switch moving.undo.popLast() {
    case .discard(let editor): return restore(editor, at: now)
    case .discardedDraft(let draft): return takeBack(draft)
    case .kept(let draft):
      // It was sent or discarded meanwhile.
      guard writing.drafts.contains(where: { $0.key == draft.key }) else {
        return [.note("That draft was sent or discarded.", inList: true)]
      }
      return goOn(with: draft, at: now)
    case .change(let former): return takeBack(former, at: now)
    case .marking(let effect, let note):
      return [effect] + (note.map { [.note($0, inList: true)] } ?? [])
    case .lost(let words): return [.note(words, inList: true)]
    case .sent(let id):
      return [.note("What was sent can't be taken back.\(wayToDelete(id))", inList: true)]
    case .moving(let step): return updateMoving(at: now) { $0.undo(step, &$1, $2) }
    case .begunAtTop(let path, let audience):
      return lists.goBack(to: path, in: audience, context(at: now))
    // Before all steps, one has come here.
    case .arrived, nil:
      let isUsedUp = moving.undo.takeIsUsedUp()
      guard let before = places.before else {
        return [.note("There is nothing to undo.", inList: true)]
      }
      let key = keyName(.moving(.undoPressed))
      // From within a place, one press too many leads nowhere; where one has come in, it leads back.
      if current.navigator.depth > 0, lists.level != places.start {
        return [
          .note(
            "There is nothing to undo. At the top, \(key) goes back to \(before).", inList: true)
        ]
      }
      return isUsedUp
        ? [.note("Everything is undone. \(key) goes back to \(before).", inList: true)]
        : [.send(.places(.leftByUndo))]
    }
  }
}
