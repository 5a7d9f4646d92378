import FireflyCore
import FireflyModel
import Foundation

/// An event of marking a post of others: favourites, bookmarks and boosts of services with accounts.
package enum MarkAction: Hashable, Sendable {
  /// A mark of the selected post was requested, or its end.
  case pressed(PostMark)
  /// The user agreed to a mark of a post, or to its end: to show it to their own followers, or by a sign-in for it.
  case accepted(Post.ID, PostMark, Bool = true)
  /// A vote in the poll of the selected post was requested.
  case votePressed
  /// Options of a poll are chosen, by their places; the last one was just changed.
  case votesChosen(Post.ID, [Int], last: Int)
  /// The user agreed to vote, which is final.
  case voteAccepted(Post.ID, [Int], in: Poll)
  /// The post with the votes.
  indirect case voted(Result<Post, LoadFailure>)
  /// The response to a mark.
  indirect case response(Post.ID, PostMark, Bool, Result<Post, LoadFailure>)
}

/// An effect of marking posts.
package enum MarkEffect: Hashable, Sendable {
  /// Mark a post, or take a mark back.
  case set(Post.ID, PostMark, Bool)
  /// Vote in the poll of a post, for the options at some places.
  case vote(Post.ID, [Int], in: Poll)
}

extension MarkAction {
  /// Returns what follows: the marks of a post are in the lists.
  func effects(in surroundings: Surroundings) -> [Effect] {
    switch self {
    case .pressed(let mark): return set(mark, surroundings)
    case .accepted(let id, let mark, let isOn): return [.mark(.set(id, mark, isOn))]
    case .votePressed: return askForVote(surroundings)
    case .votesChosen(let id, let places, let last):
      guard let post = surroundings.lists.knownPost(id), let poll = post.service?.poll else {
        return []
      }
      return [.send(.dialog(.asked(poll.dialog(of: post, chosen: places, last, surroundings))))]
    case .voteAccepted(let id, let places, let poll):
      return [.mark(.vote(id, places, in: poll))]
    case .voted(.success(let post)):
      return [
        .send(.list(.postChanged(post))), .note("Your vote counts.", inList: true),
      ]
    case .voted(.failure(let failure)) where failure.mayHaveArrived:
      let key = surroundings.keyName(.list(.refreshPressed))
      return [
        .note(
          "The vote could not be confirmed. \(failure.sentence) \(key) reloads.", isError: true)
      ]
    case .voted(.failure(let failure)): return failed(failure, again: .votePressed)
    case .response(let id, let mark, let isOn, .success(let post)):
      return [
        .send(.list(.factsChanged(id, post.facts))),
        .note(isOn ? mark.doneWords : mark.undoneWords, inList: true),
      ]
    case .response(let id, let mark, let isOn, .failure(let failure)):
      return failed(failure, again: .accepted(id, mark, isOn))
    }
  }

  private func failed(_ failure: LoadFailure, again: MarkAction) -> [Effect] {
    if failure.kind == .signedOut { return [.send(.signIn(.needed(for: .mark(again))))] }
    return [.note(failure.sentence, isError: true)]
  }

  /// Asks for a vote in the poll of the selected post.
  private func askForVote(_ surroundings: Surroundings) -> [Effect] {
    if let refusal = surroundings.site.refusal(of: .mark) {
      guard refusal.way != nil else { return noMarks(refusal, surroundings) }
      return surroundings.effects(of: refusal, for: .mark(.votePressed))
    }
    guard let post = surroundings.selectedPost else { return [] }
    guard let poll = post.service?.poll, !poll.options.isEmpty else {
      return [.note("This post has no poll.", inList: true)]
    }
    if surroundings.account.owns(post) { return [.note("This is your own poll.", inList: true)] }
    if let refusal = poll.refusal(at: Date(timeIntervalSince1970: surroundings.date)) {
      return [.note(refusal, inList: true)]
    }
    return [.send(.dialog(.asked(poll.dialog(of: post, chosen: [], nil, surroundings))))]
  }

