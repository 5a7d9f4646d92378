import FireflyCore
import Foundation

/// A file of an external editor that Firefly has not read: one of them was killed, or the editor
/// saved after it exited.
package struct LeftoverFile: Sendable {
  /// The contents of such a file.
  package enum Content: Hashable, Sendable {
    /// The original text, or one that is saved elsewhere.
    case nothingNew
    /// A new text, and the draft that it is now; its key means nothing if the draft is unknown.
    case text(String, Draft)
    /// The file can't be read; the reason is the end of a sentence.
    case unreadable(String)
  }

  /// The path.
  package let path: String
  /// The draft whose text was edited; nil if unknown.
  package let draft: StoredDraft?
  /// When the file was last changed, in seconds since 1970.
  package let changedAt: Double
  private let folder: String

  /// Creates a value for the folder of a file; nil if an editor is still open, or there is no file.
  fileprivate init?(folder: String) {
    var status = stat()
    path = folder + "/" + EditedFile.name
    guard !DraftLock.isHeld(folder + "/" + EditedFile.lockName), lstat(path, &status) == 0 else {
      return nil
    }
    self.folder = folder
    changedAt = Double(status.st_mtim.tv_sec)
    draft = EditedFile.read(folder + "/" + EditedFile.draftName)
      .flatMap { try? JSONDecoder().decode(StoredDraft.self, from: $0) }
  }

  /// Returns the contents.
  package func content() -> Content {
    do {
      guard let text = try EditedFile.text(at: path), !EditedFile.isSaved(text, in: folder) else {
        return .nothingNew
      }
      let unknown = Draft.Key(server: .unknown, account: .nobody, target: .newPost(below: nil))
      let original = draft?.draft ?? Draft(key: unknown)
      var edited = original
      _ = edited.take(document: text)
      edited.delivery.narrow(to: original.delivery.readers)
      return edited == original || edited.words.isEmpty ? .nothingNew : .text(text, edited)
    } catch {
      return .unreadable(error.description)
    }
  }

  /// Records that a text is saved elsewhere.
  package func markSaved(_ text: String) { EditedFile.markSaved(text, in: folder) }
}

extension EditedFile {
  /// Returns the leftover files in a folder.
  static func leftovers(in parent: String) -> [LeftoverFile] {
    folders(in: parent).compactMap { LeftoverFile(folder: $0) }
  }
}

extension DraftFolder {
  /// Returns the leftover files that can't be read: their paths, and why.
  package func unreadableEditedFiles() -> [(path: String, reason: String)] {
    EditedFile.leftovers(in: editing.path).compactMap { file in
      if case .unreadable(let reason) = file.content() { (file.path, reason) } else { nil }
    }
  }
}
