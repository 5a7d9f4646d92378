/// Where a server listens.
public enum HTTPAddress: Hashable, Sendable {
  /// An address of this machine, or `localhost`; port 0 takes a free one.
  case tcp(host: String, port: Int)
  /// A socket in the file system, at a path of at most 107 bytes.
  case unixSocket(path: String)
}

/// Why a server could not begin to listen.
public enum HTTPListenError: Error, Hashable, Sendable {
  /// Another program listens there.
  case addressTaken
  /// The host is no address of this machine, the port needs rights that the user doesn't have, or the
  /// path is too long; the reason is a part of a sentence.
  case unusable(reason: String)
}
