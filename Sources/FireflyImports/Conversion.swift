import FireflyServer

/// What a converter makes of other programs' files.
public struct Conversion: Sendable {
  /// The posts.
  public var document = ImportDocument()
  /// How many of them stand for deleted ones.
  public var deleted = 0
  /// Links between posts whose target is not among them.
  public var unresolvedLinks = 0
  /// A sentence for each file that could not be used, or not wholly.
  public var complaints: [String] = []

  /// Nothing yet.
  public init() {}
}
