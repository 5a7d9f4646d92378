/// The limits of a thread.
package enum ThreadLimits {
  /// Maximum number of posts below the parent.
  package static let posts = 10_000
}
