import FireflyApp
import FireflyCore

/// Where the results of effects go, and what effects must know of the state: the loop.
@MainActor
protocol EffectHost: AnyObject {
  /// The e-mail of the current user; nil if no user is signed in.
  var account: String? { get }

  /// Returns a draft as it is now; nil if it is not being written.
  func currentDraft(_ key: Draft.Key) -> Draft?

  /// Takes the result of an effect.
  func send(_ action: Action)

  /// Does something with the terminal, or with the program as a whole.
  func perform(_ effect: TerminalEffect)

  /// Called when a job has ended.
  func jobEnded()
}
