import FireflyCore

/// An event of marking a post of others: favourites, bookmarks and boosts of services with accounts.
package enum MarkAction: Hashable, Sendable {
  /// A mark of the selected post was requested, or its end.
  case pressed(PostMark)
  /// The user agreed to show a post to their own followers.
  case boostAccepted(Post.ID)
  /// The response to a mark.
  indirect case response(Post.ID, PostMark, Bool, Result<Post, LoadFailure>)
}

/// An effect of marking posts.
package enum MarkEffect: Hashable, Sendable {
  /// Mark a post, or take a mark back.
  case set(Post.ID, PostMark, Bool)
}

extension AppState {
  mutating func reduceMarks(_ action: MarkAction, at now: Double) -> [Effect] {
    switch action {
    case .pressed(let mark): return set(mark)
    case .boostAccepted(let id): return [.mark(.set(id, .boost, true))]
    case .response(let id, let mark, let isOn, .success(let post)):
      let changes = lists.change(id, context(at: now)) { known in
        known.facts = post.facts
      }
      return changes + [.note(isOn ? mark.doneWords : mark.undoneWords, inList: true)]
    case .response(_, _, _, .failure(let failure)):
      if failure.kind == .signedOut {
        return [.send(.signIn(.needed(for: .list(.refreshPressed))))]
      }
      return [.note(failure.sentence, isError: true)]
    }
  }

  private mutating func set(_ mark: PostMark) -> [Effect] {
    let refusal = site.refusal(of: .mark)
    if let refusal, refusal.way == nil { return [.note(refusal.words, inList: true)] }
    guard let post = selectedPost, post.template == .post, let facts = post.service else {
      return []
    }
    if let refusal { return refuse(refusal) }
    let isOn = !facts.marks.contains(mark)
    guard mark == .boost, isOn else { return [.mark(.set(post.id, mark, isOn))] }
    if facts.readers?.isPublic == false {
      let name = post.byline?.shortened(to: 40) ?? "the author"
      return refuse("Only \(name)'s followers may read this, so it can't be boosted.")
    }
    ask(
      Dialog(
        "Boost to your followers?",
        detail: "“\(post.headline.shortened(to: 60))”, by \(post.byline?.shortened(to: 40) ?? "").",
        typing: .dropped,
        [
          Dialog.Button(title: "Cancel", action: nil),
          Dialog.Button(title: "Boost", action: .mark(.boostAccepted(post.id))),
        ]))
    return []
  }
}

extension PostMark {
  /// What was done, as a sentence.
  fileprivate var doneWords: String {
    switch self {
    case .favourite: "This is a favourite of yours now; its author sees that."
    case .bookmark: "It is among your bookmarks on the server now."
    case .boost: "Your followers see this now."
    }
  }

  /// What was taken back, as a sentence.
  fileprivate var undoneWords: String {
    switch self {
    case .favourite: "It is no favourite of yours any more."
    case .bookmark: "It is no bookmark any more."
    case .boost: "The boost is taken back."
    }
  }
}
