/// What differs between the databases in statements that are otherwise the same.
///
/// Arguments are `?1`, `?2` and so on in all statements. Both databases know upserts
/// (`ON CONFLICT`), `RETURNING`, `WITH RECURSIVE`, Booleans and `CAST`.
struct SQLDialect: Sendable {
  /// Returns the condition that an expression is in the list of an argument.
  let isIn: @Sendable (_ expression: String, _ list: String, SQLType) -> String
  /// Returns a table with the values of a list, in its column `id`.
  let table: @Sendable (_ list: String, _ name: String) -> String
  /// The functions for the smaller and the larger of two numbers.
  let least: String
  let greatest: String
  /// Locks the rows of a query until the end of the transaction.
  let forUpdate: String
  /// Locks the rows of a query, except those locked by others.
  let forUpdateSkippingLocked: String
  /// Returns a column for conditions that must not choose the index.
  let unindexed: @Sendable (_ column: String) -> String
  /// Whether only one transaction writes at a time, so that nothing needs locks.
  let hasOneWriter: Bool
  /// Returns the end of the range of paths below a path.
  let pathEnd: @Sendable (_ path: String) -> String

  /// Returns a path as hexadecimal digits, and back.
  let pathText: @Sendable (_ path: String) -> String
  let pathValue: @Sendable (_ text: String) -> String

  /// The type of the values of a list.
  enum SQLType: String {
    case integer = "bigint"
    case text
  }

  static let sqlite = SQLDialect(
    isIn: { expression, list, _ in "\(expression) IN (SELECT value FROM json_each(\(list)))" },
    table: { list, name in "(SELECT value AS id FROM json_each(\(list))) AS \(name)" },
    least: "min", greatest: "max", forUpdate: "", forUpdateSkippingLocked: "",
    unindexed: { "+" + $0 },
    hasOneWriter: true,
    // Paths are hexadecimal digits; "~" sorts after all of them.
    pathEnd: { path in "\(path) || '~'" }, pathText: { $0 }, pathValue: { $0 })

  static let postgres = SQLDialect(
    isIn: { expression, list, type in "\(expression) = ANY(\(list)::\(type.rawValue)[])" },
    table: { list, name in "unnest(\(list)::bigint[]) AS \(name) (id)" },
    least: "least", greatest: "greatest", forUpdate: " FOR UPDATE",
    forUpdateSkippingLocked: " FOR UPDATE SKIP LOCKED",
    // Its planner knows how many rows a condition leaves.
    unindexed: { $0 }, hasOneWriter: false,
    pathEnd: { path in "\(path) || decode('ff', 'hex')" },
    pathText: { path in "encode(\(path), 'hex')" }, pathValue: { text in "decode(\(text), 'hex')" })

  /// Returns the time of a thread's last reply after a new one: a stored time far behind that is of a clock
  /// that was ahead.
  func lastReply(_ stored: String, afterOneAt time: String) -> String {
    """
    CASE WHEN \(stored) > \(time) + \(Int(StoreLimits.clockDifference * 1000)) THEN \(time)
      ELSE \(greatest)(\(stored), \(time)) END
    """
  }

  /// Returns the condition that an expression is in a list of numbers.
  func isIn(_ expression: String, _ list: String) -> String { isIn(expression, list, .integer) }
}
