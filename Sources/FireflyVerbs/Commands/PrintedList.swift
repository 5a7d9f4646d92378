import ArgumentParser
import FireflyCore
import Foundation

/// What one field of an item of a list says, for people and for programs.
enum PrintedValue: Encodable {
  case text(String)
  case number(Int)
  case flag(Bool)
  case date(Date)
  case list([PrintedValue])
  case record([String: String])

  /// One line: a flag is `*` or nothing, a date is in UTC; a list has its parts separated by commas.
  var line: String {
    switch self {
    case .text(let text): ForeignText.cleanLine(text)
    case .number(let number): String(number)
    case .flag(let flag): flag ? "*" : ""
    case .date(let date): WireDate.iso(date)
    case .list(let values): values.map(\.line).joined(separator: ", ")
    case .record(let fields): fields["address"] ?? ""
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .text(let text): try value.encode(text)
    case .number(let number): try value.encode(number)
    case .flag(let flag): try value.encode(flag)
    case .date(let date): try value.encode(WireDate.iso(date))
    case .list(let values): try value.encode(values)
    case .record(let fields): try value.encode(fields)
    }
  }
}

/// The fields that a list of things has on standard output, by their names in JSON.
struct PrintedList<Item> {
  /// The name of a field, and what an item has there; nil for what it lacks or is not known.
  typealias Field = (name: String, value: @Sendable (Item) -> PrintedValue?)

  /// What the things are called in JSON: `posts`.
  let name: String
  let fields: [Field]
}

/// The options of a verb that lists things.
struct ListOptions: ParsableArguments {
  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Print these fields, in JSON or separated by tabs, such as id,title,date.", valueName: "names"
    ), completion: .custom { line, _, typed in Completions.fields(of: line, typed: typed) })
  var fields: String?

  /// Whether programs read it: what people need no words for has some.
  var isForPrograms: Bool { json || fields != nil }

  /// Whether the fields stand in lines.
  var hasLines: Bool { !json && fields != nil }

  /// Returns the fields to print: the named ones, otherwise all.
  ///
  /// - Throws: `ValidationError` for a name that no field has.
  func chosen<Item>(of list: PrintedList<Item>) throws -> [PrintedList<Item>.Field] {
    guard let fields else { return list.fields }
    return try fields.split(separator: ",", omittingEmptySubsequences: false).map { word in
      let name = word.trimmingCharacters(in: .whitespaces)
      guard let field = list.fields.first(where: { $0.name == name }) else {
        let known = list.fields.map(\.name).joined(separator: ", ")
        throw ValidationError(
          "No field “\(ForeignText.cleanLine(name, limit: 40))”. There are \(known).")
      }
      return field
    }
  }

  /// Checks the names of fields, before anything is opened.
  ///
  /// - Throws: `ValidationError` for a name that no field has.
  func check<Item>(_ list: PrintedList<Item>) throws { _ = try chosen(of: list) }

  /// Prints things as JSON, or the fields that are named; otherwise as a table.
  ///
  /// - Parameters:
  ///   - items: the things.
  ///   - list: their fields.
  ///   - rows: the table; nil for all fields.
  /// - Throws: `ValidationError` for an unknown field, `Failure` if it can't be printed.
  func output<Item>(
    _ items: [Item], as list: PrintedList<Item>, else rows: @autoclosure () -> [[String]]? = nil
  ) throws {
    let chosen = try chosen(of: list)
    guard json else {
      let table = fields == nil ? rows() : nil
      return try PrintedTable.output(
        table ?? items.map { item in chosen.map { $0.value(item)?.line ?? "" } })
    }
    try StandardStreams.output(
      json: [list.name: items.map { PrintedItem($0, chosen, hasAll: fields != nil) }])
  }
}

/// The fields of one thing as JSON, with what is nested in it.
struct PrintedItem: Encodable {
  private let values: [(name: String, value: PrintedValue?)]
  private let hasAll: Bool
  private let children: [PrintedItem]?

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - item: the thing.
  ///   - fields: its fields.
  ///   - hasAll: whether a field that it lacks is null; otherwise it is left out.
  ///   - children: what is nested in it; nil for nothing that can be.
  init<Item>(
    _ item: Item, _ fields: [PrintedList<Item>.Field], hasAll: Bool,
    children: [PrintedItem]? = nil
  ) {
    values = fields.map { ($0.name, $0.value(item)) }
    (self.hasAll, self.children) = (hasAll, children)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    for (name, value) in values where value != nil || hasAll {
      try fields.encode(value, forKey: Key(stringValue: name))
    }
    try fields.encodeIfPresent(children, forKey: Key(stringValue: "children"))
  }
}
