import FireflyCore
import Foundation

/// A text in a private file, for an external editor.
struct EditedFile: Sendable {
  /// Maximum bytes of the edited text.
  static let maximumBytes = 4 << 20

  static let name = "post.md"
  /// The file with the fingerprint of the text that is saved elsewhere.
  static let savedName = ".kept"
  /// The file with the draft whose text is edited.
  static let draftName = ".draft"
  /// The lock that is held while the editor is open.
  static let lockName = ".lock"
  static let prefix = "firefly-"
  /// Seconds after which files are removed if their text is saved elsewhere.
  static let age = 14.0 * 86_400

  /// The path, in a folder of its own, because editors create files next to it.
  let path: String
  private let folder: String
  private let text: String
  private var lock: DraftLock?

  /// The contents after editing.
  enum Content: Hashable {
    /// The text is unchanged.
    case untouched
    /// The new text.
    case text(String)
    /// The file can't be read; the reason is the end of a sentence.
    case unreadable(String)
  }

  /// Writes a text to a new file, in the first writable folder.
  ///
  /// - Parameters:
  ///   - text: the contents.
  ///   - draft: the draft with the text; recorded next to the file in case both programs are
  ///     killed.
  ///   - folders: the folders, in order of preference.
  /// - Throws: `SystemProblem` of the last folder.
  init(_ text: String, of draft: Draft? = nil, in folders: [String]) throws(SystemProblem) {
    var failure = SystemProblem(code: ENOENT)
    for parent in folders {
      do throws(SystemProblem) {
        self = try Self(text, below: parent)
        if let draft { writeDraft(draft) }
        return
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private init(_ text: String, below parent: String) throws(SystemProblem) {
    _ = OwnFiles.makeFolders(parent)
    var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemProblem.last }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = folder + "/" + Self.name
    self.text = text
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    let isWritten = file >= 0 && PrivateFile.write(Data(text.utf8), to: file)
    let failure = SystemProblem.last
    if file >= 0 { close(file) }
    guard isWritten else {
      remove()
      throw failure
    }
    lock = try? DraftLock.acquire(folder + "/" + Self.lockName)
  }

  private func writeDraft(_ draft: Draft) {
    let now = Date().timeIntervalSince1970
    let kept = StoredDraft(draft: draft, startedAt: now, changedAt: now)
    guard let data = try? JSONEncoder().encode(kept) else { return }
    try? PrivateFile(url: URL(fileURLWithPath: folder + "/" + Self.draftName)).replace(with: data)
  }

  /// Records that the original text is saved elsewhere.
  func markOriginalSaved() { markSaved(text) }

  /// Records that a text is saved elsewhere, so that the file can expire if it contains nothing
  /// else.
  func markSaved(_ text: String) { Self.markSaved(text, in: folder) }

  static func markSaved(_ text: String, in folder: String) {
    let file = open(
      folder + "/" + savedName, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    _ = PrivateFile.write(Data(Fingerprint.name(of: Array(text.utf8)).utf8), to: file)
    close(file)
  }

  /// Returns the current contents.
  func content() -> Content {
    do {
      guard let text = try Self.text(at: path) else { return .unreadable("it is empty") }
      return text == self.text ? .untouched : .text(text)
    } catch {
      return .unreadable(error.description)
    }
  }

  /// Returns the text of a file; nil if it is missing or empty.
  static func text(at path: String) throws(SystemProblem) -> String? {
    let file = PrivateFile(url: URL(fileURLWithPath: path))
    guard let data = try file.read(maximumBytes: maximumBytes), !data.isEmpty else { return nil }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw SystemProblem("it is not UTF-8 text")
    }
    return text
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
