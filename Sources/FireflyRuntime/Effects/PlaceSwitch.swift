import FireflyApp
import FireflyClient
import FireflyCore
import FireflyModel

/// What begins a session at another place.
package struct PlaceSwitch: Sendable {
  /// Where to go.
  package enum Target: Hashable, Sendable {
    /// A place, by what `--server` takes, empty for the user's own server; where the user is led, or was.
    case place(String, at: Arrival?)
    /// The page of a thread on the web.
    case page(String)
    /// The place before.
    case before
    /// The same place for another account, where some actions are handled.
    case here([Action])
    /// Another account, here or on its server.
    case account(AccountID)
  }

  /// Takes back posts that came by an import, which has changed a number of others.
  package typealias TakeBack =
    @Sendable (_ ids: [Int], _ changed: Int) async -> Result<TakenBack, LoadFailure>

  /// Goes somewhere; returns false if it can't.
  let go: @MainActor @Sendable (Target) -> Bool
  /// Returns the accounts on this machine; it blocks.
  let accounts: @Sendable () -> [KnownAccount]
  /// Signs out an account of any server; returns why the server may not know, as a sentence.
  let signOut: @Sendable (AccountID) async -> Result<String?, LoadFailure>

  /// Begins to import a file or folder into the user's own server; `PlaceAction.imported` comes wherever the user is
  /// then.
  let importFile: @MainActor @Sendable (String) -> Void
  /// Takes back posts that came to the user's own server by an import.
  let takeBack: TakeBack

  /// Creates a value.
  ///
  /// - Parameters: as the properties.
  package init(
    go: @escaping @MainActor @Sendable (Target) -> Bool,
    accounts: @escaping @Sendable () -> [KnownAccount] = { [] },
    signOut: @escaping @Sendable (AccountID) async -> Result<String?, LoadFailure> = { _ in
      .success(nil)
    },
    importFile: @escaping @MainActor @Sendable (String) -> Void = { _ in },
    takeBack: @escaping TakeBack = { _, _ in .success(TakenBack(gone: [], kept: [])) }
  ) {
    (self.go, self.accounts, self.signOut) = (go, accounts, signOut)
    (self.importFile, self.takeBack) = (importFile, takeBack)
  }
}

extension EffectRunner {
  /// Runs an effect of the list of places.
  func run(_ effect: PlaceEffect) -> Action? {
    guard let places = services.places else { return nil }
    switch effect {
    case .go(let id, let arrival): _ = places.go(.place(id, at: arrival))
    case .goBack: _ = places.go(.before)
    case .beginAgain(let actions): _ = places.go(.here(actions))
    case .useAccount(let id): _ = places.go(.account(id))
    case .completePath(let text):
      begin(.completion) { send in
        let found = await BlockingThread.run { TypedPath(text).completion(forImport: true) }
        send(.places(.pathsFound(found)))
      }
    case .importFile(let path): places.importFile(path)
    case .takeBack(let ids, let changed):
      begin(.named("taking back")) { send in
        send(.places(.takenBack(ids, await places.takeBack(ids, changed))))
      }
    }
    return nil
  }
}
