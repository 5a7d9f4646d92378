import Foundation

/// The file in which the data of one source is kept on this machine.
public struct SourceStorage: Sendable {
  /// The contents; nil if there is no usable file.
  public var read: @Sendable () -> Data?
  /// Replaces the contents by what a closure makes of them; no other program writes meanwhile.
  ///
  /// The closure returns nil to leave the file as it is. Throws a description of the problem.
  public var update: @Sendable (_ change: (Data?) -> Data?) throws -> Void

  /// Creates storage.
  public init(
    read: @escaping @Sendable () -> Data?,
    update: @escaping @Sendable (_ change: (Data?) -> Data?) throws -> Void
  ) {
    (self.read, self.update) = (read, update)
  }
}
