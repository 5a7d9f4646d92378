import FireflyScreen

/// Two keys that mean something together, in lists.
public struct KeySequence: Hashable, Sendable {
  /// The key that begins it, and means nothing else.
  public let first: Key
  /// The key that ends it.
  public let second: Key

  /// Keys that lead out: no sequence begins with them.
  private static let waysOut: [Key] = [.escape, .control("c")]

  /// Why a text names no sequence.
  public struct Problem: Error, Hashable, Sendable {
    /// A sentence.
    public var sentence: String
  }

  /// Parses the names of two keys with a space between them; nil for a text without a space.
  ///
  /// - Throws: `Problem`.
  public init?(named name: String) throws(Problem) {
    let names = name.split(separator: " ").map(String.init)
    guard names.count > 1 else { return nil }
    guard names.count == 2 else { throw Problem(sentence: "“\(name)” has more than two keys.") }
    var keys: [Key] = []
    for name in names {
      guard let key = Key(named: name) else { throw Problem(sentence: Keymap.unknownKey(name)) }
      keys.append(key)
    }
    (first, second) = (keys[0], keys[1])
    guard !Self.waysOut.contains(first) else {
      throw Problem(sentence: "two keys can't begin with \(first.label), which leads out.")
    }
  }

  /// The names of the keys, as `init(named:)` takes them.
  public var label: String { first.label + " " + second.label }
}

/// An event of two keys that mean something together.
public enum SequenceAction: Hashable, Sendable {
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
}

extension AppState {
  mutating func reduceSequence(_ action: SequenceAction, at now: Double) -> [Effect] {
    switch action {
    case .begun(let key, let context):
      sequence = BegunSequence(key: key, context: context, since: now)
      return []
    case .completed(let action):
      sequence = nil
      return [.send(action)]
    case .ended:
      sequence = nil
      return []
    }
  }

  /// Returns what a key means after the first one of a sequence.
  func action(for key: Key, after sequence: BegunSequence) -> SequenceAction {
    settings.keymap.action(for: key, after: sequence.key, in: sequence.context)
      .map { .completed($0) } ?? .ended
  }

  /// What may follow the first key, as soon as it is shown.
  var sequenceNote: Note? {
    guard let sequence, sequence.isShown else { return nil }
    let bindings = settings.keymap.sections.filter { $0.context == sequence.context }
      .flatMap(\.bindings)
    let ways = bindings.flatMap { binding in
      binding.sequences.filter { $0.first == sequence.key }.map {
        symbols.label(of: $0.second) + " " + (binding.help(in: source) ?? binding.help)
      }
    }
    let text = symbols.label(of: sequence.key) + " and: " + ways.joined(separator: symbols.dot)
    return Note(text: text, isError: false, until: .infinity, isQuestion: true)
  }
}
