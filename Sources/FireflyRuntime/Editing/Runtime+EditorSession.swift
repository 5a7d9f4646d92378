// What readers of keys and signals must know of the external editor.
extension Runtime {
  /// Whether the external editor has the terminal, so that Firefly must not read from it.
  public var isTerminalHandedOver: Bool { editorSession?.hasTerminal == true }

  /// Forwards a terminating signal to the external editor, if it is open, and then calls a closure.
  public func endEditor(by signal: Int32, then done: @escaping () -> Void) {
    guard let editorSession else { return done() }
    editorSession.completions.append(done)
    editorSession.end(by: signal)
  }
}
