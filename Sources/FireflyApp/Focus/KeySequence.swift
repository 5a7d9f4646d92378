import FireflyScreen

/// Two keys that mean something together, in lists.
package struct KeySequence: Hashable, Sendable {
  /// The key that begins it, and means nothing else.
  package let first: Key
  /// The key that ends it.
  package let second: Key

  /// Keys that lead out: no sequence begins with them.
  private static let waysOut: [Key] = [.escape, .control("c")]

  /// Parses the names of two keys with a space between them; nil if it is none.
  package init?(named name: String) {
    let keys = name.split(separator: " ").map { Key(named: String($0)) }
    guard keys.count == 2, let first = keys[0], let second = keys[1],
      !Self.waysOut.contains(first)
    else { return nil }
    (self.first, self.second) = (first, second)
  }

  /// Parses what a configuration names.
  ///
  /// - Parameters:
  ///   - names: names of keys, and of two keys with a space between them.
  ///   - complain: receives a sentence about each that is neither.
  package static func parse(
    _ names: [String], complain: (String) -> Void
  ) -> (keys: [Key], pairs: [KeySequence]) {
    var (keys, pairs): ([Key], [KeySequence]) = ([], [])
    for name in names {
      let parts = name.split(separator: " ").map(String.init)
      if let key = Key(named: name) {
        keys.append(key)
      } else if let pair = KeySequence(named: name) {
        pairs.append(pair)
      } else if let unknown = parts.first(where: { Key(named: $0) == nil })
        ?? (parts.isEmpty ? "" : nil)
      {
        complain(Keymap.unknownKey(unknown))
      } else if parts.count > 2 {
        complain("“\(name)” has more than two keys.")
      } else if parts.count == 1 {
        complain("“\(name)” has a space at an end; the name of that key is Space.")
      } else {
        complain("two keys can't begin with \(parts[0]), which leads out.")
      }
    }
    return (keys, pairs)
  }

  /// The names of the keys, as `init(named:)` takes them.
  package var label: String { first.label + " " + second.label }
}

/// An event of two keys that mean something together.
package enum SequenceAction: Hashable, Sendable {
  /// The first key was pressed in a context.
  case begun(Key, in: KeyContext)
  /// The second key was pressed: its action.
  indirect case completed(Action)
  /// Another key was pressed.
  case ended
}

/// A first key that waits for the second one.
struct BegunSequence: Hashable, Sendable {
  /// Seconds after which the possible keys are shown.
  static let patience = 0.4
  /// Seconds after which it ends.
  static let lifetime = 1.0

  let key: Key
  let context: KeyContext
  /// In seconds of the monotonic clock.
  let since: Double
  /// Whether the possible keys are shown.
  var isShown = false

  /// When something happens without a key.
  var deadline: Double { since + (isShown ? Self.lifetime : Self.patience) }

  /// Returns what a key means after the first one.
  func action(for second: Key, _ keymap: Keymap) -> SequenceAction {
    keymap.action(for: second, after: key, in: context).map { .completed($0) } ?? .ended
  }
}

extension Surroundings {
  /// Says what may follow the first key, as soon as it is shown.
  func explanation(of begun: BegunSequence) -> Note? {
    guard begun.isShown else { return nil }
    let bindings = settings.keymap.sections.filter { $0.context == begun.context }
      .flatMap(\.bindings)
    let ways = bindings.flatMap { binding in
      binding.sequences.filter { $0.first == begun.key }.map {
        symbols.label(of: $0.second) + " " + (binding.help(at: site) ?? binding.help)
      }
    }
    let text = symbols.label(of: begun.key) + " and: " + ways.joined(separator: symbols.dot)
    return Note(text: text, isError: false, until: .infinity, isQuestion: true)
  }
}
