// What readers of keys and signals must know of other programs in the terminal.
extension Runtime {
  /// Whether another program has the terminal, so that Firefly must not read from it.
  public var isTerminalHandedOver: Bool { foreground?.hasTerminal == true }

  /// Forwards a terminating signal to that program, if there is one, and then calls a closure.
  public func endForeground(by signal: Int32, then done: @escaping () -> Void) {
    guard let foreground else { return done() }
    foreground.completions.append(done)
    foreground.end(by: signal)
  }
}
