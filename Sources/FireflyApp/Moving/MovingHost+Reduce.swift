import FireflyCore

// Moves posts in the lists first, then on the server; moves them back if the server refuses.
extension MovingHost {
  mutating func reduce(_ action: MovingAction, at now: Double) -> [Effect] {
    switch action {
    case .pressed: return moving.movedPost == nil ? pickUp() : putBelowSelected(at: now)
    case .rootPressed: return moving.movedPost.map { put($0, below: nil, at: now) } ?? []
    case .released:
      moving.movedPost = nil
      return note("Move cancelled.")
    // The state undoes the last step, whatever it was.
    case .undoPressed, .undoable: return []
    case .abilitiesResponse(let abilities):
      if let abilities { site = site.with(abilities) }
      updateDeleteDialog()
      let (pickUpID, deletionID) = (moving.pendingPickUp, moving.pendingDeletion)
      (moving.pendingPickUp, moving.pendingDeletion) = (nil, nil)
      if let deletionID, deletionID == selectedPost?.id, showsRefusal, abilities?.moderates == true
      {
        return askToDelete()
      }
      guard let pickUpID, pickUpID == selectedPost?.id else { return [] }
      return abilities == nil
        ? refuse("Firefly could not find out whether this server can move posts. Try again.")
        : pickUp()
    case .moveResponse(let id, let response, let size):
      return moveAnswered(id, response, size, at: now)
    case .deletePressed: return askToDelete()
    case .deleteConfirmed(let id): return delete(id, at: now)
    case .deleteResponse(let id, let response): return deletionAnswered(response, of: id, at: now)
    case .restoreResponse(let id, let response): return restorationAnswered(id, response, at: now)
    }
  }

  // MARK: Picking up and putting

  private mutating func pickUp() -> [Effect] {
    guard let post = selectedPost, !post.isUnsaved else { return [] }
    if let refusal = site.refusal(of: .move, on: post) {
      return refuse(refusal, for: .moving(.pressed))
    }
    guard post.template != .profile, post.template != .query else {
      return refuse(
        post.template == .profile ? "A profile can't be moved." : "A search can't be moved.")
    }
    guard site.extensions != nil else {
      // Continues with the response.
      moving.pendingPickUp = post.id
      return [.moving(.loadAbilities)]
    }
    guard moving.pending[post.id] == nil else { return refuse("This post is being moved already.") }
    moving.movedPost = post
    note = nil
    return []
  }

  private mutating func putBelowSelected(at now: Double) -> [Effect] {
    guard let post = moving.movedPost else { return [] }
    // In an empty list, the target is its parent.
    guard let target = selectedPost ?? list.parent else { return [] }
    if target.id == post.id {
      moving.movedPost = nil
      return note("Move cancelled.")
    }
    if let refusal = site.refusal(of: .reply, on: target) { return refuse(refusal) }
    guard !isInBranch(target, of: post.id) else {
      return refuse("A post can't be moved under itself or under its own replies.")
    }
    return put(post, below: target, at: now)
  }

  private mutating func put(_ post: Post, below target: Post?, at now: Double) -> [Effect] {
    guard post.realParentID != target?.id else { return refuse("It is already there.") }
    moving.movedPost = nil
    return move(post, to: target?.id, at: now)
  }

  /// Whether a post is in the branch of another, as far as the loaded ancestors show.
  private func isInBranch(_ post: Post, of top: Post.ID) -> Bool {
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
    _ post: Post, to parent: Post.ID?, undoing: ListsState.Removal? = nil, at now: Double
  ) -> [Effect] {
    let from = post.realParentID
    let removal = lists.remove(post.id, from: from, context(at: now))
    let changes = show(post.id, from: from, to: parent, at: now)
    moving.pending[post.id] = MovingState.Step(
      kind: .move(from: from, to: parent), post: post, removal: removal, undoing: undoing)
    return changes + [.moving(.move(post.id, to: parent))]
  }

  /// Changes a post's parent, and the child counts, in all lists.
  private mutating func show(
    _ id: Post.ID, from: Post.ID?, to parent: Post.ID?, at now: Double
  ) -> [Effect] {
    lists.change(id, context(at: now)) { $0.parentID = parent }
      + changeChildCount(of: from, by: -1, at: now) + changeChildCount(of: parent, by: 1, at: now)
  }

