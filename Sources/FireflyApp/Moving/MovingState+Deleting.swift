import FireflyCore

// Deletes posts in the lists first, then on the server; restores them if the server refuses.
extension MovingState {
  mutating func askToDelete(_ surroundings: Surroundings) -> [Effect] {
    let site = surroundings.site
    guard let post = surroundings.selectedPost else { return [] }
    if post.draftAction != nil { return [.send(.editor(.draftDiscarded(post.id)))] }
    if post.isLocal { return [] }
    if let refusal = site.folderRefusal(post) { return [.refusal(refusal)] }
    if post.template == .deleted { return [.refusal("This post is deleted already.")] }
    if let refusal = site.refusal(of: .delete, on: post) {
      // A moderator may delete it. If the abilities are unknown, the response turns the refusal
      // into the question.
      let isKnown = site.extensions != nil || !refusal.isOfPost || !site.has(.fireflyPosts)
      pendingDeletion = isKnown ? nil : post.id
      return surroundings.effects(of: refusal, for: .moving(.deletePressed))
        + (isKnown ? [] : [.moving(.loadAbilities)])
    }
    if post.template == .profile {
      guard site.has(.subscriptions) else { return [.refusal("A profile can't be deleted.")] }
      let name = "“\(post.headline.shortened(to: 60))”"
      let isFolder = post.contents?.isFolder == true
      let count = post.childCount ?? 0
      let feeds = Counted.words(count, site.user.one, site.user.many)
      let question = Dialog(
        "Stop following \(isFolder ? "\(feeds) in " : "")\(name)?",
        detail: "\(isFolder && count != 1 ? "Their" : "Its") entries disappear from your lists.",
        [
          .init(title: "Cancel", action: nil),
          .init(title: "Stop following", action: .moving(.deleteConfirmed(post.id))),
        ])
      return [.send(.dialog(.asked(question)))]
    }
    let redraft = Dialog.Button(
      title: "Delete and write anew", action: .moving(.redraftConfirmed(post.id)))
    let question = Dialog(
      "Delete “\(post.headline.shortened(to: 60))”?",
      detail: consequences(ofDeleting: post, surroundings),
      [
        .init(title: "Cancel", action: nil),
        .init(title: "Delete", action: .moving(.deleteConfirmed(post.id))),
      ] + (keepsText(of: post, surroundings) ? [redraft] : []))
    return [.send(.dialog(.asked(question)))]
      + (site.extensions == nil ? [.moving(.loadAbilities)] : [])
  }

  /// Describes what deleting a post does on this server.
  ///
  /// Until the server's abilities are known,
  /// only the number of replies.
  private func consequences(ofDeleting post: Post, _ surroundings: Surroundings) -> String? {
    let author = post.byline?.shortened(to: 40) ?? "another user"
    let whose =
      surroundings.account.owns(post)
      ? nil : "This is a post by \(author). You delete it as a moderator."
    let sentences = [
      whose, consequences(post.childCount ?? post.children?.count ?? 0, surroundings),
    ]
    let known = sentences.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " ")
  }

  /// Describes what happens to the given number of replies.
  private func consequences(_ count: Int, _ surroundings: Surroundings) -> String? {
    let restores = surroundings.site.extensions?.restores
    let undo = restores.map {
      $0
        ? "\(surroundings.keyName(.moving(.undoPressed))) restores it for ten minutes."
        : "This server can't undo that."
    }
    let fate = Site.fate(
      ofReplies: count, restores: restores == true, by: restores == nil ? "This server" : "It")
    let known = [undo, fate].compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " ")
  }

  /// Updates an open question when the server's abilities are known.
  func explainQuestions(_ lists: ListsState, _ surroundings: Surroundings) -> [Effect] {
    let actions = surroundings.focus.dialog?.buttons.compactMap(\.action) ?? []
    return actions.compactMap { action in
      guard case .moving(.deleteConfirmed(let id)) = action, let post = lists.knownPost(id) else {
        return nil
      }
      let detail = consequences(ofDeleting: post, surroundings)
      return .send(.dialog(.explained(action, detail: detail)))
    }
  }

  mutating func delete(
    _ id: Post.ID, _ lists: inout ListsState, _ surroundings: Surroundings, by effect: Effect
  ) -> [Effect] {
    let removal = lists.remove(id, surroundings.context)
    guard !removal.isEmpty else { return [] }
    // Another list, or a reload, had it still: one request is enough.
    guard removals[id] == nil else {
      removals[id]?.add(removal)
      return []
    }
    removals[id] = removal
    return lists.changeChildCount(of: removal.post?.realParentID, by: -1, surroundings.context) + [
      effect
    ]
  }

  /// Whether the text of a post can be a draft when it is deleted: that of the user's own post on a service.
  private func keepsText(of post: Post, _ surroundings: Surroundings) -> Bool {
    surroundings.site.has(.ownFields) && post.template == .post && surroundings.account.owns(post)
  }

  /// Keeps the text of a deleted post of a service, which can't bring it back, as a draft for a day.
  private func keptText(of post: Post?, _ surroundings: Surroundings) -> [Effect] {
    guard let post, keepsText(of: post, surroundings) else { return [] }
    return [
      .draft(
        .discard(
          Draft(deleted: post, on: surroundings.serverID, by: surroundings.account.key ?? .nobody)))
    ]
  }

  mutating func deletionAnswered(
    _ response: DeleteResponse, of id: Post.ID, _ redraft: Draft?, _ lists: inout ListsState,
    _ surroundings: Surroundings
  ) -> [Effect] {
    guard var removal = removals.removeValue(forKey: id) else { return [] }
    let isFeed = surroundings.site.has(.subscriptions) && removal.post?.template == .profile
    let them = removal.post?.contents?.isFolder == true ? "them" : "it"
    let words: String
    switch response {
    case .deleted:
      // A reload in the meantime may have brought it back.
      removal.add(lists.remove(id, surroundings.context))
      recordDeletion(removal, at: surroundings.site)
      if let redraft {
        return [.send(.badges(.queryDeleted(id))), .send(.editor(.redraftCame(redraft)))]
      }
      let hint = surroundings.site.extensions?.restores == true ? undoHint(surroundings) : ""
      let kept = keptText(of: removal.post, surroundings)
      let done =
        !kept.isEmpty
        ? "Deleted. \(Draft.keptOfDeleted)"
        : isFeed
          ? "You no longer follow \(them)."
            + surroundings.keySentence(.moving(.undoPressed), "follows \(them) again.")
          : "Deleted.\(hint)"
      // A thread stays in the lists, as “deleted”.
      let stays =
        surroundings.site.has(.fireflyPosts)
        && removal.post.map { $0.isRoot && $0.hasChildren } == true
      return kept + [.send(.badges(.queryDeleted(id))), .note(done)]
        + (isFeed ? lists.feedsChanged() : stays ? lists.reloadRoot(.posts) : [])
    case .failed(let failure):
      words = "\(isFeed ? "You still follow \(them)." : "Not deleted.") \(failure.sentence)"
    case .unconfirmed(let failure):
      let kept = redraft == nil ? "" : " Its text is kept as a draft."
      words = unconfirmed("Deleting", failure, surroundings) + kept
    }
    lists.restore(removal, surroundings.context)
    return lists.changeChildCount(of: removal.post?.realParentID, by: 1, surroundings.context) + [
      .note(words, isError: true)
    ]
  }
}
