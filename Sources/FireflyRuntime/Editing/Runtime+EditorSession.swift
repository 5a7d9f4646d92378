// Hands the terminal to the user's editor: readers of keys and signals must know.
extension Runtime {
  /// Whether the terminal is another program's for now: nothing is to be read from it.
  public var isTerminalHandedOver: Bool { editorSession?.hasTerminal == true }

  /// Has the editor that has the terminal, if one does, ended by the signal that ends us; then what it has
  /// saved has been taken over.
  public func endEditor(by signal: Int32, then done: @escaping () -> Void) {
    guard let editorSession else { return done() }
    editorSession.completions.append(done)
    editorSession.end(by: signal)
  }
}
