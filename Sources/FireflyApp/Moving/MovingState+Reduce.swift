import FireflyCore
import FireflyModel

// Moves posts in the lists first, then on the server; moves them back if the server refuses.
extension MovingState {
  /// Handles an action.
  ///
  /// - Parameter lists: the lists; posts change in all of them at once.
  mutating func reduce(
    _ action: MovingAction, _ lists: inout ListsState, in surroundings: Surroundings
  ) -> [Effect] {
    switch action {
    case .pressed:
      return movedPost == nil ? pickUp(surroundings) : putBelowSelected(&lists, surroundings)
    case .rootPressed: return movedPost.map { put($0, below: nil, &lists, surroundings) } ?? []
    case .released:
      movedPost = nil
      return note("Move cancelled.")
    // The last step may be one of another feature.
    case .undoPressed: return []
    case .undoable(let effect, let note):
      undo.record(.marking(undoneBy: effect, note: note))
      return []
    case .undone(let effect):
      undo.removeLast(undoneBy: effect)
      return []
    case .abilitiesResponse(let abilities):
      let questions = explainQuestions(lists, surroundings)
      let (pickUpID, deletionID) = (pendingPickUp, pendingDeletion)
      (pendingPickUp, pendingDeletion) = (nil, nil)
      let selected = surroundings.selectedPost?.id
      if let deletionID, deletionID == selected, surroundings.focus.showsRefusal,
        abilities?.moderates == true
      {
        return askToDelete(surroundings)
      }
      guard let pickUpID, pickUpID == selected else { return questions }
      let words = "Firefly could not find out whether this server can move posts. Try again."
      return questions + (abilities == nil ? [.refusal(words)] : pickUp(surroundings))
    case .moveResponse(let id, let response, let size):
      return moveAnswered(id, response, size, &lists, surroundings)
    case .deletePressed: return askToDelete(surroundings)
    case .deleteConfirmed(let id):
      return delete(id, &lists, surroundings, by: .moving(.delete(id)))
    case .redraftConfirmed(let id):
      let account = surroundings.account.key ?? .nobody
      return delete(
        id, &lists, surroundings,
        by: .moving(.redraft(id, on: surroundings.serverID, by: account)))
    case .deleteResponse(let id, let response, let redraft):
      return deletionAnswered(response, of: id, redraft, &lists, surroundings)
    case .restoreResponse(let id, let response):
      return restorationAnswered(id, response, &lists, surroundings)
    }
  }

  // MARK: Picking up and putting

  private mutating func pickUp(_ surroundings: Surroundings) -> [Effect] {
    guard let post = surroundings.selectedPost, !post.isUnsaved else { return [] }
    if let refusal = surroundings.draftRefusal { return refusal }
    if let contents = post.contents, surroundings.site.can(.edit, on: post) {
      let key = surroundings.keyName(.editor(.editPressed))
      let what = contents.isFolder ? "name of a folder" : "folder of a feed"
      return [.refusal("\(key) changes the \(what).")]
    }
    if let refusal = surroundings.site.refusal(of: .move, on: post) {
      return surroundings.effects(of: refusal, for: .moving(.pressed))
    }
    guard post.template != .profile, post.template != .query else {
      return [
        .refusal(
          post.template == .profile ? "A profile can't be moved." : "A search can't be moved.")
      ]
    }
    guard surroundings.site.extensions != nil else {
      // Continues with the response.
      pendingPickUp = post.id
      return [.moving(.loadAbilities)]
    }
    guard pending[post.id] == nil else { return [.refusal("This post is being moved already.")] }
    movedPost = post
    return [.send(.noteEnded)]
  }

  private mutating func putBelowSelected(_ lists: inout ListsState, _ surroundings: Surroundings)
    -> [Effect]
  {
    guard let post = movedPost else { return [] }
    // In an empty list, the target is its parent.
    guard let target = surroundings.selectedPost ?? lists.list.parent else { return [] }
    if target.id == post.id {
      movedPost = nil
      return note("Move cancelled.")
    }
    if let refusal = surroundings.site.refusal(of: .reply, on: target) {
      return surroundings.effects(of: refusal)
    }
    guard !isInBranch(target, of: post.id, lists) else {
      return [.refusal("A post can't be moved under itself or under its own replies.")]
    }
    return put(post, below: target, &lists, surroundings)
  }

  private mutating func put(
    _ post: Post, below target: Post?, _ lists: inout ListsState, _ surroundings: Surroundings
  ) -> [Effect] {
    guard post.realParentID != target?.id else { return [.refusal("It is already there.")] }
    movedPost = nil
    return move(post, to: target?.id, &lists, surroundings)
  }

  /// Whether a post is in the branch of another, as far as the loaded ancestors show.
  private func isInBranch(_ post: Post, of top: Post.ID, _ lists: ListsState) -> Bool {
    var seen: Set<Post.ID> = []
    var next: Post? = post
    while let post = next, seen.insert(post.id).inserted {
      if post.id == top || post.realParentID == top { return true }
      if post.ancestors?.contains(where: { $0.id == top }) == true { return true }
      next = post.realParentID.flatMap { lists.knownPost($0) }
    }
    return false
  }

