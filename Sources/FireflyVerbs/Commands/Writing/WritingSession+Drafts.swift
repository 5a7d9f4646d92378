import FireflyClient
import FireflyCore

// The drafts of commands that write.
extension WritingSession {
  static func draftStore(of context: CommandContext) -> DraftStore {
    DraftStore(DraftFolder(state: context.paths.state)) { report in
      // Other reports are checked where they matter.
      if case .damaged(let path) = report {
        StandardStreams.warn("\(DraftError.damaged(path))")
      }
    }
  }

  /// Opens a draft.
  ///
  /// - Parameter matches: which draft to continue; if none matches, a new one is added. Nil for the
  ///   draft that was changed last.
  /// - Returns: the draft, locked for other programs.
  /// - Throws: `Failure` if another program has it open, or it can't be read.
  func open(
    _ target: DraftTarget, where matches: (@Sendable (Draft) -> Bool)? = nil
  ) throws -> OpenDraft {
    var draft = try Self.open(key(of: target), in: drafts, where: matches)
    draft.place = place
    return draft
  }

  static func open(
    _ key: Draft.Key, in store: DraftStore, where matches: (@Sendable (Draft) -> Bool)?
  ) throws -> OpenDraft {
    let (key, opening) = try MainLoop.run { await store.openAny(key, where: matches) }
    return OpenDraft(key: key, opening: opening, store: store)
  }

  /// Keeps what was read as a draft, for no more readers than before.
  ///
  /// - Parameters:
  ///   - key: where it belongs.
  ///   - context: names the folder of drafts.
  ///   - change: adds what the other options say.
  /// - Returns: the draft, which is open.
  /// - Throws: `Failure` if the drafts can't be read.
  static func keep(
    _ given: WritingOptions.GivenFields, at key: Draft.Key, template: String,
    _ context: CommandContext, _ change: (inout Draft) -> Void
  ) throws -> OpenDraft {
    var draft = try open(key, in: draftStore(of: context)) { given.isAttempted(in: $0) }
    let kept = draft.earlier
    draft.draft.words = given.over(PostText())
    draft.draft.template = template
    change(&draft.draft)
    draft.draft.delivery.narrow(to: kept?.delivery.readers)
    draft.keep()
    return draft
  }

  /// Prints which other drafts there are for the target of a draft.
  func reportOtherDrafts(beside draft: OpenDraft) throws {
    let key = draft.draft.key
    for other in try MainLoop.run({ await drafts.others(beside: key) }) {
      let id = other.name
      StandardStreams.warn(
        "There is another draft for this post: use `firefly draft show \(id)`.")
    }
  }

  func key(of target: DraftTarget) -> Draft.Key {
    Draft.Key(server: server, account: user.key, target: target)
  }
}
