/// Why data can't be used, as far as the user can do something about it.
public enum StoreTrouble: Hashable, Sendable {
  /// Another program works on it and didn't let go in time.
  case locked
  /// It may not be written to.
  case readOnly
  /// There is no room on its disk.
  case full
  /// It is damaged, or something else than the data of a store.
  case damaged
  /// The disk failed, or the file can't be opened.
  case unreachable(reason: String)
  /// Anything else, in the words of the backend.
  case other(reason: String)

  /// What happened and what to do, with the name of the file in it.
  func sentence(about file: String) -> String {
    switch self {
    case .locked:
      "\(file) is in use by another program. End that one, or try again when it is done."
    case .readOnly:
      "\(file) can't be written to. Make it and its folder writable, or name another folder with --data."
    case .full: "\(file) has no room to grow: its disk is full. Make room there and try again."
    case .damaged:
      """
      \(file) is damaged, or no database at all. Move it away, then bring back what you exported \
      with `firefly import`.
      """
    case .unreachable(let reason):
      "\(file) can't be read or written (\(reason)). See to its disk, or name another folder with --data."
    case .other(let reason): "\(file) can't be used: \(reason)"
    }
  }
}
