import FireflyCore

// What is said of a text that was saved.
extension WritingHost {
  /// Returns a note if the server ignored the crop of the thumbnail.
  func lostCropNote(of editor: EditorState, _ post: Post) -> [Effect] {
    let wanted = editor.attachment.crop
    let distance = abs(post.clipOffsetX - wanted.x) + abs(post.clipOffsetY - wanted.y)
    // A service says no crop of a post.
    guard Post.isUnsaved(editor.card), editor.attachment.picture != nil, post.service == nil,
      distance > Attachment.cropStep / 2
    else { return [] }
    let words = "Saved, but this server ignored the thumbnail crop."
    return [.note(words, isError: true)]
  }

  /// Says that a feed is followed, and where it is, or why it can't be read.
  ///
  /// - Parameter wasKnown: whether it was followed before.
  func followed(_ feed: Post, wasKnown: Bool) -> Effect {
    let words = wasKnown ? "You follow it already" : "You follow it now"
    if let failure = feed.facts.failure {
      let way = keySentence(.editor(.editPressed), "changes its address.")
      return .note("\(words), but: \(failure)\(way)", isError: true)
    }
    let folder = feed.contents?.folder.map { ", in “\($0.shortened(to: 40))”" } ?? ""
    // A feed that was read by its address is followed among others.
    let way =
      site.offeredFeed == nil
      ? "" : keySentence(.places(.pressed), "leads to all that you follow.")
    return .note(words + folder + "." + way)
  }

  /// Says that a change is saved; the undo key takes it back.
  mutating func changeWasSaved(_ post: Post, by editor: EditorState) -> [Effect] {
    if editor.takesBack { return [.note("The change is taken back.")] }
    let former = editor.former(than: post)
    if let former {
      moving.undo.record(.change(former))
    } else if editor.changesPictures {
      moving.undo.record(.lost("A picture that was changed doesn't come back: attach it again."))
    }
    // Line mode says it when the text is left.
    if isSpoken { return editor.mergeNote.map { [.note($0)] } ?? [] }
    let way = former == nil ? "" : keySentence(.moving(.undoPressed), "takes the change back.")
    return [.note((editor.mergeNote ?? "Saved.") + way)]
  }
}
