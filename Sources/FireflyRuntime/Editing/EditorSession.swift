import FireflyApp
import FireflyCore
import Foundation

/// The terminal in the hands of the user's own editor, from the wish for it to the return.
@MainActor
final class EditorSession {
  /// How long an editor has to end when we do.
  private static let patience = Duration.seconds(1)

  private let editor: ExternalEditor?
  private var edit: ExternalEdit?
  /// Whether the terminal has been given away.
  private(set) var hasTerminal = false
  /// Whether a signal ends us: the terminal stays as it was found.
  private(set) var isTerminating = false
  /// What has happened meanwhile: it waits, so that nothing changes behind what is written elsewhere.
  var deferredActions: [Action] = []
  /// Called when everything is ours again.
  var completions: [() -> Void] = []
  private var continuation: CheckedContinuation<ExternalEditorResult, Never>?
  /// Whether the file has been taken over, and can go.
  private var isFileDone = false
  /// Whether the text that is handed out is sure to be on the disk.
  private var isOriginalSaved = false
  /// What was taken over of a file that stays.
  private var adoptedText: String?

  init(_ editor: ExternalEditor?) { self.editor = editor }

  /// Puts a text into a file, has the terminal given away, and waits for the editor.
  func run(_ text: String, of draft: Draft, release: () -> Void) async -> ExternalEditorResult {
    guard let editor else { return .failed("No editor is available here.") }
    let edit: ExternalEdit
    do throws(ExternalEditor.Problem) {
      edit = try await Self.prepare(text, of: draft, for: editor)
    } catch {
      return .failed(error.description)
    }
    guard !isTerminating else {
      edit.discard()
      return .unchanged("")
    }
    self.edit = edit
    if isOriginalSaved { edit.markOriginalSaved() }
    release()
    hasTerminal = true
    return await withCheckedContinuation { continuation in
      self.continuation = continuation
      Task {
        do throws(ExternalEditor.Problem) {
          finish(with: self.text(of: try await edit.run()))
        } catch {
          finish(with: .failed(error.description))
        }
      }
    }
  }

  /// Ends the editor by the signal that is to end us.
  func end(by signal: Int32) {
    isTerminating = true
    guard let edit else { return }
    edit.end(by: signal)
    Task {
      try? await Task.sleep(for: Self.patience)
      if self.continuation != nil { finish(with: text(of: edit.abandon())) }
    }
  }

  /// What is handed out is on the disk by now.
  func markOriginalSaved() {
    isOriginalSaved = true
    edit?.markOriginalSaved()
  }

  /// What came back is kept elsewhere by now: the file can go.
  ///
  /// - `isOnDisk`: whether it is sure to be there whenever the machine stops.
  func removeFile(isOnDisk: Bool) {
    if isFileDone {
      edit?.discard()
    } else if let adoptedText, isOnDisk {
      edit?.markSaved(adoptedText)
    }
  }

  private func finish(with text: ExternalEditorResult) {
    self.continuation?.resume(returning: text)
    self.continuation = nil
  }

  private func text(of outcome: ExternalEdit.Outcome) -> ExternalEditorResult {
    switch outcome {
    case .untouched: return .unchanged("Your editor made no changes.")
    case .text(let text):
      isFileDone = true
      return .changed(text)
    case .unreadable(let reason, let path):
      return .failed(
        "Nothing was changed: the editor's file can't be read, \(reason). \(Self.kept(path))")
    case .refused(let code, let path):
      let file = path.map { " " + Self.kept($0) } ?? ""
      return .unchanged("The editor exited with code \(code); nothing was changed.\(file)")
    case .missing(let command):
      return .failed("No editor “\(command.prefix(60))”. Set $VISUAL or $EDITOR.")
    case .interrupted(let text?, _, _) where isTerminating:
      adoptedText = text
      return .changed(text)
    case .interrupted(_, let signal, let path):
      return .failed("Signal \(signal) stopped the editor; nothing was changed. \(Self.kept(path))")
    }
  }

  private static func kept(_ path: String) -> String {
    let home = NSHomeDirectory() + "/"
    return "Its file is \(path.hasPrefix(home) ? "~/" + path.dropFirst(home.count) : path)."
  }

  /// Not on the main actor: the disk may take its time.
  private nonisolated static func prepare(
    _ text: String, of draft: Draft, for editor: ExternalEditor
  ) async throws(ExternalEditor.Problem) -> ExternalEdit {
    try editor.prepare(text, for: draft)
  }
}
