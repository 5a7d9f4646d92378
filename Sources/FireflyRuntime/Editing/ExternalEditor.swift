import FireflyCore
import Foundation

/// The user's own editor, and where the files are that it works on.
public struct ExternalEditor: Sendable {
  private let environment: [String: String]
  private let folders: [String]
  private let own: String

  /// The editor that `$VISUAL` names, or else `$EDITOR`.
  ///
  /// - `state`: the folder of the program's state; where it can't be written to, the temporary one does.
  public init(environment: [String: String], state: URL) {
    self.environment = environment
    let temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    own = Self.folder(in: state).path
    folders = [own, temporary]
  }

  /// Where the files are, in the folder of the program's state.
  static func folder(in state: URL) -> URL { state.appendingPathComponent("editing") }

  /// Whether the environment names an editor.
  public var isNamed: Bool { command != nil }

  private var command: String? {
    ["VISUAL", "EDITOR"].compactMap { environment[$0] }
      .first { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Why nothing can be edited, as a sentence.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
  }

  /// Puts a text into a file for it.
  ///
  /// - Parameters:
  ///   - text: what the file is to hold.
  ///   - draft: what the text was made of.
  /// - Returns: the file, and how it is edited.
  /// - Throws: `Problem`.
  public func prepare(_ text: String, for draft: Draft? = nil) throws(Problem) -> ExternalEdit {
    guard let command else {
      throw Problem(description: "No editor found. Set $VISUAL or $EDITOR.")
    }
    // Beside the main actor, because there may be many. What others put beside it elsewhere is not ours.
    BlockingThread.queue.async { [own] in EditedFile.sweep(own) }
    do {
      let file = try EditedFile(text, of: draft, in: folders)
      return ExternalEdit(command: command, file: file, environment: environment)
    } catch {
      throw Problem(description: "The file for the editor can't be written: \(error).")
    }
  }
}