  private func noMarks(_ refusal: Site.Refusal, _ surroundings: Surroundings) -> [Effect] {
    [.note(refusal.words + surroundings.followSentence, inList: true)]
  }

  private func set(_ mark: PostMark, _ surroundings: Surroundings) -> [Effect] {
    let refusal = surroundings.site.refusal(of: .mark)
    if let refusal, refusal.way == nil { return noMarks(refusal, surroundings) }
    guard let post = surroundings.selectedPost, post.template == .post, let facts = post.service
    else {
      return []
    }
    let question = Dialog(
      "Boost to your followers?",
      detail: "“\(post.headline.shortened(to: 60))”, by \(post.byline?.shortened(to: 40) ?? "").",
      typing: .dropped,
      [
        Dialog.Button(title: "Cancel", action: nil),
        Dialog.Button(title: "Boost", action: .mark(.accepted(post.id, .boost))),
      ])
    if let refusal {
      // After a sign-in another post may be selected.
      return surroundings.effects(
        of: refusal,
        for: mark == .boost ? .dialog(.asked(question)) : .mark(.accepted(post.id, mark)))
    }
    let isOn = !facts.marks.contains(mark)
    if isOn, let refusal = post.refusal(of: mark, by: surroundings.account.key) {
      return [.refusal(refusal)]
    }
    guard mark == .boost, isOn else { return [.mark(.set(post.id, mark, isOn))] }
    return [.send(.dialog(.asked(question)))]
  }
}

extension Surroundings {
  /// What pins a post of the user's to their profile, or no longer, in words; nil for others, and where nothing is
  /// pinned.
  func pinning(of post: Post) -> String? {
    guard account.owns(post), post.template == .post, post.service != nil, site.can(.mark) else {
      return nil
    }
    let isPinned = post.service?.marks.contains(.pin) == true
    return isPinned ? "No longer pin to your profile" : "Pin to your profile"
  }
}

extension Poll {
  /// Returns the question for a vote: Space chooses an option, and nothing is sent before the last button.
  fileprivate func dialog(
    of post: Post, chosen: [Int], _ last: Int?, _ surroundings: Surroundings
  ) -> Dialog {
    let width = DialogView.width(in: surroundings.layout, surroundings.settings.tunables)
    let choices = options.enumerated().map { place, option in
      let isChosen = chosen.contains(place)
      let others = takesSeveral ? chosen.filter { $0 != place } : []
      let signs = takesSeveral ? ("[x] ", "[ ] ") : ("(x) ", "( ) ")
      let votes = words(of: option).map { ": \($0)" } ?? ""
      return Dialog.Button(
        // The votes stay in sight.
        title: (isChosen ? signs.0 : signs.1)
          + option.title.shortened(to: max(8, min(50, width - 8 - votes.count))) + votes,
        action: .mark(
          .votesChosen(
            post.id, isChosen ? others : (others + [place]).sorted(), last: place)))
    }
    let vote = Dialog.Button(title: "Vote", action: .mark(.voteAccepted(post.id, chosen, in: self)))
    let choice = takesSeveral ? "Vote for which? Several can be chosen." : "Vote for which?"
    let asked = (post.title.isEmpty ? post.summary : post.title).trimmed
    let question = asked.isEmpty ? nil : asked.shortened(to: 120)
    var dialog = Dialog(
      question ?? choice,
      detail: [
        question == nil ? nil : choice, left(at: surroundings.date).map { $0 + "." },
        "A vote is final.",
      ].compactMap(\.self).joined(separator: " "),
      // By ear each button has a number: none becomes that of the final one.
      choices + [Dialog.Button(title: "Cancel", action: nil)] + (chosen.isEmpty ? [] : [vote]),
      // Nothing is sent by a key that is pressed without a look.
      selecting: last ?? choices.count)
    dialog.listed = choices.count
    return dialog
  }
}
