import FireflyCore

// Deleting: at once on the screen, then on the server; and back, if that says no.
extension AppState {
  mutating func askToDelete() -> [Effect] {
    guard let post = selectedPost else { return [] }
    let isOwn = post.isOwned(by: account.email)
    guard isOwn || moving.abilities?.moderates == true else {
      if account.user == nil { return [.send(.signIn(.needed(for: .editor(.deletePressed))))] }
      // A moderator may; where that isn't known yet, the answer turns the refusal into the question.
      let isKnown = moving.abilities != nil
      moving.unwanted = isKnown ? nil : post.id
      return refuse("You can delete your own posts only.")
        + (isKnown ? [] : [.loadServerAbilities])
    }
    guard post.template != .profile else {
      return refuse("A profile can't be deleted.")
    }
    let count = post.childCount ?? post.children?.count ?? 0
    let below = count == 1 ? "1 post hangs on it." : "\(count) posts hang on it."
    let detail = isOwn ? (count == 0 ? nil : below) : moderation(of: post, count)
    focus.push(
      .dialog(
        Dialog(
          "Delete “\(post.label.shortened(to: 60))”?", detail: detail,
          [
            .init(title: "Cancel", action: nil),
            .init(title: "Delete", action: .editor(.deleteConfirmed(post.id))),
          ])))
    // Whether it can be brought back is said when it has gone.
    return moving.abilities == nil ? [.loadServerAbilities] : []
  }

  /// What a moderator should know before deleting somebody else's post.
  private func moderation(of post: Post, _ count: Int) -> String {
    let author = post.byline?.shortened(to: 40) ?? "somebody else"
    let replies =
      switch count {
      case 0: ""
      case 1: " Its reply stays, below “deleted”."
      default: " Its \(count) replies stay, below “deleted”."
      }
    return "This is a post by \(author). You delete it as a moderator.\(replies)"
  }

  mutating func delete(_ id: Post.ID, at now: Double) -> [Effect] {
    let removal = lists.remove(id, context(at: now))
    guard !removal.isEmpty, writing.removals[id] == nil else { return [] }
    writing.removals[id] = removal
    return count(removal.post?.place, by: -1, at: now) + [.deletePost(id)]
  }

  mutating func receive(
    _ response: DeleteResponse, of id: Post.ID, at now: Double
  ) -> [Effect] {
    guard let removal = writing.removals.removeValue(forKey: id) else { return [] }
    let words: String
    switch response {
    case .deleted:
      noteDeletion(removal)
      badges.forget(id)
      return [.send(.noted("Deleted.\(moving.abilities?.restores == true ? undoHint : "")"))]
    case .failed(let failure): words = "It is not deleted. \(failure.sentence)"
    case .unconfirmed(let failure):
      words =
        "Deleting could not be confirmed. \(failure.sentence) \(keyLabel("refresh")) looks again."
    }
    lists.restore(removal, context(at: now))
    return count(removal.post?.place, by: 1, at: now) + [.send(.noted(words, isError: true))]
  }
}
