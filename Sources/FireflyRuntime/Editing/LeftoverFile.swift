import FireflyCore
import Foundation

/// A file that an editor has left: Firefly was ended with it, or the editor was killed, or it saves after it
/// has returned.
public struct LeftoverFile: Sendable {
  /// What is in such a file.
  public enum Content: Hashable, Sendable {
    /// The text that was handed out, or one that is a draft already.
    case nothingNew
    /// Another text, and the words in it.
    case text(String, Draft.Words)
    /// It can't be read; the reason is the end of a sentence.
    case unreadable(String)
  }

  /// Where it is.
  public let path: String
  /// The draft whose words were handed out; nil where that was not noted.
  let draft: KeptDraft?
  /// When it was saved last, in seconds since 1970.
  let changedAt: Double
  private let folder: String

  /// A folder that an editor worked in; nil where one still does, or there is no file.
  fileprivate init?(folder: String) {
    var status = stat()
    path = folder + "/" + EditedFile.name
    guard !DraftLock.isHeld(folder + "/" + EditedFile.lockName), lstat(path, &status) == 0 else {
      return nil
    }
    self.folder = folder
    changedAt = Double(status.st_mtim.tv_sec)
    draft = EditedFile.read(folder + "/" + EditedFile.draftName)
      .flatMap { try? JSONDecoder().decode(KeptDraft.self, from: $0) }
  }

  /// What is in it.
  public func content() -> Content {
    let data: Data?
    do {
      data = try PrivateFile(url: URL(fileURLWithPath: path))
        .read(maximumBytes: EditedFile.maximumBytes)
    } catch {
      return .unreadable(error.reason)
    }
    guard let data, !data.isEmpty, !EditedFile.isSaved(data, in: folder) else { return .nothingNew }
    guard let text = String(validating: data, as: UTF8.self) else {
      return .unreadable("it is not text in UTF-8")
    }
    let original = draft?.draft.words ?? Draft.Words()
    let words = Draft.Words(document: text, original: original)
    return words == original || words.isEmpty ? .nothingNew : .text(text, words)
  }

  func markSaved(_ text: String) { EditedFile.markSaved(text, in: folder) }
}

extension EditedFile {
  /// The files that editors have left in a folder.
  static func leftovers(in parent: String) -> [LeftoverFile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.sorted()
      .compactMap { LeftoverFile(folder: parent + "/" + $0) }
  }
}

extension DraftFolder {
  /// The files that editors have left and that can't become drafts: their paths, and why.
  public func unreadableEditedFiles() -> [(path: String, reason: String)] {
    EditedFile.leftovers(in: editing.path).compactMap { file in
      if case .unreadable(let reason) = file.content() { (file.path, reason) } else { nil }
    }
  }
}
