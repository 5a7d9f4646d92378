import FireflyCore

/// Why a draft can't be written, opened or removed.
package enum DraftError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The draft can't be written; the reason is part of a sentence.
  case unwritable(reason: String)
  /// Its picture can't be written; the reason is part of a sentence.
  case pictureUnwritable(reason: String)
  /// The draft can't be removed; the reason is part of a sentence.
  case irremovable(reason: String)
  /// Another program has the draft open; its process ID, if known.
  case locked(process: Int32?)
  /// There are too many drafts for the target.
  case full
  /// There is no draft with this ID.
  case unknown(String)
  /// The file at this path is damaged.
  case damaged(String)

  /// The reason as a sentence, without what to do in the editor.
  package var reason: String {
    switch self {
    case .unwritable(let reason), .pictureUnwritable(let reason), .irremovable(let reason):
      reason + "."
    case .locked, .full, .unknown, .damaged: description
    }
  }

  /// The reason as a sentence, with what to do about it.
  package var description: String {
    switch self {
    case .unwritable(let reason):
      """
      The draft could not be written to the disk: \(reason). You can keep writing; Firefly tries again with the next \
      change. Save the post, or free some space.
      """
    case .pictureUnwritable(let reason):
      "The picture could not be written to the disk: \(reason). Save the post now, or free some space."
    case .irremovable(let reason): "The draft can't be removed: \(reason)."
    case .locked(let process):
      """
      Another Firefly\(process.map { " (process \($0))" } ?? "") is editing this draft. Continue there, \
      or close it first.
      """
    case .full:
      "There are \(DraftStore.maximumPerTarget) drafts here. Save or delete some of them: firefly draft list."
    case .unknown(let id):
      """
      No draft “\(ForeignText.cleanLine(id, limit: 60))”. `firefly draft list` lists \
      them.
      """
    case .damaged(let path):
      "The draft in \(path) is damaged. Look at it with an editor; what you can read of it is there."
    }
  }
}
