import FireflyCore

/// An event of the poll of an edited post.
package enum PollAction: Hashable, Sendable {
  /// A poll was requested, or what it has beside its options.
  case pressed
  /// How long one can vote was chosen, in seconds; nil for as long as before.
  case timeChosen(Int?)
  /// One choice was requested instead of several, or the other way round.
  case severalPressed
  /// No poll was requested.
  case removed
  /// The user agreed to lose the votes.
  case lossAccepted
}

extension WritingHost {
  mutating func reducePoll(_ action: PollAction, at now: Double) -> [Effect] {
    guard var editor = focus.editor, let service = editor.service else { return [] }
    guard editor.pendingActions == nil else {
      focus.editor?.pendingActions?.append(.poll(action))
      return []
    }
    switch action {
    case .pressed where editor.hasPoll:
      ask(dialog(of: editor, at: service))
      return []
    case .pressed:
      guard let limits = service.fields.polls else {
        return [.note("\(service.name) has no polls.")]
      }
      guard editor.gallery.shown == nil else {
        return [.note(PollLimits.besidePicture(on: service.name), isError: true)]
      }
      editor.beginPoll(limits)
    case .timeChosen(let seconds): editor.changePoll { $0.seconds = seconds }
    case .severalPressed: editor.changePoll { $0.takesSeveral.toggle() }
    case .removed: editor.removePoll()
    case .lossAccepted:
      editor.agreeToLoseVotes()
      focus.editor = editor
      return save(at: now)
    }
    // On a screen a row of the card says it.
    let note = isSpoken ? editor.newPoll.map { [Effect.note("The poll: \($0.remark).")] } : nil
    return replaceEditor(with: editor, at: now) + (note ?? [])
  }

  /// Asks what a poll has beside its options.
  private func dialog(of editor: EditorState, at service: ServiceWriting) -> Dialog {
    let poll = editor.newPoll
    let times = (service.fields.polls ?? PollLimits()).times
    func button(_ title: String, _ action: PollAction) -> Dialog.Button {
      Dialog.Button(title: title, action: .editor(.poll(action)))
    }
    let before = editor.poll.original == nil ? [] : [button("As before", .timeChosen(nil))]
    let several = poll?.takesSeveral == true ? "One choice" : "Several choices"
    return Dialog(
      "For how long can one vote?", detail: poll.map { "Now: \($0.remark)." },
      typing: .dropped,
      [Dialog.Button(title: "Back to the text", action: nil)] + before
        + times.map { button(TimeSpan.words($0), .timeChosen($0)) }
        + [button(several, .severalPressed), button("No poll", .removed)])
  }

  /// Asks before the votes of a poll are lost; nil if none are.
  mutating func questionAboutVotes(of editor: EditorState) -> [Effect]? {
    guard editor.needsWordForVotes else { return nil }
    ask(
      Dialog(
        editor.hasPoll ? "Save another poll?" : "Save without the poll?",
        detail: "The votes so far are removed.", typing: .dropped,
        [
          Dialog.Button(title: "Back to the text", action: nil),
          Dialog.Button(title: "Save", action: .editor(.poll(.lossAccepted))),
        ]))
    return []
  }
}
