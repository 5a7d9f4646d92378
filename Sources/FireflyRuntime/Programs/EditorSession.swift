import FireflyApp
import FireflyClient
import FireflyCore
import Foundation

/// One use of the external editor: hands the terminal over and takes the text back.
@MainActor
final class EditorSession: ForegroundSession {
  /// Time that the editor has to end after a signal.
  private static let patience = Duration.seconds(1)

  private let editor: ExternalEditor?
  private var edit: ExternalEdit?
  private(set) var hasTerminal = false
  private(set) var isTerminating = false
  var deferredActions: [Action] = []
  var completions: [() -> Void] = []
  private var continuation: CheckedContinuation<ExternalEditorResult, Never>?
  /// Whether the text was read, so that the file can be removed.
  private var isFileDone = false
  /// Whether the original text is on the disk.
  private var isOriginalSaved = false
  /// The text that was read from a file that stays.
  private var adoptedText: String?

  init(_ editor: ExternalEditor?) { self.editor = editor }

  /// Writes a text to a file, hands the terminal over and waits for the editor.
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

  func end(by signal: Int32) {
    isTerminating = true
    guard let edit else { return }
    edit.end(by: signal)
    Task {
      try? await Task.sleep(for: Self.patience)
      if self.continuation != nil { finish(with: text(of: edit.abandon())) }
    }
  }

  /// Records that the original text is on the disk.
  func markOriginalSaved() {
    isOriginalSaved = true
    edit?.markOriginalSaved()
  }

  /// Removes the file, because its text is in a draft now.
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
      return .lost(
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
      return .lost("Signal \(signal) stopped the editor; nothing was changed. \(Self.kept(path))")
    }
  }

  private static func kept(_ path: String) -> String {
    let home = NSHomeDirectory() + "/"
    return "Its file is \(path.hasPrefix(home) ? "~/" + path.dropFirst(home.count) : path)."
  }

  /// Runs off the main actor, because it blocks.
  private nonisolated static func prepare(
    _ text: String, of draft: Draft, for editor: ExternalEditor
  ) async throws(ExternalEditor.Problem) -> ExternalEdit {
    try editor.prepare(text, for: draft)
  }
}