  private mutating func move(
    _ post: Post, to parent: Post.ID?, undoing: ListsState.Removal? = nil,
    _ lists: inout ListsState, _ surroundings: Surroundings
  ) -> [Effect] {
    let from = post.realParentID
    let removal = lists.remove(post.id, from: from, surroundings.context)
    let changes = show(post.id, from: from, to: parent, &lists, surroundings)
    pending[post.id] = MovingState.Step(
      kind: .move(from: from, to: parent), post: post, removal: removal, undoing: undoing)
    return changes + [.moving(.move(post.id, to: parent))]
  }

  /// Changes a post's parent, and the child counts, in all lists.
  private func show(
    _ id: Post.ID, from: Post.ID?, to parent: Post.ID?, _ lists: inout ListsState,
    _ surroundings: Surroundings
  ) -> [Effect] {
    lists.change(id, surroundings.context) { $0.parentID = parent }
      + lists.changeChildCount(of: from, by: -1, surroundings.context)
      + lists.changeChildCount(of: parent, by: 1, surroundings.context)
  }

  private mutating func moveAnswered(
    _ id: Post.ID, _ response: Result<Post, LoadFailure>, _ size: BranchSize?,
    _ lists: inout ListsState, _ surroundings: Surroundings
  ) -> [Effect] {
    guard let step = pending.removeValue(forKey: id),
      case .move(let from, let to) = step.kind
    else { return [] }
    switch response {
    case .success(let post):
      if step.undoing == nil { undo.record(.moving(step)) }
      let requests = lists.requests(afterMove: post)
      if step.undoing != nil { return requests + note("Moved back.", inList: false) }
      let place = to.flatMap { lists.knownPost($0) }.map {
        "under “\($0.headline.shortened(to: 40))”"
      }
      return requests
        + note(
          "Moved\(size?.words ?? "") \(place ?? (to == nil ? "to the top level" : "")).\(undoHint(surroundings))",
          inList: false)
    case .failure(let failure):
      let changes = show(id, from: to, to: from, &lists, surroundings)
      lists.restore(step.removal, surroundings.context)
      if let removal = step.undoing {
        _ = lists.remove(id, from: to, surroundings.context)
        undo.record(
          .moving(.init(kind: .move(from: to, to: from), post: step.post, removal: removal)))
      }
      let sentence = failure.kind == .missing ? "The post no longer exists." : failure.sentence
      let words =
        failure.mayHaveArrived
        ? unconfirmed("Moving", failure, surroundings) : "Not moved. \(sentence)"
      return changes + [.note(words, isError: true)]
    }
  }

  // MARK: Undoing

  /// Undoes a move or a deletion.
  mutating func undo(
    _ step: MovingState.Step, _ lists: inout ListsState, _ surroundings: Surroundings
  ) -> [Effect] {
    switch step.kind {
    case .move(let from, let to):
      var post = step.post
      post.parentID = to
      let effects = move(post, to: from, undoing: step.removal, &lists, surroundings)
      lists.restore(step.removal, surroundings.context)
      guard let index = lists.list.index(of: post.id) else { return effects }
      return effects + lists.select(index, surroundings.context)
    case .deletion:
      lists.restore(step.removal, surroundings.context)
      pending[step.post.id] = step
      return lists.changeChildCount(of: step.post.realParentID, by: 1, surroundings.context) + [
        .moving(.restore(step.post.id))
      ]
    }
  }

  private mutating func restorationAnswered(
    _ id: Post.ID, _ response: Result<Post, LoadFailure>, _ lists: inout ListsState,
    _ surroundings: Surroundings
  ) -> [Effect] {
    guard let step = pending.removeValue(forKey: id) else { return [] }
    switch response {
    case .success(let post):
      return lists.change(id, surroundings.context) { $0.childCount = post.childCount }
        + lists.requests(afterNew: post, in: nil)
        + (post.contents == nil ? [] : lists.feedsChanged())
        + note("“\(post.headline.shortened(to: 40))” is restored.", inList: false)
    case .failure(let failure):
      _ = lists.remove(id, surroundings.context)
      let changes = lists.changeChildCount(of: step.post.realParentID, by: -1, surroundings.context)
      // A post that no longer exists on the server can't be restored by trying again.
      if failure.kind != .missing { undo.record(.moving(step)) }
      let sentence =
        failure.kind == .missing
        ? "A deleted post can be restored for ten minutes only." : failure.sentence
      let words =
        failure.mayHaveArrived
        ? unconfirmed("Restoring", failure, surroundings) : "Not restored. \(sentence)"
      return changes + [.note(words, isError: true)]
    }
  }

  /// What is said if the answer to a request was lost.
  func unconfirmed(
    _ request: String, _ failure: LoadFailure, _ surroundings: Surroundings
  ) -> String {
    let key = surroundings.keyName(.list(.refreshPressed))
    return "\(request) could not be confirmed. \(failure.sentence) \(key) reloads."
  }

  /// Records a deletion for undo, unless the server can't restore posts.
  mutating func recordDeletion(_ removal: ListsState.Removal, at site: Site) {
    guard let post = removal.post, post.contents != nil || site.extensions?.restores != false
    else { return }
    undo.record(.moving(.init(kind: .deletion, post: post, removal: removal)))
  }

  /// The hint for the undo key; empty if nothing can be undone.
  func undoHint(_ surroundings: Surroundings) -> String {
    guard case .moving? = undo.steps.last else { return "" }
    return surroundings.keySentence(.moving(.undoPressed), "undoes it.")
  }

  private func note(_ words: String, inList: Bool = true) -> [Effect] {
    [.note(words, inList: inList)]
  }
}
