/// The progress of long work, for the program that waits for it.
///
/// A class, because a release build crashes on a task's value that is a function.
public final class WorkProgress: Sendable {
  /// What shows the steps of the current task and of its child tasks; nil for nothing.
  @TaskLocal public static var current: WorkProgress?

  private let onStep: @Sendable (_ done: Int, _ total: Int?) -> Void

  /// Creates a progress.
  ///
  /// - Parameter onStep: called with the number of completed steps, and of all steps if that is known; on
  ///   any thread.
  public init(_ onStep: @escaping @Sendable (_ done: Int, _ total: Int?) -> Void) {
    self.onStep = onStep
  }

  /// Reports the number of completed steps, and of all steps if that is known.
  public static func step(_ done: Int, of total: Int? = nil) { current?.onStep(done, total) }
}
