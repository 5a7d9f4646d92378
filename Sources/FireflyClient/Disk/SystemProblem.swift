import Foundation

/// Why the system refused a file or a process; its description is the end of a sentence.
package struct SystemProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  package let description: String

  package init(_ description: String) { self.description = description }

  package init(code: Int32) { description = String(cString: strerror(code)) }

  package static var last: SystemProblem { SystemProblem(code: errno) }
}
