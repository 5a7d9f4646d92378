import FireflyCore
import Foundation
import Synchronization

/// Numeric IDs for what a source identifies by names: users, saved searches, IDs that are too
/// large.
///
/// A number is derived from the name, so it is the same in every run; from 2⁵² on, it can't be the
/// source's own. Names are stored to find the name of a number.
final class SourceNumbers: Sendable {
  /// The first of these numbers; IDs of sources are smaller.
  static let first = 1 << 52
  /// Maximum number of names; the oldest are dropped.
  static let maximum = 10_000

  private struct State {
    var names: [Int: String] = [:]
    /// Oldest first.
    var order: [Int] = []
    var isChanged = false
  }

  private let state: Mutex<State>

  init(_ names: [String]) {
    state = Mutex(State())
    names.forEach { _ = number(of: $0) }
    state.withLock { $0.isChanged = false }
  }

  /// Returns the number of a name, without storing the name.
  static func number(_ name: String) -> Int {
    let digest = SHA256.hash(name.utf8).prefix(7).reduce(0) { $0 << 8 | Int($1) }
    return first | digest & (first - 1)
  }

  /// Returns the number of a user, without storing the name.
  static func number(ofUser handle: String) -> Int { number(userPrefix + handle) }

  /// What the names of users begin with.
  static let userPrefix = "user/"

  /// Returns the number of a name, and stores the name.
  func number(of name: String) -> Int {
    let number = Self.number(name)
    state.withLock { state in
      guard state.names.updateValue(name, forKey: number) == nil else { return }
      state.order.append(number)
      state.isChanged = true
      if state.order.count > Self.maximum + 1_000 {
        state.order.prefix(1_000).forEach { state.names[$0] = nil }
        state.order.removeFirst(1_000)
      }
    }
    return number
  }

  /// Returns the name of a number; nil if unknown.
  func name(of number: Int) -> String? { state.withLock { $0.names[number] } }

  /// Returns all names, oldest first, if there are new ones since the last call; else nil.
  func namesToSave() -> [String]? {
    state.withLock { state in
      guard state.isChanged else { return nil }
      state.isChanged = false
      return state.order.suffix(Self.maximum).compactMap { state.names[$0] }
        .filter { !$0.hasPrefix("search/") }
    }
  }
}