  private mutating func moveAnswered(
    _ id: Post.ID, _ response: Result<Post, LoadFailure>, _ size: BranchSize?, at now: Double
  ) -> [Effect] {
    guard let step = moving.pending.removeValue(forKey: id),
      case .move(let from, let to) = step.kind
    else { return [] }
    switch response {
    case .success(let post):
      if step.undoing == nil { undoStack.record(.moving(step)) }
      let requests = lists.requests(afterMove: post)
      if step.undoing != nil { return requests + note("Moved back.", inList: false) }
      let place = to.flatMap { lists.knownPost($0) }.map {
        "under “\($0.headline.shortened(to: 40))”"
      }
      return requests
        + note(
          "Moved\(size?.words ?? "") \(place ?? (to == nil ? "to the top level" : "")).\(undoHint)",
          inList: false)
    case .failure(let failure):
      let changes = show(id, from: to, to: from, at: now)
      lists.restore(step.removal, context(at: now))
      if let removal = step.undoing {
        _ = lists.remove(id, from: to, context(at: now))
        undoStack.record(
          .moving(.init(kind: .move(from: to, to: from), post: step.post, removal: removal)))
      }
      let sentence = failure.kind == .missing ? "The post no longer exists." : failure.sentence
      let words =
        failure.mayHaveArrived
        ? unconfirmed("Moving", failure) : "Not moved. \(sentence)"
      return changes + [.note(words, isError: true)]
    }
  }

  // MARK: Undoing

  /// Undoes a move or a deletion.
  mutating func undo(_ step: MovingState.Step, at now: Double) -> [Effect] {
    switch step.kind {
    case .move(let from, let to):
      var post = step.post
      post.parentID = to
      let effects = move(post, to: from, undoing: step.removal, at: now)
      lists.restore(step.removal, context(at: now))
      return effects
    case .deletion:
      lists.restore(step.removal, context(at: now))
      moving.pending[step.post.id] = step
      return changeChildCount(of: step.post.realParentID, by: 1, at: now) + [
        .moving(.restore(step.post.id))
      ]
    }
  }

  private mutating func restorationAnswered(
    _ id: Post.ID, _ response: Result<Post, LoadFailure>, at now: Double
  ) -> [Effect] {
    guard let step = moving.pending.removeValue(forKey: id) else { return [] }
    switch response {
    case .success(let post):
      return lists.change(id, context(at: now)) { $0.childCount = post.childCount }
        + lists.requests(afterNew: post, in: nil)
        + note("“\(post.headline.shortened(to: 40))” is restored.", inList: false)
    case .failure(let failure):
      _ = lists.remove(id, context(at: now))
      let changes = changeChildCount(of: step.post.realParentID, by: -1, at: now)
      // A post that no longer exists on the server can't be restored by trying again.
      if failure.kind != .missing { undoStack.record(.moving(step)) }
      let sentence =
        failure.kind == .missing
        ? "A deleted post can be restored for ten minutes only." : failure.sentence
      let words =
        failure.mayHaveArrived
        ? unconfirmed("Restoring", failure) : "Not restored. \(sentence)"
      return changes + [.note(words, isError: true)]
    }
  }

  /// What is said if the answer to a request was lost.
  func unconfirmed(_ request: String, _ failure: LoadFailure) -> String {
    "\(request) could not be confirmed. \(failure.sentence) \(keyName("refresh")) reloads."
  }

  /// Records a deletion for undo, unless the server can't restore posts.
  mutating func recordDeletion(_ removal: ListsState.Removal) {
    // A feed is followed again instead.
    guard site.extensions?.restores != false, let post = removal.post, post.contents == nil else {
      return
    }
    undoStack.record(.moving(.init(kind: .deletion, post: post, removal: removal)))
  }

  /// The hint for the undo key; empty if nothing can be undone.
  var undoHint: String {
    guard case .moving? = undoStack.steps.last, let key = keyLabel("undo") else { return "" }
    return " \(key) undoes it."
  }

  private func note(_ words: String, inList: Bool = true) -> [Effect] {
    [.note(words, inList: inList)]
  }
}
