/// Why the file of the accounts can't be used.
public enum AccountFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system doesn't let us; the reason is a part of a sentence.
  case unusable(String, reason: String)
  /// It belongs to another user, or is no file.
  case foreign(String)
  /// It holds something else than accounts.
  case damaged(String)

  /// The reason as a sentence, with what to do about it.
  public var description: String {
    switch self {
    case .unusable(let path, let reason):
      "\(path), which keeps who you are on which server, can't be used: \(reason)."
    case .foreign(let path):
      """
      \(path) belongs to another user or is no plain file, so it says nothing about you. Remove it, \
      then sign in again.
      """
    case .damaged(let path):
      "\(path) is damaged, so you are signed out. Sign in again; it is put aside then."
    }
  }
}
