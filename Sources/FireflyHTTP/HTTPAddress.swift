/// The address that a server listens on.
public enum HTTPAddress: Hashable, Sendable {
  /// An address of this machine, or `localhost`; port 0 takes a free one.
  case tcp(host: String, port: Int)
  /// A socket in the file system, at a path of at most 107 bytes.
  case unixSocket(path: String)
}

/// Why a server could not listen.
public enum HTTPListenError: Error, Hashable, Sendable {
  /// Another program is listening there.
  case addressTaken
  /// The host is not an address of this machine, the port needs privileges, or the path is too
  /// long; the reason completes a sentence.
  case unusable(reason: String)
}
