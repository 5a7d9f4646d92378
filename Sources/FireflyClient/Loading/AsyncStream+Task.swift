extension AsyncStream where Element: Sendable {
  /// Creates a stream of what a task sends.
  ///
  /// The task is cancelled when nobody receives the elements any more.
  ///
  /// - Parameter work: sends the elements; the stream ends with it.
  package init(
    _ work: @escaping @Sendable (_ send: @escaping @Sendable (Element) -> Void) async -> Void
  ) {
    self.init { stream in
      let task = Task {
        await work { stream.yield($0) }
        stream.finish()
      }
      stream.onTermination = { _ in task.cancel() }
    }
  }
}
