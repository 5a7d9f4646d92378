import FireflyCore
import Foundation

/// A field of foreign JSON: what is missing, null or of another type is nil, empty or false.
@propertyWrapper
struct Lenient<Value: LenientField>: Decodable {
  var wrappedValue: Value

  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) { wrappedValue = Value(lenient: decoder) }
}

extension Lenient: Sendable where Value: Sendable {}

/// The type of a lenient field.
protocol LenientField {
  /// Decodes a value; without a decoder, it is missing.
  init(lenient decoder: (any Decoder)?)
}

extension Bool: LenientField {
  init(lenient decoder: (any Decoder)?) { self = (try? decoder.map(Bool.init)) ?? false }
}

extension Array: LenientField where Element: Decodable {
  /// Decodes the elements that can be decoded; an object is the only element.
  init(lenient decoder: (any Decoder)?) {
    self = []
    guard let decoder else { return }
    guard var list = try? decoder.unkeyedContainer() else {
      if let element = try? Element(from: decoder) { append(element) }
      return
    }
    while !list.isAtEnd, let field = try? list.decode(Lenient<Element?>.self) {
      if let element = field.wrappedValue { append(element) }
    }
  }
}

extension Optional: LenientField where Wrapped: Decodable {
  init(lenient decoder: (any Decoder)?) {
    guard let decoder else {
      self = nil
      return
    }
    switch Wrapped.self {
    case is Int.Type: self = Int(lenient: decoder) as? Wrapped
    case is Date.Type:
      self = (try? String(from: decoder)).flatMap(WireDate.date) as? Wrapped
    default: self = try? Wrapped(from: decoder)
    }
  }
}

extension Int {
  /// Decodes an integer, also from a string; nil if it is neither, or too large for an ID.
  fileprivate init?(lenient decoder: any Decoder) {
    let number = (try? Int(from: decoder)) ?? (try? String(from: decoder)).flatMap { Int($0) }
    guard let number, number.magnitude < SourceNumbers.first else { return nil }
    self = number
  }
}

extension KeyedDecodingContainer {
  /// Called by synthesized initializers, so that lenient fields may be missing.
  func decode<Value>(_ type: Lenient<Value>.Type, forKey key: Key) -> Lenient<Value> {
    (try? decodeIfPresent(type, forKey: key)) ?? Lenient(wrappedValue: Value(lenient: nil))
  }
}
