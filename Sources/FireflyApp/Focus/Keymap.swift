import FireflyCore
import FireflyScreen

/// What can receive the keys, by its name in the configuration.
///
/// Each feature declares its own, beside its bindings.
public struct KeyContext: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  init(_ name: String) { rawValue = name }

  /// The context of that name; nil if there is none.
  public init?(rawValue: String) {
    guard let context = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = context
  }

  /// All that have bindings, in the order of the help.
  public static let allCases: [KeyContext] = Keymap.standard.map(\.context).reduce(into: []) {
    if !$0.contains($1) { $0.append($1) }
  }

  /// A list.
  public static let lists = KeyContext("lists")

  /// The name.
  public var description: String { rawValue }
}

/// What each key does in each context, and the words the help has for it.
public struct Keymap: Hashable, Sendable {
  /// One thing that keys can do in a context.
  public struct Binding: Hashable, Sendable {
    /// Its name in the configuration.
    public let name: String
    /// What happens.
    public let action: Action
    /// The keys that do it.
    public internal(set) var keys: [Key]
    /// What it does, for the help.
    public let help: String
    /// Whether it has, unless the configuration gives it keys of its own, those that the binding of
    /// this name has in lists, besides `keys`.
    var usesListKeys = false
  }

  /// A heading of the help and what stands under it.
  public struct Section: Hashable, Sendable {
    /// The heading.
    public let title: String
    /// Where its bindings hold.
    public let context: KeyContext
    /// Its bindings.
    public internal(set) var bindings: [Binding]
    /// What the help says in the place of many bindings that are as everywhere else; nil where it lists
    /// them.
    var summary: String?
  }

  /// All bindings, in the order of the help.
  public private(set) var sections: [Section]
  private var actions: [KeyContext: [Key: Action]] = [:]
  /// The keys of each binding, by its place and name: views ask for them at every frame.
  private var keys: [KeyContext: [String: [Key]]] = [:]

  /// The keys as they are without a configuration.
  public init() {
    sections = Self.standard
    copyListKeys(except: [])
    index()
  }

  /// What a key does in a place; nil if nothing.
  ///
  /// A key that is held down with others, and means nothing with them, means what it does alone.
  public func action(for key: Key, in context: KeyContext = .lists) -> Action? {
    if let action = actions[context]?[key] { return action }
    if case .character(let letter) = key.code {
      // While Caps Lock is on, Alt comes with large letters.
      guard key.modifiers == .alt, let small = letter.lowercased().first, small != letter else {
        return nil
      }
      return actions[context]?[.alt(small)]
    }
    return key.modifiers.isEmpty ? nil : actions[context]?[Key(key.code)]
  }

  /// The keys of the binding with that name, in a place.
  public func keys(of name: String, in context: KeyContext = .lists) -> [Key] {
    keys[context]?[name] ?? []
  }

  /// The names of all bindings of a place, in the order of the help.
  public func names(in context: KeyContext = .lists) -> [String] {
    bindings(in: context).map(\.name)
  }

  private func bindings(in context: KeyContext) -> [Binding] {
    sections.lazy.filter { $0.context == context }.flatMap(\.bindings)
  }

  /// Why a change was not made, or not quite.
  public struct Complaint: Hashable, Sendable {
    /// Where the binding holds, or should have held.
    public let context: KeyContext
    /// The name that the binding has, or should have had.
    public let binding: String
    /// The reason, in words for the user.
    public let text: String
  }

  /// Gives other keys to bindings; keys taken from another binding of the same place are taken from it.
  ///
  /// What moves and leaves in an outline or on a sheet follows the lists, unless it is given keys itself.
  /// - Parameter changes: names of keys, by place and binding.
  /// - Returns: what could not be understood.
  public mutating func rebind(_ changes: [KeyContext: [String: [String]]]) -> [Complaint] {
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
        let keys = keyNames.compactMap { keyName -> Key? in
          let key = Key(named: keyName)
          if key == nil { complain(Self.unknownKey(keyName)) }
          return key
        }
        for key in keys {
          if let other = takers.updateValue(name, forKey: key), other != name {
            complain("\(key.label) was already bound to “\(other)”; it now belongs to “\(name)”.")
          }
        }
        // What can't be read unbinds nothing; an empty list does.
        if keys.isEmpty, !keyNames.isEmpty { continue }
        changed.insert([context.rawValue, name])
        assign(keys, to: name, in: context)
      }
      if context == .lists {
        ensureQuitKey()
        copyListKeys(except: [])
      }
    }
    // Once more, for what was given keys of its own in the meantime.
    copyListKeys(except: changed)
    index()
    return complaints
  }

  private mutating func assign(_ keys: [Key], to name: String, in context: KeyContext) {
    change { section, binding in
      guard section.context == context else { return }
      if binding.name == name {
        binding.keys = keys
      } else {
        binding.keys.removeAll(where: keys.contains)
      }
    }
  }

  /// Gives the bindings that follow the lists' the keys those have now, as far as they are free.
  private mutating func copyListKeys(except changed: Set<[String]>) {
    let standard = Self.standard
    for (index, section) in sections.enumerated() where section.context != .lists {
      var taken = Set(
        bindings(in: section.context).filter {
          !$0.usesListKeys || changed.contains([section.context.rawValue, $0.name])
        }.flatMap(\.keys))
      for (number, binding) in section.bindings.enumerated() {
        guard binding.usesListKeys, !changed.contains([section.context.rawValue, binding.name])
        else { continue }
        let own = standard[index].bindings[number].keys
        let followed = bindings(in: .lists).first { $0.name == binding.name }?.keys ?? []
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

  /// That no binding has a name, and which was probably meant.
  public static func unknown(_ name: String, among names: [String]) -> String {
    let guess = names.nearest(to: name).map { " Did you mean \($0)?" } ?? ""
    return "there is no action of this name; firefly-config(5) lists them." + guess
  }

  private static func unknownKey(_ name: String) -> String {
    let guess = Key.allNames.nearest(to: name).map { " Did you mean \($0)?" } ?? ""
    return "“\(ForeignText.cleanLine(name, limit: 60))” is not the name of a key." + guess
  }

  /// Ctrl-C ends the program, whatever else does, unless it was given to something else; and something
  /// always does.
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
    actions = [:]
    keys = [:]
    for section in sections {
      for binding in section.bindings {
        if keys[section.context]?[binding.name] == nil {
          keys[section.context, default: [:]][binding.name] = binding.keys
        }
        for key in binding.keys where actions[section.context]?[key] == nil {
          actions[section.context, default: [:]][key] = binding.action
        }
      }
    }
  }
}
