import FireflyCore

// Deletes posts in the lists first, then on the server; restores them if the server refuses.
extension MovingHost {
  mutating func askToDelete() -> [Effect] {
    guard let post = selectedPost else { return [] }
    if Post.isDraft(post.id) { return [.send(.editor(.draftDiscarded(post.id)))] }
    if post.isLocal { return [] }
    if post.template == .deleted { return refuse("This post is deleted already.") }
    if let refusal = post.folderRefusal { return refuse(refusal) }
    if let refusal = site.refusal(of: .delete, on: post) {
      // A moderator may delete it. If the abilities are unknown, the response turns the refusal
      // into the question.
      let isKnown = site.extensions != nil || !refusal.isOfPost || !site.has(.fireflyPosts)
      moving.pendingDeletion = isKnown ? nil : post.id
      return refuse(refusal, for: .moving(.deletePressed))
        + (isKnown ? [] : [.moving(.loadAbilities)])
    }
    if post.template == .profile {
      guard site.has(.feeds) else { return refuse("A profile can't be deleted.") }
      ask(
        Dialog(
          "Stop following “\(post.headline.shortened(to: 60))”?",
          detail: "Its entries disappear from your lists.",
          [
            .init(title: "Cancel", action: nil),
            .init(title: "Stop following", action: .moving(.deleteConfirmed(post.id))),
          ]))
      return []
    }
    ask(
      Dialog(
        "Delete “\(post.headline.shortened(to: 60))”?", detail: consequences(ofDeleting: post),
        [
          .init(title: "Cancel", action: nil),
          .init(title: "Delete", action: .moving(.deleteConfirmed(post.id))),
        ]))
    return site.extensions == nil ? [.moving(.loadAbilities)] : []
  }

  /// Describes what deleting a post does on this server.
  ///
  /// Until the server's abilities are known,
  /// only the number of replies.
  private func consequences(ofDeleting post: Post) -> String? {
    let author = post.byline?.shortened(to: 40) ?? "another user"
    let whose =
      account.owns(post)
      ? nil : "This is a post by \(author). You delete it as a moderator."
    let sentences = [whose, consequences(post.childCount ?? post.children?.count ?? 0)]
    let known = sentences.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " ")
  }

  /// Describes what happens to the given number of replies.
  private func consequences(_ count: Int) -> String? {
    let restores = site.extensions?.restores
    let undo = restores.map {
      $0 ? "\(keyName("undo")) restores it for ten minutes." : "This server can't undo that."
    }
    let fate = Site.fate(
      ofReplies: count, restores: restores == true, by: restores == nil ? "This server" : "It")
    let known = [undo, fate].compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " ")
  }

  /// Updates an open question when the server's abilities are known.
  mutating func updateDeleteDialog() {
    for case .moving(.deleteConfirmed(let id)) in focus.dialog?.buttons.compactMap(\.action) ?? [] {
      guard let post = lists.knownPost(id) else { continue }
      let detail = consequences(ofDeleting: post)
      focus.dialog?.detail = detail
    }
  }

  mutating func delete(_ id: Post.ID, at now: Double) -> [Effect] {
    let removal = lists.remove(id, context(at: now))
    guard !removal.isEmpty else { return [] }
    // Another list, or a reload, had it still: one request is enough.
    guard moving.removals[id] == nil else {
      moving.removals[id]?.add(removal)
      return []
    }
    moving.removals[id] = removal
    return changeChildCount(of: removal.post?.realParentID, by: -1, at: now) + [
      .moving(.delete(id))
    ]
  }

  /// Keeps the text of a deleted post of a service, which can't bring it back, as a draft for a day.
  private func keptText(of post: Post?) -> [Effect] {
    guard let post, site.has(.ownFields), post.template == .post, account.owns(post) else {
      return []
    }
    return [.draft(.discard(Draft(deleted: post, on: serverID, by: account.key ?? .nobody)))]
  }

  mutating func deletionAnswered(
    _ response: DeleteResponse, of id: Post.ID, at now: Double
  ) -> [Effect] {
    guard var removal = moving.removals.removeValue(forKey: id) else { return [] }
    let isFeed = site.has(.feeds) && removal.post?.template == .profile
    let words: String
    switch response {
    case .deleted:
      // A reload in the meantime may have brought it back.
      removal.add(lists.remove(id, context(at: now)))
      recordDeletion(removal)
      let hint = site.extensions?.restores == true ? undoHint : ""
      let kept = keptText(of: removal.post)
      let done =
        !kept.isEmpty
        ? "Deleted. \(Draft.keptOfDeleted)"
        : isFeed
          ? "You no longer follow it. \(keyName("new")) follows it again." : "Deleted.\(hint)"
      // A thread stays in the lists, as “deleted”.
      let stays =
        site.has(.fireflyPosts) && removal.post.map { $0.isRoot && $0.hasChildren } == true
      return kept + [.send(.badges(.queryDeleted(id))), .note(done)]
        + (stays ? lists.reloadRoot(.posts) : [])
    case .failed(let failure):
      words = "\(isFeed ? "You still follow it." : "Not deleted.") \(failure.sentence)"
    case .unconfirmed(let failure):
      words = unconfirmed("Deleting", failure)
    }
    lists.restore(removal, context(at: now))
    return changeChildCount(of: removal.post?.realParentID, by: 1, at: now) + [
      .note(words, isError: true)
    ]
  }
}
