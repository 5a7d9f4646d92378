import FireflyApp
import FireflyCore

/// What begins a session at another place.
public struct PlaceSwitch: Sendable {
  /// Where to go.
  public enum Target: Hashable, Sendable {
    /// A place, by what `--server` takes, empty for the user's own server; at a post, or where the user was.
    case place(String, post: Post.ID?)
    /// The page of a thread on the web.
    case page(String)
    /// The place before.
    case before
    /// The same place for another account, where some actions are handled.
    case here([Action])
  }

  /// Goes somewhere; returns false if it can't.
  let go: @MainActor @Sendable (Target) -> Bool

  /// Creates a value.
  public init(
    go: @escaping @MainActor @Sendable (Target) -> Bool
  ) {
    self.go = go
  }
}

extension EffectRunner {
  /// Runs an effect of the list of places.
  func run(_ effect: PlaceEffect) -> Action? {
    guard let places = services.places else { return nil }
    switch effect {
    case .go(let id): _ = places.go(.place(id, post: nil))
    case .goBack: _ = places.go(.before)
    case .beginAgain(let actions): _ = places.go(.here(actions))
    }
    return nil
  }
}
