import FireflyCore
import Synchronization

/// The name of a statement that the server keeps with its plan, for a connection.
struct StatementName {
  /// Derived from the statement: behind a proxy, other connections have statements in the same place.
  let text: String
  /// Whether the server doesn't have it yet.
  let isNew: Bool
}

/// The statements that the server keeps for a connection.
///
/// To read and plan a statement takes longer than to run it. Proxies that give each transaction another
/// connection of the server don't know the names: then a pool sends its statements without.
struct KeptStatements {
  /// Whether the statements of a pool have names.
  final class Use: Sendable {
    private let isOn = Atomic(true)
    var isPossible: Bool { isOn.load(ordering: .relaxed) }
    func end() { isOn.store(false, ordering: .relaxed) }
  }

  /// Maximum number of statements.
  private static let maximum = 200
  private let use: Use
  private var names: [String: String] = [:]

  init(_ use: Use) { self.use = use }

  /// Returns the name of a statement; nil if it must be sent without.
  func name(of statement: String) -> StatementName? {
    guard use.isPossible else { return nil }
    if let name = names[statement] { return StatementName(text: name, isNew: false) }
    guard names.count < Self.maximum else { return nil }
    let name = "firefly_" + SHA256.hash(statement.utf8).prefix(16).hexadecimal
    return StatementName(text: name, isNew: true)
  }

  /// Notes that the server has a statement.
  mutating func add(_ statement: String, _ name: StatementName) { names[statement] = name.text }

  /// Names are not used any more after an error about them.
  func check(_ error: PostgresError) { if error.isOfNames { use.end() } }
}
