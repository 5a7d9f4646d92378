import FireflyScreen

/// A constant of the look that can be changed: its name, what it may be, and what it is for.
public struct Tunable: Sendable {
  /// What a value may be.
  public enum Kind: Hashable, Sendable {
    /// A number.
    case number(ClosedRange<Double>)
    /// A whole number.
    case count(ClosedRange<Int>)
    /// A colour as `#rrggbb`, or `theme` for the theme's.
    case color
    /// One of some words.
    case choice([String])
  }

  /// Its name in the configuration.
  public let name: String
  /// What it may be.
  public let kind: Kind
  /// What it is.
  public let help: String
  private let read: @Sendable (Tunables) -> String
  private let write: @Sendable (inout Tunables, String) -> Bool

  /// What it is in words, for who has given something else.
  public var wanted: String {
    switch kind {
    case .number(let range):
      "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
    case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .color: "theme or a colour such as #ffb000"
    case .choice(let words): words.joined(separator: " or ")
    }
  }

  /// The same in as few words as a table has room for.
  public var range: String {
    switch kind {
    case .number(let range):
      "\(Self.text(range.lowerBound)) … \(Self.text(range.upperBound))"
    case .count(let range): "\(range.lowerBound) … \(range.upperBound)"
    case .color: "a colour"
    case .choice(let words): words.joined(separator: ", ")
    }
  }

  /// Its value, as the configuration has it.
  public func value(in tunables: Tunables) -> String { read(tunables) }

  /// Its value where nothing is said.
  public var standard: String { read(Tunables()) }

  /// Gives it a value.
  /// - Returns: false, with nothing changed, if it can't have that.
  public func set(_ text: String, in tunables: inout Tunables) -> Bool { write(&tunables, text) }
}

extension Tunable {
  /// The way to a property.
  typealias Path<Value> = WritableKeyPath<Tunables, Value> & Sendable

  static func number(
    _ name: String, _ path: any Path<Double>, _ range: ClosedRange<Double>, _ help: String
  ) -> Tunable {
    Tunable(name: name, kind: .number(range), help: help) {
      text($0[keyPath: path])
    } write: { tunables, text in
      // Of what Swift reads as a number, people mean the decimal ones.
      guard text.utf8.allSatisfy({ (0x2D...0x39).contains($0) }), let number = Double(text),
        range.contains(number)
      else { return false }
      tunables[keyPath: path] = number
      return true
    }
  }

  /// How much of one colour lies over another.
  static func shade(_ name: String, _ path: any Path<Double>, _ help: String) -> Tunable {
    number(name, path, 0...1, help)
  }

  static func count(
    _ name: String, _ path: any Path<Int>, _ range: ClosedRange<Int>, _ help: String
  ) -> Tunable {
    Tunable(name: name, kind: .count(range), help: help) {
      "\($0[keyPath: path])"
    } write: { tunables, text in
      guard let number = Int(text), range.contains(number) else { return false }
      tunables[keyPath: path] = number
      return true
    }
  }

  static func color(_ name: String, _ path: any Path<Color?>, _ help: String) -> Tunable {
    Tunable(name: name, kind: .color, help: help) {
      $0[keyPath: path]?.name ?? "theme"
    } write: { tunables, text in
      guard text != "theme" else {
        tunables[keyPath: path] = nil
        return true
      }
      guard let color = Color(named: text) else { return false }
      tunables[keyPath: path] = color
      return true
    }
  }

  static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: any Path<Value>, _ help: String
  ) -> Tunable where Value.RawValue == String {
    Tunable(name: name, kind: .choice(Value.allCases.map(\.rawValue)), help: help) {
      $0[keyPath: path].rawValue
    } write: { tunables, text in
      guard let value = Value(rawValue: text) else { return false }
      tunables[keyPath: path] = value
      return true
    }
  }

  /// A number as people write it: without a fraction where there is none.
  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
