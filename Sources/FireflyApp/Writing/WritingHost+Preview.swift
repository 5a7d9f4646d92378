import FireflyCore
import FireflyEditor

// The preview of the body, in place of its text field.
extension WritingHost {
  mutating func reducePreview(_ action: EditorAction, at now: Double) -> [Effect] {
    guard var editor = focus.editor else { return [] }
    guard editor.pendingActions == nil else {
      focus.editor?.pendingActions?.append(action)
      return []
    }
    switch action {
    case .previewFormatted(let text, editor.revision) where text.width == editor.body.width:
      editor.preview = context(at: now).showingPictures(text)
      editor.attachment.isCropping = false
      focus.editor = editor
      lists.scrollPreviewIntoView(editor, context(at: now))
    case .previewPressed where editor.preview != nil:
      endPreview(at: now)
    case .previewPressed:
      if let service = editor.service, !service.fields.takesMarkdown {
        return [.note("\(service.name) shows the text as it is typed.")]
      }
      guard editor.body.wordCount > 0 else {
        return [.note("The body is empty: there is nothing to preview.")]
      }
      return formatPreview(of: editor)
    default: break
    }
    return []
  }

  private func formatPreview(of editor: EditorState) -> [Effect] {
    [
      .writing(
        .formatPreview(editor.body.text, revision: editor.revision, columns: editor.body.width))
    ]
  }

  /// Formats the preview again if the text has another width now; until then it stays as it is.
  func reformatPreview(at now: Double) -> [Effect] {
    guard let editor = focus.editor, let preview = editor.preview,
      !preview.fits(editor.body.width, showsPictures: context(at: now).showsPictures)
    else { return [] }
    return formatPreview(of: editor)
  }

  mutating func endPreview(at now: Double) {
    focus.editor?.preview = nil
    guard let editor = focus.editor else { return }
    lists.scrollCaretIntoView(editor, context(at: now))
  }

  /// Returns the rows by which a motion scrolls the preview; nil for other motions.
  func previewRows(for motion: EditorMotion) -> Double? {
    let page = max(1, Double(layout.list.height - 2))
    return switch motion {
    case .up: -1
    case .down: 1
    case .pageUp: -page
    case .pageDown: page
    case .textStart: -Double(Int16.max)
    case .textEnd: Double(Int16.max)
    default: nil
    }
  }

  mutating func scrollPreview(by rows: Double, at now: Double) {
    lists.scrollWhileWriting(rows: rows, context(at: now))
  }
}
