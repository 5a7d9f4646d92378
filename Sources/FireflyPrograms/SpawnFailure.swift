import Glibc

/// Why a program was not started.
package struct SpawnFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's error number.
  package let code: Int32

  /// The reason.
  package var description: String { String(cString: strerror(code)) }
}
