import FireflyCore
import FireflyModel

extension AppState {
  /// Where the session begins, if the user was led to the place; set before it begins.
  package var arrival: Arrival? {
    get { places.arrival }
    set { places.arrival = newValue }
  }

  /// Goes where the user is led, from where one step leads back.
  mutating func arrive() -> [Effect] {
    guard let arrival = places.arrival.take() else { return [] }
    moving.undo.record(.arrived)
    if !arrival.new.isEmpty {
      let takeBack = Effect.places(.takeBack(arrival.new, changed: arrival.changed))
      moving.undo.record(.marking(undoneBy: takeBack, note: nil))
    }
    lists.selectsPathEnd = arrival.post != nil
    if arrival.post == nil { lists.explorer = .users }
    return [.note(arrival.note)]
  }
}
