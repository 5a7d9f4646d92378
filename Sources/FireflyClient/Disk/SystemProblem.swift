import Foundation

/// Why the system refused a file or a process; its description is the end of a sentence.
package struct SystemProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  package let description: String

  /// Creates a problem with a description.
  package init(_ description: String) { self.description = description }

  /// Creates the problem of a number of `errno`.
  package init(code: Int32) { description = String(cString: strerror(code)) }

  /// The last problem of this thread.
  package static var last: SystemProblem { SystemProblem(code: errno) }
}
