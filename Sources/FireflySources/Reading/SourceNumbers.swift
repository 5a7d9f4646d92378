import FireflyCore
import Foundation
import Synchronization

/// Numbers for what a source identifies by names: users, saved searches, numbers that are too large.
///
/// A number follows from the name alone, so it is the same in every run, and beyond 2⁵² it is none of the
/// source's own. The names are kept so that a number leads back to its name.
final class SourceNumbers: Sendable {
  /// Where these numbers begin: sources have smaller ones.
  static let first = 1 << 52
  /// Names that are kept at most; the oldest go.
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

  /// The number of a name, which isn't noted.
  static func number(_ name: String) -> Int {
    let digest = SHA256.hash(name.utf8).prefix(7).reduce(0) { $0 << 8 | Int($1) }
    return first | digest & (first - 1)
  }

  /// The number of a name.
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

  /// The name with a number; nil if it isn't known.
  func name(of number: Int) -> String? { state.withLock { $0.names[number] } }

  /// All names if there are new ones since the last call, oldest first; nil otherwise.
  func namesToSave() -> [String]? {
    state.withLock { state in
      guard state.isChanged else { return nil }
      state.isChanged = false
      return state.order.suffix(Self.maximum).compactMap { state.names[$0] }
        .filter { !$0.hasPrefix("search/") }
    }
  }
}
