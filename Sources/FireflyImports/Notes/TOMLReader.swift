import Yams

/// Reads TOML 1.0 in one pass, to the values that YAML would have.
///
/// Numbers, dates and truth values stay as they are written: no number is too large.
struct TOMLReader {
  /// Maximum tables and lists within each other, and parts of a key.
  private static let deepest = 64

  /// Why a text is not TOML.
  struct Problem: Error {
    /// The number of its line, from 1.
    var line: Int
  }

  let bytes: [UInt8]
  var place = 0

  /// Reads a text.
  ///
  /// - Parameter text: TOML in UTF-8.
  /// - Returns: a table of YAML.
  static func node(_ text: some Sequence<UInt8>) throws(Problem) -> Node {
    var reader = TOMLReader(bytes: Array(text))
    do {
      return try reader.document().node
    } catch {
      // What is missing at the end is missing in the last line.
      let read = reader.bytes.dropLast().prefix(reader.place)
      throw Problem(line: read.count { $0 == 0x0A } + 1)
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Something is not TOML at the present place.
  struct Unexpected: Error {}

  // MARK: Lines

  private mutating func document() throws(Unexpected) -> TOMLTable {
    let root = TOMLTable(.header)
    var table = root
    while true {
      skipBlanks()
      switch next {
      case nil: return root
      case "#", "\n", "\r": break
      case "[": table = try header(in: root)
      default: try pair(in: table)
      }
      try endLine()
    }
  }

  /// Reads `[a.b]` or `[[a.b]]`.
  private mutating func header(in root: TOMLTable) throws(Unexpected) -> TOMLTable {
    place += 1
    let isList = next == "["
    if isList { place += 1 }
    var names = try key()
    try take("]")
    if isList { try take("]") }
    let last = names.removeLast()
    var table = root
    for name in names {
      switch table[name] {
      case nil:
        let inner = TOMLTable(.implied)
        table[name] = .table(inner)
        table = inner
      case .table(let inner) where inner.origin != .inline: table = inner
      case .tables(let row): table = row.tables[row.tables.count - 1]
      default: throw Unexpected()
      }
    }
    let new = TOMLTable(.header)
    switch table[last] {
    case nil: table[last] = isList ? .tables(TOMLTable.Row(new)) : .table(new)
    case .tables(let row) where isList: row.tables.append(new)
    case .table(let inner) where !isList && inner.origin == .implied:
      inner.origin = .header
      return inner
    default: throw Unexpected()
    }
    return new
  }

  /// Reads `a.b = value`.
  private mutating func pair(
    in table: TOMLTable, depth: Int = 0
  ) throws(Unexpected) {
    var names = try key()
    try take("=")
    skipBlanks()
    let last = names.removeLast()
    var table = table
    for name in names {
      switch table[name] {
      case nil:
        let inner = TOMLTable(.dotted)
        table[name] = .table(inner)
        table = inner
      case .table(let inner) where inner.origin == .dotted: table = inner
      case .table(let inner) where inner.origin == .implied:
        // A header of it may no longer follow.
        inner.origin = .dotted
        table = inner
      default: throw Unexpected()
      }
    }
    guard table[last] == nil else { throw Unexpected() }
    table[last] = try value(depth + names.count)
  }

  /// Reads `a.'b c'."d"`, and the blanks around it.
  private mutating func key() throws(Unexpected) -> [String] {
    var names: [String] = []
    repeat {
      if !names.isEmpty { place += 1 }
      skipBlanks()
      switch next {
      case "\"", "'": names.append(try text(isKey: true))
      default:
        let name = bytes[place...].prefix(while: Self.isBare)
        guard !name.isEmpty else { throw Unexpected() }
        place = name.endIndex
        names.append(String(decoding: name, as: UTF8.self))
      }
      skipBlanks()
    } while next == "." && names.count < Self.deepest
    guard next != "." else { throw Unexpected() }
    return names
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    isDigit(byte) || 0x41...0x5A ~= byte & 0xDF || byte == 0x2D || byte == 0x5F
  }

  static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  // MARK: Values

  private mutating func value(_ depth: Int) throws(Unexpected) -> TOMLTable.Value {
    guard depth < Self.deepest else { throw Unexpected() }
    switch next {
    case "\"", "'": return .scalar(try text(isKey: false))
    case "[": return .list(try list(depth))
    case "{": return .table(try inlineTable(depth))
    default:
      var word = bytes[place...].prefix {
        Self.isBare($0) || $0 == 0x2B || $0 == 0x2E || $0 == 0x3A
      }
      // A blank may be between a day and a time.
      let rest = bytes[word.endIndex...]
      if TOMLScalar.isDay(word), rest.first == 0x20,
        rest.dropFirst().first.map(Self.isDigit) == true
      {
        let time = rest.dropFirst().prefix { Self.isBare($0) || [0x2B, 0x2E, 0x3A].contains($0) }
        word = bytes[word.startIndex..<time.endIndex]
      }
      guard TOMLScalar.isOne(word) else { throw Unexpected() }
      place = word.endIndex
      return .scalar(String(decoding: word, as: UTF8.self))
    }
  }

  private mutating func list(_ depth: Int) throws(Unexpected) -> [TOMLTable.Value] {
    place += 1
    var list: [TOMLTable.Value] = []
    while true {
      try skipLines()
      if next == "]" { break }
      list.append(try value(depth + 1))
      try skipLines()
      guard next == "," else { break }
      place += 1
    }
    try take("]")
    return list
  }

  private mutating func inlineTable(_ depth: Int) throws(Unexpected) -> TOMLTable {
    place += 1
    let table = TOMLTable(.dotted)
    skipBlanks()
    if next != "}" {
      try pair(in: table, depth: depth + 1)
      skipBlanks()
      while next == "," {
        place += 1
        try pair(in: table, depth: depth + 1)
        skipBlanks()
      }
    }
    try take("}")
    close(table)
    return table
  }

  private func close(_ table: TOMLTable) {
    var waiting = [table]
    while let table = waiting.popLast() {
      table.origin = .inline
      waiting += table.inner.filter { $0.origin != .inline }
    }
  }
}
