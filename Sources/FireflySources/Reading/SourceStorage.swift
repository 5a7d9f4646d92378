/// The file in which data of a source is kept on this machine.
///
/// A file whose contents can't be decoded is set aside by what makes the storage, and counts as none.
package struct SourceStorage<Contents: Sendable>: Sendable {
  /// The contents; nil if there are none that can be used.
  package var read: @Sendable () -> Contents?
  /// Replaces the contents by what a closure makes of them; no other program writes meanwhile.
  ///
  /// The closure returns nil to leave the file as it is. Throws a description of the problem.
  package var update: @Sendable (_ change: (Contents?) -> Contents?) throws -> Void

  /// Creates storage.
  package init(
    read: @escaping @Sendable () -> Contents?,
    update: @escaping @Sendable (_ change: (Contents?) -> Contents?) throws -> Void
  ) {
    (self.read, self.update) = (read, update)
  }
}
