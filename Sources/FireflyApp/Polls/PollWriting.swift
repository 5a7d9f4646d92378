import FireflyCore
import FireflyEditor

/// The poll of a post that is written on a service: its options are in the field of the summary, a line each.
struct PollWriting: Equatable, Sendable {
  /// What it has beside its options; nil for no poll.
  fileprivate(set) var now: NewPoll?
  /// The poll that the post has, and the same as it is written; nil for none.
  fileprivate(set) var original: Poll?
  fileprivate var begun: NewPoll?
  /// The one that was removed last.
  fileprivate(set) var removed: NewPoll?
  /// The one for which the user agreed to lose the votes of the original.
  fileprivate(set) var agreed: NewPoll?

  /// The placeholder of its options.
  static let placeholder = "Options of the poll, a line each"
}

extension EditorState {
  /// Whether it has a poll.
  var hasPoll: Bool { poll.now != nil }

  /// Its poll, as it is now; nil for none.
  var newPoll: NewPoll? {
    poll.now.map {
      NewPoll(lines: summary.text, seconds: $0.seconds, takesSeveral: $0.takesSeveral)
    }
  }

  /// Whether its poll is another one than that of the post.
  var changesPoll: Bool { newPoll != poll.begun }

  /// Whether saving it removes votes without the user's word.
  var needsWordForVotes: Bool {
    guard changesPoll, let original = poll.original else { return false }
    let new = newPoll ?? NewPoll()
    return new.removesVotes(of: original) && poll.agreed != new
  }

  /// Begins with the poll that a post has.
  mutating func begin(with original: Poll?) {
    guard let original else { return }
    poll.original = original
    show(NewPoll(original))
    poll.begun = newPoll
  }

  /// Shows a poll, with the caret in its options.
  mutating func show(_ new: NewPoll) {
    poll.now = NewPoll(seconds: new.seconds, takesSeveral: new.takesSeveral)
    summary = TextEditor(
      new.options.joined(separator: "\n"), mode: .text, width: summary.width)
    revision += 1
    showFields()
  }

  /// Begins a poll, or the one that was removed again.
  ///
  /// - Parameter limits: the limits of the service.
  mutating func beginPoll(_ limits: PollLimits) {
    show(poll.removed ?? NewPoll(seconds: limits.usualSeconds))
    go(to: .summary)
    showFields()
  }

  /// Removes the poll; the pictures are described again.
  mutating func removePoll() {
    guard let old = newPoll else { return }
    (poll.now, poll.removed) = (nil, old)
    if field == .summary { go(to: .body) }
    show(sidePictures, at: gallery.place)
  }

  /// Why the poll can't be sent, as a sentence; nil if it can.
  ///
  /// - Parameter service: the service.
  func pollRefusal(at service: ServiceWriting) -> String? {
    // What stays as it is, the service has taken before.
    guard let poll = newPoll, changesPoll else { return nil }
    if gallery.shown != nil { return PollLimits.besidePicture(on: service.name) }
    return service.fields.polls?.refusal(of: poll, on: service.name)
  }

  /// Stores the poll in a draft.
  func storePoll(in draft: inout Draft) {
    guard service != nil else { return }
    draft.delivery.poll = changesPoll ? newPoll ?? NewPoll() : nil
  }

  /// Restores the poll of a draft.
  mutating func restorePoll(of draft: Draft) {
    guard service != nil, let kept = draft.delivery.poll else { return }
    if kept.options.isEmpty, !target.isNew { removePoll() } else { show(kept) }
  }

  /// Takes the poll that was written elsewhere.
  mutating func take(_ new: NewPoll?) {
    guard let new, !new.options.isEmpty || target.isNew else { return removePoll() }
    guard hasPoll else { return show(new) }
    poll.now = NewPoll(seconds: new.seconds, takesSeveral: new.takesSeveral)
  }

  /// Changes what the poll has beside its options.
  mutating func changePoll(_ change: (inout NewPoll) -> Void) {
    guard var now = poll.now else { return }
    change(&now)
    poll.now = now
    revision += 1
  }

  /// Agrees to lose the votes of the poll that the post has.
  mutating func agreeToLoseVotes() { poll.agreed = newPoll ?? NewPoll() }
}
