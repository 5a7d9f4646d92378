import Foundation

/// The file in which the data of one source is kept on this machine.
public struct SourceStorage: Sendable {
  /// The contents; nil if there is no usable file.
  public var read: @Sendable () -> Data?
  /// Replaces the contents by what a closure makes of them; no other program writes meanwhile.
  ///
  /// The closure returns nil to leave the file as it is. Throws a description of the problem.
  public var update: @Sendable (_ change: (Data?) -> Data?) throws -> Void
  /// Renames the file if a closure finds its contents damaged, so that they are not overwritten.
  public var setAside: @Sendable (_ isDamaged: (Data) -> Bool) -> Void

  /// Creates storage.
  public init(
    read: @escaping @Sendable () -> Data?,
    update: @escaping @Sendable (_ change: (Data?) -> Data?) throws -> Void,
    setAside: @escaping @Sendable (_ isDamaged: (Data) -> Bool) -> Void = { _ in }
  ) {
    (self.read, self.update, self.setAside) = (read, update, setAside)
  }
}
