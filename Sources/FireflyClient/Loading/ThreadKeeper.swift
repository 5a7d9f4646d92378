import FireflyModel

/// Copies threads of a source to the user's own server.
package struct ThreadKeeper: Sendable {
  /// Copies the thread of a post; reports its progress as sentences.
  package var keep:
    @Sendable (_ id: Int, _ progress: @escaping @Sendable (String) -> Void) async
      -> Result<KeptThread, LoadFailure>

  /// Creates a keeper.
  package init(
    keep:
      @escaping @Sendable (Int, @escaping @Sendable (String) -> Void) async
      -> Result<KeptThread, LoadFailure>
  ) {
    self.keep = keep
  }
}
