/// A list that skips and reports elements that can't be decoded.
public struct LossyList<Element: Decodable & Sendable>: Decodable, Sendable {
  /// The elements that decoded.
  public var elements: [Element]
  /// Descriptions of the other elements' errors, in order.
  public var skipped: [String]

  /// Decodes an array.
  /// - Throws: `DecodingError` if the value is not an array.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    elements = []
    skipped = []
    elements.reserveCapacity(list.count ?? 0)
    while !list.isAtEnd {
      let position = list.currentIndex
      switch try list.decode(Attempt<Element>.self).result {
      case .success(let element): elements.append(element)
      case .failure(let error):
        skipped.append("element \(position): \(error.plainDescription)")
      }
    }
  }
}

extension Error {
  /// Describes a decoding error for the log.
  public var plainDescription: String {
    func place(_ path: [any CodingKey]) -> String {
      path.isEmpty ? "the top" : path.map(\.stringValue).joined(separator: ".")
    }
    return switch self as? DecodingError {
    case .keyNotFound(let key, _): "no \(key.stringValue)"
    case .valueNotFound(_, let context): "null at \(place(context.codingPath))"
    case .typeMismatch(_, let context): "wrong type at \(place(context.codingPath))"
    case .dataCorrupted(let context): "damaged at \(place(context.codingPath))"
    // Foundation's errors for bad strings and numbers don't describe the JSON.
    default: "damaged JSON"
    }
  }
}
