// Hands the terminal to the user's editor: readers of keys and signals must know.
extension Runtime {
  /// Whether the terminal is another program's for now: nothing is to be read from it.
  public var isTerminalHandedOver: Bool { handOver?.isOut == true }

  /// Has the editor that has the terminal, if one does, ended by the signal that ends us; then what it has
  /// saved has been taken over.
  public func endEditor(by signal: Int32, then done: @escaping () -> Void) {
    guard let handOver else { return done() }
    handOver.onReturn.append(done)
    handOver.end(by: signal)
  }
}
