/// A range in which numbers of others are accepted, so that nothing that adds or multiplies them can overflow.
///
/// A count or a size outside of its range is left out. An ID is never moved into the range: two posts would become
/// one. A post with an impossible ID is left out, and counted.
public struct ForeignNumber: Sendable {
  /// Bytes of a file.
  public static let bytes = ForeignNumber(0...1 << 50)
  /// A number of posts, replies, users and the like.
  public static let count = ForeignNumber(0...1 << 40)
  /// The ID of a post or a user: what JSON can represent exactly.
  public static let id = ForeignNumber(0...1 << 53)
  /// The ID of a parent; -1 at the top level.
  public static let parent = ForeignNumber(-1...1 << 53)

  /// The numbers that are accepted.
  public let range: ClosedRange<Int>

  /// Creates a range.
  public init(_ range: ClosedRange<Int>) { self.range = range }

  /// Returns a number; nil if it is missing or outside of the range.
  public func accept(_ number: Int?) -> Int? {
    number.flatMap { range.contains($0) ? $0 : nil }
  }

  /// Returns the decimal number that a text is, with or without blanks around it; nil for other texts and outside of
  /// the range.
  public func read(_ text: String?) -> Int? {
    // The largest number has 19 digits; others may have zeros before them.
    guard let text, text.utf8.count <= 100 else { return nil }
    return accept(Int(text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }))
  }
}

extension KeyedDecodingContainer {
  /// Decodes an ID.
  ///
  /// - Throws: `DecodingError` if it is missing, no integer, or impossible.
  public func decodeID(forKey key: Key) throws -> Int {
    let number = try decode(Int.self, forKey: key)
    guard let id = ForeignNumber.id.accept(number) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "\(number) is no ID")
    }
    return id
  }
}
