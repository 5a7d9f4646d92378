import FireflyCore
import FireflyScreen

/// What each key does, and the words the help has for it.
public struct Keymap: Hashable, Sendable {
  /// One thing that keys can do.
  public struct Binding: Hashable, Sendable {
    /// Its name in the configuration.
    public let name: String
    /// What happens.
    public let action: Action
    /// The keys that do it.
    public internal(set) var keys: [Key]
    /// What it does, for the help.
    public let help: String
  }

  /// A heading of the help and what stands under it.
  public struct Section: Hashable, Sendable {
    /// The heading.
    public let title: String
    /// Its bindings.
    public internal(set) var bindings: [Binding]
  }

  /// All bindings, in the order of the help.
  public private(set) var sections: [Section]
  private var actions: [Key: Action] = [:]
  /// The keys of each binding, by its name: views ask for them at every frame.
  private var keys: [String: [Key]] = [:]

  /// The keys as they are without a configuration.
  public init() {
    sections = Self.standard
    index()
  }

  /// What a key does; nil if nothing.
  public func action(for key: Key) -> Action? {
    if case .mouse(let event) = key { return .mouse(event) }
    return actions[key]
  }

  /// The keys of the binding with that name.
  public func keys(of name: String) -> [Key] {
    keys[name] ?? []
  }

  /// The names of all bindings, in the order of the help.
  public var names: [String] { sections.flatMap(\.bindings).map(\.name) }

  /// Why a change was not made, or not quite.
  public struct Complaint: Hashable, Sendable {
    /// The name that the binding has, or should have had.
    public let binding: String
    /// The reason, in words for the user.
    public let text: String
  }

  /// Gives other keys to bindings; keys taken from another binding are taken from it.
  ///
  /// - Returns: what could not be understood.
  public mutating func rebind(_ changes: [String: [String]]) -> [Complaint] {
    var complaints: [Complaint] = []
    var takers: [Key: String] = [:]
    for (name, keyNames) in changes.sorted(by: { $0.key < $1.key }) {
      guard names.contains(name) else {
        complaints.append(Complaint(binding: name, text: Self.unknown(name, among: names)))
        continue
      }
      let keys = keyNames.compactMap { keyName -> Key? in
        let key = Key(named: keyName)
        if key == nil {
          complaints.append(Complaint(binding: name, text: Self.unknownKey(keyName)))
        }
        return key
      }
      for key in keys {
        if let other = takers.updateValue(name, forKey: key), other != name {
          complaints.append(
            Complaint(
              binding: name,
              text: "\(key.label) is given to “\(other)” as well, which has to do without it."))
        }
      }
      // What nobody can read unbinds nothing; an empty list does.
      if keys.isEmpty, !keyNames.isEmpty { continue }
      give(keys, to: name)
    }
    keepWayOut()
    index()
    return complaints
  }

  private mutating func give(_ keys: [Key], to name: String) {
    for section in sections.indices {
      for binding in sections[section].bindings.indices {
        if sections[section].bindings[binding].name == name {
          sections[section].bindings[binding].keys = keys
        } else {
          sections[section].bindings[binding].keys.removeAll(where: keys.contains)
        }
      }
    }
  }

  /// That no binding has a name, and which was probably meant.
  public static func unknown(_ name: String, among names: [String]) -> String {
    let guess = names.nearest(to: name).map { " Did you mean \($0)?" } ?? ""
    return "keys do nothing of this name; firefly(1) lists the names." + guess
  }

  private static func unknownKey(_ name: String) -> String {
    let guess = Key.allNames.nearest(to: name).map { " Did you mean \($0)?" } ?? ""
    return "“\(ForeignText.cleanLine(name, limit: 60))” is not the name of a key." + guess
  }

  /// Ctrl-C ends the program, whatever else does, unless it was given to something else; and something
  /// always does.
  private mutating func keepWayOut() {
    let all = sections.flatMap(\.bindings)
    let isTaken = all.contains { $0.action != .quitPressed && $0.keys.contains(.control("c")) }
    let hasWayOut = all.contains { $0.action == .quitPressed && !$0.keys.isEmpty }
    guard !isTaken || !hasWayOut else { return }
    for section in sections.indices {
      for binding in sections[section].bindings.indices {
        if sections[section].bindings[binding].action != .quitPressed {
          sections[section].bindings[binding].keys.removeAll { $0 == .control("c") }
        } else if !sections[section].bindings[binding].keys.contains(.control("c")) {
          sections[section].bindings[binding].keys.append(.control("c"))
        }
      }
    }
  }

  private mutating func index() {
    actions = [:]
    keys = [:]
    for binding in sections.flatMap(\.bindings) {
      keys[binding.name] = binding.keys
      for key in binding.keys where actions[key] == nil { actions[key] = binding.action }
    }
  }
}
