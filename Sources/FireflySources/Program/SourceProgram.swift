import FireflyAPI
import Foundation

/// A program that prints the posts of a source.
package struct SourceProgram: Sendable {
  /// Maximum bytes of what it prints.
  package static let maximumBytes = 16 << 20
  /// Seconds that it has.
  package static let seconds = 30.0

  /// Runs it with some arguments and returns what it prints; throws `APIError`.
  package var output: @Sendable (_ arguments: [String]) async throws(APIError) -> Data

  /// Creates a program.
  package init(output: @escaping @Sendable (_ arguments: [String]) async throws(APIError) -> Data) {
    self.output = output
  }

  /// That there is none.
  package static let missing =
    "There is no program of this name under sources: in the configuration."

  /// No program.
  package static let none = SourceProgram { _ async throws(APIError) in throw .notOffered(missing) }
}
