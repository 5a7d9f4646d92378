/// Why the accounts can't be read or saved.
package enum AccountFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file can't be opened, or belongs to another user; the reason is part of a sentence.
  case unusable(String, reason: String)
  /// The file can't be changed; the reason is part of a sentence.
  case unwritable(String, reason: String)
  /// The file does not contain accounts.
  case damaged(String)

  /// The reason as a sentence, with what to do about it.
  package var description: String {
    switch self {
    case .unusable(let path, let reason):
      """
      \(path), the list of your accounts, can't be used: \(reason). Fix or remove \
      it, then sign in again.
      """
    case .unwritable(let path, let reason):
      "\(path), the list of your accounts, can't be changed: \(reason)."
    case .damaged(let path):
      "\(path) is damaged, so you are signed out. Sign in again; the damaged file is then renamed."
    }
  }
}
