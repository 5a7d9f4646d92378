import FireflyCore
import Foundation

/// A text in a private file, for a program to change.
struct EditedFile: Sendable {
  /// Bytes of what is taken back: a server takes half a megabyte a field.
  static let maximumBytes = 4 << 20

  static let name = "post.md"
  /// The file that says which text is kept elsewhere, by its fingerprint.
  static let savedName = ".kept"
  /// The draft whose words were handed out.
  static let draftName = ".draft"
  /// Held while the editor works on the file.
  static let lockName = ".lock"
  static let prefix = "firefly-"
  /// Seconds after which what is kept elsewhere goes.
  static let age = 14.0 * 86_400

  /// Where it is: in a folder of its own, because editors put files beside it.
  let path: String
  private let folder: String
  private let text: String
  private var lock: DraftLock?

  /// What the program has left there.
  enum Content: Hashable {
    /// The text as it was.
    case untouched
    /// Another text.
    case text(String)
    /// Nothing that could be taken over; why, as the end of a sentence about the file.
    case unreadable(String)
  }

  /// Writes a text into a new file, below the first of some folders that can be written to.
  ///
  /// - Parameters:
  ///   - text: what it is to hold.
  ///   - draft: what the text was made of; noted beside it, should both programs be ended.
  ///   - folders: where it may be, the best first.
  /// - Throws: `SystemError` of the last of them.
  init(_ text: String, of draft: Draft? = nil, in folders: [String]) throws(SystemError) {
    var failure = SystemError(ENOENT)
    for parent in folders {
      do throws(SystemError) {
        self = try Self(text, below: parent)
        if let draft { writeDraft(draft) }
        return
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private init(_ text: String, below parent: String) throws(SystemError) {
    try? FileManager.default.createDirectory(
      atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(errno) }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = folder + "/" + Self.name
    self.text = text
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    let isWritten = file >= 0 && PrivateFile.write(Data(text.utf8), to: file)
    let failure = SystemError(errno)
    if file >= 0 { close(file) }
    guard isWritten else {
      remove()
      throw failure
    }
    if case .acquired(let lock)? = try? DraftLock.attempt(folder + "/" + Self.lockName) {
      self.lock = lock
    }
  }

  private func writeDraft(_ draft: Draft) {
    let now = Date().timeIntervalSince1970
    let kept = KeptDraft(draft: draft, startedAt: now, changedAt: now)
    guard let data = try? JSONEncoder().encode(kept) else { return }
    try? PrivateFile(url: URL(fileURLWithPath: folder + "/" + Self.draftName)).replace(with: data)
  }

  /// Remembers that the text that was handed out is kept elsewhere.
  func markOriginalSaved() { markSaved(text) }

  /// Remembers that a text is kept elsewhere, so that the file may go one day if nothing else is in it then.
  func markSaved(_ text: String) { Self.markSaved(text, in: folder) }

  static func markSaved(_ text: String, in folder: String) {
    let file = open(
      folder + "/" + savedName, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    _ = PrivateFile.write(Data(Fingerprint.name(of: Array(text.utf8)).utf8), to: file)
    close(file)
  }

  /// What stands there now.
  func content() -> Content {
    let data: Data?
    do {
      data = try PrivateFile(url: URL(fileURLWithPath: path)).read(maximumBytes: Self.maximumBytes)
    } catch {
      return .unreadable(error.reason)
    }
    guard let data, !data.isEmpty else { return .unreadable("it is empty") }
    guard let text = String(validating: data, as: UTF8.self) else {
      return .unreadable("it is not UTF-8 text")
    }
    return text == self.text ? .untouched : .text(text)
  }

  /// Removes it, with whatever the program has put beside it.
  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
