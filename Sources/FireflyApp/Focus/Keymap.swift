import FireflyCore
import FireflyScreen

/// The actions of keys in each context, and their help texts.
package struct Keymap: Hashable, Sendable {
  /// An action with its keys.
  package struct Binding: Hashable, Sendable {
    /// The name in the configuration.
    package let name: String
    /// The action.
    package let action: Action
    /// The keys.
    package internal(set) var keys: [Key]
    /// The pairs of keys.
    package internal(set) var sequences: [KeySequence] = []
    /// The help text.
    package let help: String
    /// Whether it also has the keys of the lists' binding with this name, unless the configuration
    /// assigns keys to it.
    var usesListKeys = false
  }

  /// A section of the help.
  package struct Section: Hashable, Sendable {
    /// The heading.
    package let title: String
    /// The context of the bindings.
    package let context: KeyContext
    /// The bindings.
    package internal(set) var bindings: [Binding]
  }

  /// All bindings, in the order of the help.
  package private(set) var sections: [Section]
  private var actions: [KeyContext: [Key: Action]] = [:]
  private var sequences: [KeyContext: [Key: [Key: Action]]] = [:]
  /// The bindings that have lost keys to sequences that begin with them, by context and key.
  package private(set) var keysTakenBySequences: [KeyContext: [Key: [String]]] = [:]
  /// The first binding of each action, of a context and of all; views need them for every frame.
  private var bindings: [KeyContext?: [Action: Binding]] = [:]

  /// Creates the default keymap.
  package init() {
    sections = Self.standard
    copyListKeys(except: [])
    index()
  }

  /// Returns the action of a key in a context; nil if there is none.
  ///
  /// A key with modifiers but without a binding acts like the key alone, a letter of another keyboard
  /// layout like the English one at its place.
  package func action(for key: Key, in context: KeyContext = .lists) -> Action? {
    Self.first(for: key) { key in
      actions[context]?[key]
        ?? sequences[context]?[key].map { _ in .sequence(.begun(key, in: context)) }
    }
  }

  /// Returns the action of the second key of a sequence, which acts like another one as the first does; nil if
  /// there is none.
  func action(for key: Key, after first: Key, in context: KeyContext) -> Action? {
    Self.first(for: key) { sequences[context]?[first]?[$0] }
  }

  /// Looks an action up by a key, then by the one that the key acts like.
  private static func first(for key: Key, _ action: (Key) -> Action?) -> Action? {
    if let action = action(key) { return action }
    if case .character(let letter) = key.code {
      if key.modifiers.isEmpty, let place = KeyboardLayout.english(letter) {
        return action(.character(place))
      }
      // With Caps Lock, terminals send Alt with capital letters.
      guard key.modifiers == .alt, let small = letter.lowercased().first, small != letter else {
        return nil
      }
      return action(.alt(small))
    }
    return key.modifiers.isEmpty ? nil : action(Key(key.code))
  }

  /// Returns the binding of an action; nil if there is none.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - context: the context; nil for the first one that has it, in the order of the help.
  func binding(of action: Action, in context: KeyContext? = nil) -> Binding? {
    bindings[context]?[action]
  }

  /// Returns the binding of a name that a user has given; nil if the context has none.
  package func binding(named name: String, in context: KeyContext = .lists) -> Binding? {
    bindings(in: context).first { $0.name == name }
  }

  /// Returns the keys of the binding of a name.
  package func keys(of name: String, in context: KeyContext = .lists) -> [Key] {
    binding(named: name, in: context)?.keys ?? []
  }

  /// Returns the names of all bindings of a context, in the order of the help, without the user's own commands.
  package func names(in context: KeyContext = .lists) -> [String] {
    bindings(in: context).compactMap { binding in
      if case .command = binding.action { nil } else { binding.name }
    }
  }

  private func bindings(in context: KeyContext) -> [Binding] {
    sections.lazy.filter { $0.context == context }.flatMap(\.bindings)
  }

  /// Assigns keys to bindings, and removes them from other bindings of the same context.
  ///
  /// Bindings that follow the lists' keys are updated, unless they are assigned keys themselves.
  ///
  /// - Parameter changes: names of keys, by context and binding.
  /// - Returns: the errors.
  package mutating func rebind(_ changes: [KeyContext: [String: [String]]]) -> [Complaint] {
    guard !changes.isEmpty else { return [] }
    var complaints: [Complaint] = []
    var changed: Set<[String]> = []
    for context in KeyContext.allCases {
      var takers: [Key: String] = [:]
      for (name, keyNames) in (changes[context] ?? [:]).sorted(by: { $0.key < $1.key }) {
        func complain(_ text: String) {
          complaints.append(Complaint(context: context, binding: name, text: text))
        }
        guard names(in: context).contains(name) else {
          complain(Self.unknown(name, among: names(in: context)))
          continue
        }
        var (keys, pairs) = KeySequence.parse(keyNames, complain: complain)
        if !pairs.isEmpty, ![.lists, .thread].contains(context) {
          complain("two keys in a row work in lists only.")
          pairs = []
        }
        for key in keys {
          if let other = takers.updateValue(name, forKey: key), other != name {
            complain("\(key.label) was already bound to “\(other)”; it now belongs to “\(name)”.")
          }
        }
        // An unknown key unbinds nothing; an empty list does.
        if keys.isEmpty, pairs.isEmpty, !keyNames.isEmpty { continue }
        changed.insert([context.rawValue, name])
        assign(keys, pairs, to: name, in: context)
      }
      if context == .lists {
        ensureQuitKey()
        copyListKeys(except: [])
      }
    }
    // Again, for bindings that were assigned keys in the meantime.
    copyListKeys(except: changed)
    takeFirstKeys()
    index()
    return complaints
  }

  /// Adds the user's own commands to the lists; they take their keys from other bindings.
  ///
  /// - Parameter commands: the commands, of which no two have a key in common.
  /// - Returns: the bindings that have lost keys, by the names of the commands.
  package mutating func add(_ commands: [OwnCommand]) -> [String: [String]] {
    var losers: [String: [String]] = [:]
    for command in commands where !command.keys.isEmpty {
      change { section, binding in
        guard [.lists, .thread].contains(section.context),
          binding.keys.contains(where: command.keys.contains)
        else { return }
        binding.keys.removeAll(where: command.keys.contains)
        if losers[command.name]?.contains(binding.name) != true {
          losers[command.name, default: []].append(binding.name)
        }
      }
    }
    let bindings = commands.map {
      Binding(
        name: $0.name, action: .command(.pressed($0.name)), keys: $0.keys,
        sequences: $0.sequences, help: $0.name)
    }
    // Above the keys that are not in lists.
    let place = sections.lastIndex { $0.context == .lists }.map { $0 + 1 } ?? sections.endIndex
    if !bindings.isEmpty {
      sections.insert(
        Section(title: "Your commands", context: .lists, bindings: bindings), at: place)
    }
    takeFirstKeys()
    ensureQuitKey()
    index()
    return losers
  }

  private mutating func assign(
    _ keys: [Key], _ pairs: [KeySequence], to name: String, in context: KeyContext
  ) {
    change { section, binding in
      guard section.context == context else { return }
      if binding.name == name {
        (binding.keys, binding.sequences) = (keys, pairs)
      } else {
        binding.keys.removeAll(where: keys.contains)
        binding.sequences.removeAll(where: pairs.contains)
      }
    }
  }

  /// Takes the first keys of sequences from the bindings that have them.
  private mutating func takeFirstKeys() {
    for context in [KeyContext.lists, .thread] {
      let first = Set(bindings(in: context).flatMap(\.sequences).map(\.first))
      guard !first.isEmpty else { continue }
      var taken = keysTakenBySequences[context] ?? [:]
      change { section, binding in
        guard section.context == context else { return }
        for key in binding.keys where first.contains(key) {
          taken[key, default: []].append(binding.name)
        }
        binding.keys.removeAll(where: first.contains)
      }
      keysTakenBySequences[context] = taken
    }
  }

  /// Copies the lists' keys to the bindings that follow them, except keys that are taken.
  private mutating func copyListKeys(except changed: Set<[String]>) {
    let standard = Self.standard
    let lists = bindings(in: .lists)
    for (index, section) in sections.enumerated() where section.context != .lists {
      var taken = Set(
        bindings(in: section.context).filter {
          !$0.usesListKeys || changed.contains([section.context.rawValue, $0.name])
        }.flatMap(\.keys))
      for (number, binding) in section.bindings.enumerated() {
        guard binding.usesListKeys, !changed.contains([section.context.rawValue, binding.name])
        else { continue }
        let own = standard[index].bindings[number].keys
        let followed = lists.first { $0.name == binding.name }?.keys ?? []
        let keys = (followed + own).filter { taken.insert($0).inserted }
        sections[index].bindings[number].keys = keys
      }
    }
  }

  private mutating func change(_ edit: (Section, inout Binding) -> Void) {
    for section in sections.indices {
      for binding in sections[section].bindings.indices {
        edit(sections[section], &sections[section].bindings[binding])
      }
    }
  }

  /// Ensures that a key quits the program: Ctrl-C, unless it is assigned to something else.
  private mutating func ensureQuitKey() {
    let interrupt = Key.control("c")
    let all = bindings(in: .lists)
    let isTaken = all.contains { $0.action != .quitPressed && $0.keys.contains(interrupt) }
    let hasWayOut = all.contains { $0.action == .quitPressed && !$0.keys.isEmpty }
    guard !isTaken || !hasWayOut else { return }
    change { section, binding in
      guard section.context == .lists else { return }
      if binding.action != .quitPressed {
        binding.keys.removeAll { $0 == interrupt }
      } else if !binding.keys.contains(interrupt) {
        binding.keys.append(interrupt)
      }
    }
  }

  private mutating func index() {
    (actions, sequences, bindings) = ([:], [:], [:])
    for section in sections {
      for binding in section.bindings {
        for context in [section.context, nil] where bindings[context]?[binding.action] == nil {
          bindings[context, default: [:]][binding.action] = binding
        }
        for key in binding.keys where actions[section.context]?[key] == nil {
          actions[section.context, default: [:]][key] = binding.action
        }
        for pair in binding.sequences {
          sequences[section.context, default: [:]][pair.first, default: [:]][pair.second] =
            binding.action
        }
      }
    }
  }
}
