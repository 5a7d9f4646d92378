import FireflyCore
import Foundation

/// The user's editor, and the folder of its files.
package struct ExternalEditor: Sendable {
  private let environment: [String: String]
  private let folders: [String]
  private let own: String

  /// The editor in `$VISUAL` or else `$EDITOR`.
  ///
  /// - Parameter state: the state folder; if it is not writable, files are in the temporary folder.
  package init(environment: [String: String], state: URL) {
    self.environment = environment
    let temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    own = Self.folder(in: state).path
    folders = [own, temporary]
  }

  /// Returns the folder of the files in a state folder.
  package static func folder(in state: URL) -> URL { KeptFile.editing.url(in: state) }

  /// Whether the environment names an editor.
  package var isNamed: Bool { command != nil }

  private var command: String? {
    ["VISUAL", "EDITOR"].compactMap { environment[$0] }
      .first { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Why nothing can be edited, as a sentence.
  package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    package let description: String
  }

  /// Writes a text to a file for the editor.
  package func prepare(_ text: String, for draft: Draft? = nil) throws(Problem) -> ExternalEdit {
    guard let command else {
      throw Problem(description: "No editor found. Set $VISUAL or $EDITOR.")
    }
    // Off the main actor, because there may be many files. Files in the temporary folder are not
    // ours.
    BlockingThread.queue.async { [own] in EditedFile.sweep(own) }
    do {
      let file = try EditedFile(text, of: draft, in: folders)
      return ExternalEdit(command: command, file: file, environment: environment)
    } catch {
      throw Problem(description: "The file for the editor can't be written: \(error).")
    }
  }
}
