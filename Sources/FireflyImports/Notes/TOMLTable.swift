import Yams

/// A table of TOML while it is read: keys in the order of the text.
///
/// It is an object because tables are reached by their names in several places of a text.
final class TOMLTable {
  enum Value {
    /// A text, number, date or truth value as it is written; of a text, its characters.
    case scalar(String)
    /// A list in brackets.
    case list([Value])
    /// A table, by a header, by a key with dots, or in braces.
    case table(TOMLTable)
    /// Tables with a header in double brackets.
    case tables(Row)
  }

  /// Tables that follow each other in a text.
  final class Row {
    var tables: [TOMLTable]

    init(_ first: TOMLTable) { tables = [first] }
  }

  /// How a table came to be, which decides what may be added to it.
  enum Origin {
    /// It is above another one that has a header.
    case implied
    case header
    /// By a key with dots.
    case dotted
    /// In braces; nothing may be added.
    case inline
  }

  var origin: Origin
  private var keys: [String] = []
  private var values: [String: Value] = [:]

  init(_ origin: Origin) { self.origin = origin }

  subscript(key: String) -> Value? {
    get { values[key] }
    set {
      if values.updateValue(newValue ?? .list([]), forKey: key) == nil { keys.append(key) }
    }
  }

  /// The tables in it.
  var inner: [TOMLTable] {
    values.values.compactMap { if case .table(let table) = $0 { table } else { nil } }
  }

  /// The same as a value of YAML.
  var node: Node {
    Node(keys.map { key in (Self.text(key), Self.node(values[key] ?? .list([]))) })
  }

  private static func node(_ value: Value) -> Node {
    switch value {
    case .scalar(let words): text(words)
    case .list(let list): Node(list.map(node))
    case .table(let table): table.node
    case .tables(let row): Node(row.tables.map(\.node))
    }
  }

  private static func text(_ words: String) -> Node { Node(words, Tag(.str)) }
}
