import FireflyScreen

/// A constant of the look that the configuration can change.
package struct Tunable: Sendable {
  /// The type of a value.
  package enum Kind: Hashable, Sendable {
    /// A number.
    case number(ClosedRange<Double>)
    /// A whole number.
    case count(ClosedRange<Int>)
    /// A colour as `#rrggbb`, or `theme` for the theme's.
    case color
    /// One of several words.
    case choice([String])
  }

  /// Its name in the configuration.
  package let name: String
  /// The type.
  package let kind: Kind
  /// The help text.
  package let help: String
  private let read: @Sendable (Tunables) -> String
  private let write: @Sendable (inout Tunables, String) -> Bool

  /// The allowed values, for error messages.
  package var allowedValues: String {
    switch kind {
    case .number(let range):
      "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
    case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .color: "theme or a colour such as #ffb000"
    case .choice(let words): words.joined(separator: " or ")
    }
  }

  /// The allowed values in short, for tables.
  package var range: String {
    switch kind {
    case .number(let range):
      "\(Self.text(range.lowerBound)) … \(Self.text(range.upperBound))"
    case .count(let range): "\(range.lowerBound) … \(range.upperBound)"
    case .color: "a colour"
    case .choice(let words): words.joined(separator: ", ")
    }
  }

  /// Returns its value, in the format of the configuration.
  package func value(in tunables: Tunables) -> String { read(tunables) }

  /// The default value.
  package var standard: String { read(Tunables()) }

  /// Sets its value.
  ///
  /// - Parameters:
  ///   - text: the value, in the format of the configuration.
  ///   - tunables: the tunables to change.
  /// - Returns: whether the value is valid; otherwise nothing changes.
  package func set(_ text: String, in tunables: inout Tunables) -> Bool { write(&tunables, text) }
}

extension Tunable {
  /// A key path to a value.
  typealias Path<Value> = WritableKeyPath<Tunables, Value> & Sendable

  static func number(
    _ name: String, _ path: any Path<Double>, _ range: ClosedRange<Double>, _ help: String
  ) -> Tunable {
    Tunable(name: name, kind: .number(range), help: help) {
      text($0[keyPath: path])
    } write: { tunables, text in
      // Decimal numbers only.
      guard text.utf8.allSatisfy({ (0x2D...0x39).contains($0) }), let number = Double(text),
        range.contains(number)
      else { return false }
      tunables[keyPath: path] = number
      return true
    }
  }

  /// Returns a tunable for an opacity, 0…1.
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

  static func color(_ name: String, _ help: String) -> Tunable {
    Tunable(name: name, kind: .color, help: help) {
      $0.colors[name]?.name ?? "theme"
    } write: { tunables, text in
      let color = Color(named: text)
      guard color != nil || text == "theme" else { return false }
      tunables.colors[name] = color
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

  /// Formats a number, without a fraction if it is whole.
  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
