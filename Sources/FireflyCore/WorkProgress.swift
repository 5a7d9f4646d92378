/// The progress of long work, for the program that waits for it.
public enum WorkProgress {
  /// Called with the number of completed steps, and of all steps if that is known; on any thread.
  ///
  /// Work of the current task, and of its child tasks, calls it; nil if nothing shows it.
  @TaskLocal public static var onStep: (@Sendable (_ done: Int, _ total: Int?) -> Void)?
}
