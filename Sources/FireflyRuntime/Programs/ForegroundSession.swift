import FireflyApp

/// One use of the terminal by another program, during which the loop waits.
@MainActor
protocol ForegroundSession: AnyObject {
  /// Whether the program has the terminal.
  var hasTerminal: Bool { get }
  /// Whether Firefly is being terminated: the screen is not restored.
  var isTerminating: Bool { get }
  /// Actions that arrive meanwhile.
  ///
  /// They are applied afterwards, so that the state doesn't change under a text being edited.
  var deferredActions: [Action] { get set }
  /// Called when the terminal is back.
  var completions: [() -> Void] { get set }
  /// Forwards the signal that terminates Firefly.
  func end(by signal: Int32)
}
