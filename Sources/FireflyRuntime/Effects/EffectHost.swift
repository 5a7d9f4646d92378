import FireflyApp
import FireflyCore

/// The loop as effects see it: it receives their results.
@MainActor
protocol EffectHost: AnyObject {
  /// The e-mail of the current user; nil if no user is signed in.
  var account: String? { get }

  /// Returns a draft as it is now; nil if it is not being written.
  func currentDraft(_ key: Draft.Key) -> Draft?

  /// Applies the action that an effect results in.
  func send(_ action: Action)

  /// Runs an effect on the terminal or the program as a whole.
  func perform(_ effect: TerminalEffect)

  /// Called when a job has ended.
  func jobEnded()
}
