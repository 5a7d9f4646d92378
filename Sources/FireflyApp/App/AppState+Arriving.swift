import FireflyCore
import FireflyModel

extension AppState {
  /// Where the session begins, if the user was led to the place; set before it begins.
  package var arrival: Arrival? {
    get { places.arrival }
    set { places.arrival = newValue }
  }

  /// Lets the key that undoes take back what an import brought.
  ///
  /// - Parameters:
  ///   - new: the posts that came.
  ///   - changed: number of posts that it has changed, which stay so.
  package mutating func canTakeBack(_ new: [Post.ID], changed: Int) {
    guard !new.isEmpty else { return }
    let effect = Effect.places(.takeBack(new, changed: changed))
    moving.undo.record(.marking(undoneBy: effect, note: nil))
  }

  /// Goes where the user is led, from where one step leads back.
  mutating func arrive() -> [Effect] {
    guard let arrival = places.arrival.take() else { return [] }
    moving.undo.record(.arrived)
    canTakeBack(arrival.new, changed: arrival.changed)
    lists.selectsPathEnd = arrival.post != nil
    if arrival.post == nil { lists.explorer = .users }
    return [.note(arrival.note)]
  }
}
