import FireflyCore
import FireflyModel

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

extension MarkAction {
  /// Returns what follows: the marks of a post are in the lists.
  func effects(in surroundings: Surroundings) -> [Effect] {
    switch self {
    case .pressed(let mark): return set(mark, surroundings)
    case .boostAccepted(let id): return [.mark(.set(id, .boost, true))]
    case .response(let id, let mark, let isOn, .success(let post)):
      return [
        .send(.list(.factsChanged(id, post.facts))),
        .note(isOn ? mark.doneWords : mark.undoneWords, inList: true),
      ]
    case .response(_, _, _, .failure(let failure)):
      if failure.kind == .signedOut {
        return [.send(.signIn(.needed(for: .list(.refreshPressed))))]
      }
      return [.note(failure.sentence, isError: true)]
    }
  }

  private func set(_ mark: PostMark, _ surroundings: Surroundings) -> [Effect] {
    let refusal = surroundings.site.refusal(of: .mark)
    if let refusal, refusal.way == nil { return [.note(refusal.words, inList: true)] }
    guard let post = surroundings.selectedPost, post.template == .post, let facts = post.service
    else {
      return []
    }
    if let refusal { return surroundings.effects(of: refusal) }
    let isOn = !facts.marks.contains(mark)
    guard mark == .boost, isOn else { return [.mark(.set(post.id, mark, isOn))] }
    if facts.readers?.isPublic == false {
      let name = post.byline?.shortened(to: 40) ?? "the author"
      let words = "Only \(name)'s followers may read this, so it can't be boosted."
      return [.refusal(words)]
    }
    let question = Dialog(

      "Boost to your followers?",
      detail: "“\(post.headline.shortened(to: 60))”, by \(post.byline?.shortened(to: 40) ?? "").",
      typing: .dropped,
      [
        Dialog.Button(title: "Cancel", action: nil),
        Dialog.Button(title: "Boost", action: .mark(.boostAccepted(post.id))),
      ])
    return [.send(.dialog(.asked(question)))]
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
