import FireflyServer

/// What a converter makes of other programs' files.
public struct Conversion: Sendable {
  /// The posts.
  public var document = ImportDocument()
  /// How many of them stand for deleted ones.
  public var deleted = 0
  /// Answers whose parent is not among the posts, and links to posts that are not.
  public var unresolvedLinks = 0
  /// Posts that the file names without their texts.
  public var missing = 0
  /// Posts that are in the file more than once; the first is taken.
  public var copies = 0
  /// Posts that were not public and were left out.
  public var skipped = 0
  /// A sentence for each file that could not be used, or not wholly.
  public var complaints: [String] = []

  /// Nothing yet.
  public init() {}
}
