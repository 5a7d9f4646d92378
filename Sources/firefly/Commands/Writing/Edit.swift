import ArgumentParser
import FireflyAPI
import FireflyCore
import Foundation

/// A post of one's own, changed from the shell.
struct Edit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Change a post of yours.",
    discussion: """
      Without an option that says what is new, your editor ($VISUAL or $EDITOR) opens with the post \
      in it. What has changed on the server since it was read is not overwritten; what you wrote is \
      a draft then, with which the same command goes on.
      """)

  @Argument(help: ArgumentHelp("The post's number.", valueName: "id"))
  var post: PostNumber

  @OptionGroup var writing: WritingOptions
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions
  @ParentCommand var browsing: Firefly

  func validate() throws { try browsing.refuseOptions(with: "edit", exceptServer: true) }

  func run() throws {
    do {
      try WritingDesk.run("edit", common, connection, writing, at: .edit(post.id), change)
    } catch {
      Failure(error).end()
    }
  }

  private func change(at desk: WritingDesk, _ said: WritingOptions.Said) throws {
    var draft: OpenDraft
    let version: PostVersion
    let base: Draft.Base
    let image: PostImage?
    if writing.saySomething {
      defer { writing.tellOfUnreadInput() }
      draft = try desk.open(.edit(post.id)) {
        $0.words == said.over($0.base?.words ?? Draft.Words())
      }
      if draft.earlier == nil { draft.draft.words = said.over(Draft.Words()) }
      try desk.tellOfOthers(beside: draft)
      (version, image) = try draft.prepare(said) {
        let image = try writing.image.map(WritingOptions.picture)
        return (try desk.own(post.id, namingDraft: !said.isPiped), image)
      }
      base = Draft.Base(words: version.post.words, etag: version.tag)
      if let old = draft.earlier?.base, said.overwritesChanges(from: old.words, to: base.words) {
        throw Failure("\(conflict) \(draft.keep())")
      }
      (draft.draft.words, draft.draft.base) = (said.over(base.words), base)
    } else {
      version = try desk.own(post.id)
      image = nil
      base = Draft.Base(words: version.post.words, etag: version.tag)
      draft = try desk.open(.edit(post.id))
      try edit(&draft, over: base, at: desk)
    }
    draft.draft.template = version.post.template.name
    let picture = try draft.attach(image, from: writing.image)
    guard draft.draft.words != base.words || draft.draft.changesPicture else {
      draft.discard()
      return try output(version.post, "Nothing has changed in post \(post.id).")
    }
    let changed = try draft.deliver { draft in
      guard draft.draft.words.title.contains(where: { !$0.isWhitespace }) else {
        throw Failure("A post needs a title.")
      }
      do {
        return try draft.send(picture, at: desk)
      } catch is OpenDraft.Conflict {
        throw conflict
      }
    }
    desk.log.info("changed", metadata: ["post": "\(changed.id)"])
    defer { draft.discard() }
    try output(changed, "Post \(post.id) is changed.")
  }

  private var conflict: Failure {
    Failure(
      "Post \(post.id) has changed since you read it; nothing was overwritten. `firefly edit "
        + "\(post.id)` shows both.")
  }

  /// Goes on with what was written before, with what stands on the server now beside it.
  private func edit(_ draft: inout OpenDraft, over base: Draft.Base, at desk: WritingDesk) throws {
    guard draft.isFree else { throw Failure(draft.obstacle ?? "") }
    // As git does: an editor that is named may need no terminal.
    guard isatty(STDIN_FILENO) == 1 || desk.editor.isNamed else {
      draft.close()
      throw Failure(
        "There is no terminal to edit in. Set VISUAL or EDITOR, or use --title, --summary, --body "
          + "or --image; --body - takes the body from standard input.",
        code: Failure.noTerminal)
    }
    var notes: [String] = []
    if draft.earlier == nil {
      draft.draft.words = base.words
    } else {
      notes = ["This is your draft for this post, as you left it."]
      draft.draft.words = draft.draft.words(over: base.words)
      // A version whose answer was lost is the user's own.
      let isOwn = draft.draft.unconfirmed.contains(base.words)
      if let old = draft.draft.base, old.words != base.words, !isOwn {
        draft.draft.words =
          Comparison(
            theirs: base, mine: draft.draft.words, base: old.words
          ).both
        notes += Comparison.notes
      }
    }
    draft.draft.base = base
    let words = try desk.edit(draft, notes: notes + Self.notes)
    draft.draft.words = words
    if Comparison.hasMarks(words), !Comparison.hasMarks(base.words) {
      throw Failure("Both stand in it still: keep one, or some of each. \(draft.keep())")
    }
  }

  private static let notes =
    Draft.Words.formNotes + ["With another exit code than 0, or untouched, nothing is changed."]

  private func output(_ post: Post, _ sentence: String) throws(Failure) {
    try WritingDesk.output(post, json: writing.json, else: sentence)
  }
}
