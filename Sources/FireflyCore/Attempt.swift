/// Decoding that never fails: what came of it is the result.
///
/// A list moves on to its next element only when the last one decoded, and this always does. Damage to
/// the JSON itself is still thrown.
public struct Attempt<Value: Decodable & Sendable>: Decodable, Sendable {
  /// The value, or why there is none.
  public let result: Result<Value, any Error>

  /// Tries to decode; keeps the error instead of throwing it.
  public init(from decoder: any Decoder) throws {
    result = Result { try Value(from: decoder) }
  }
}
