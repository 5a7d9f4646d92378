/// Decodes a value or captures the error; decoding never throws.
///
/// A decoder advances to the next element of an array only after a successful decode, and this one
/// always succeeds. Syntax errors in the JSON are still thrown.
public struct Attempt<Value: Decodable & Sendable>: Decodable, Sendable {
  /// The value, or the error.
  public let result: Result<Value, any Error>

  /// Tries to decode; captures the error instead of throwing it.
  public init(from decoder: any Decoder) throws {
    result = Result { try Value(from: decoder) }
  }
}
