import Glibc

/// Why a program was not started.
public struct SpawnFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's error number.
  public let code: Int32

  /// The reason.
  public var description: String { String(cString: strerror(code)) }
}
