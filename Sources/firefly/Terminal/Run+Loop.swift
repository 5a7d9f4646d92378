import FireflyApp
import FireflyVerbs
import Foundation

extension Run {
  /// Connects, and runs the loop of the main thread until the end of the run.
  ///
  /// - Parameters:
  ///   - state: the state of the first frame.
  ///   - connecting: makes the connection.
  ///   - post: the post whose children are shown first; nil for the top level.
  ///   - reads: whether input is read now.
  func wait(
    _ state: AppState, _ connecting: Task<Connection, any Error>, at post: Int?,
    reads: () -> Bool = { true }
  ) -> End {
    var end: End?
    connect(state, connecting, at: post, complaints: context.configuration.complaints) {
      end = $0
    }
    while true {
      if let end { return end }
      let hasInput = MainLoop.turn(watching: takesInput && reads() ? STDIN_FILENO : nil)
      if hasInput, end == nil { inputArrived() }
    }
  }
}
