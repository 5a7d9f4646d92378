import FireflyCore

/// What this machine keeps of the user's account on a service of feeds.
package struct ReaderStorage: Sendable {
  /// The list of the feeds, and their entries.
  package var feeds: FeedStorage
  /// The marks of entries.
  package var kept: SourceStorage<KeptReader>
  /// Has the read marks of the account agree with the service: gets what returns the numbers of the unread entries, with
  /// the marks locked.
  package var tell: @Sendable (_ unread: () -> [Int]) -> Void
  /// Creates what is kept of an account that is new here.
  package var new: @Sendable () -> KeptReader
  /// Says a sentence to the user.
  package var report: @Sendable (String) -> Void
  /// Says that the service no longer accepts the sign-in.
  package var refused: @Sendable () -> Void

  /// Creates storage.
  package init(
    feeds: FeedStorage, kept: SourceStorage<KeptReader>,
    tell: @escaping @Sendable (_ unread: () -> [Int]) -> Void,
    new: @escaping @Sendable () -> KeptReader,
    report: @escaping @Sendable (String) -> Void = { _ in },
    refused: @escaping @Sendable () -> Void = {}
  ) {
    (self.feeds, self.kept, self.tell) = (feeds, kept, tell)
    (self.new, self.report, self.refused) = (new, report, refused)
  }

  /// Keeps nothing.
  package static let none = ReaderStorage(
    feeds: .none, kept: SourceStorage(read: { nil }, update: { _ in }), tell: { _ in },
    new: { KeptReader(owner: "") })

  /// Returns what is kept.
  var current: KeptReader { kept.read() ?? new() }

  /// Changes what is kept, with its file locked.
  ///
  /// - Throws: a description of the problem.
  func change<Result>(_ body: (inout KeptReader) -> Result) throws -> Result {
    var result: Result?
    try kept.update { known in
      var contents = known ?? new()
      result = body(&contents)
      return contents == known ? nil : contents
    }
    if let result { return result }
    // Nothing is kept.
    var contents = new()
    return body(&contents)
  }
}
