import FireflyAPI
import Foundation

/// A program that prints the posts of a source.
public struct SourceProgram: Sendable {
  /// Maximum bytes of what it prints.
  public static let maximumBytes = 16 << 20
  /// Seconds that it has.
  public static let seconds = 30.0

  /// Runs it with some arguments and returns what it prints; throws `APIError`.
  public var output: @Sendable (_ arguments: [String]) async throws(APIError) -> Data

  /// Creates a program.
  public init(output: @escaping @Sendable (_ arguments: [String]) async throws(APIError) -> Data) {
    self.output = output
  }

  /// That there is none.
  public static let missing =
    "There is no program of this name under sources: in the configuration."

  /// No program.
  public static let none = SourceProgram { _ async throws(APIError) in throw .notOffered(missing) }
}
