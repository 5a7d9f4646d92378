import Foundation

extension ImportError {
  /// Creates the error for a document that is not JSON.
  package init(notJSON data: Data) {
    self =
      Self.syntaxError(in: data, line: nil)
      ?? .damaged(place: "document", reason: "it can't be read")
  }

  /// Creates the error for a decoding error in `data`, which is a document or a line.
  init(_ error: DecodingError, in data: Data, line: Int?) {
    var path: [any CodingKey] = []
    var reason = "it can't be read"
    switch error {
    case .keyNotFound(let key, let context):
      (path, reason) = (context.codingPath, "\(key.stringValue) is missing")
    case .valueNotFound(_, let context):
      (path, reason) = (context.codingPath, "null is not allowed here")
    case .typeMismatch(let type, let context):
      let isDocument = line == nil && context.codingPath.isEmpty
      (path, reason) = (context.codingPath, Self.expectation(type, isDocument: isDocument))
    case .dataCorrupted(let context):
      let known = Self.syntaxError(in: data, line: line) ?? Self.numberError(in: data, line: line)
      if let known {
        self = known
        return
      }
      path = context.codingPath
      // `ImportedPost` has its own messages for invalid values; without a path, the message is
      // Foundation's.
      if !path.isEmpty { reason = context.debugDescription }
    @unknown default: break
    }
    let steps = path.map { key in key.intValue.map(String.init) ?? key.stringValue }
    self = .damaged(place: Self.place(line: line, steps), reason: reason)
  }

  private static func place(line: Int?, _ steps: [String]) -> String {
    let parts = [line.map { "line \($0)" }, steps.isEmpty ? nil : steps.joined(separator: ".")]
      .compactMap(\.self)
    return parts.isEmpty ? "document" : parts.joined(separator: ", ")
  }

  /// Returns what a value of this type must be.
  private static func expectation(_ type: any Any.Type, isDocument: Bool) -> String {
    if isDocument { return "it must be {\"posts\": […]}, or one post a line" }
    return switch type {
    case is String.Type: "it must be text"
    case is Int.Type: "it must be a whole number"
    case is Double.Type: "it must be a number"
    case is Bool.Type: "it must be true or false"
    case is [Any].Type: "it must be a list"
    default: "it must be a post, such as {\"title\": \"a thought\"}"
    }
  }

  /// Returns the syntax error in JSON, if any; the decoder doesn't report its position, the older
  /// parser does.
  private static func syntaxError(in data: Data, line: Int?) -> ImportError? {
    do {
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      return nil
    } catch let error as NSError {
      let text = error.userInfo[NSDebugDescriptionErrorKey] as? String ?? ""
      if text.contains("Too many nested") { return .tooDeep }
      let match = text.firstMatch(of: /\ around character (\d+)/)
      let offset = match.flatMap { Int($0.1) } ?? data.count
      let before = data.prefix(offset)
      let lines = before.count { $0 == UInt8(ascii: "\n") }
      let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
      let reason =
        if data.isEmpty { "it is empty" } else if text.contains("not representable") {
          "the number is too large"
        } else if text.contains("end of file"), offset >= data.count {
          "it ends in the middle"
        } else if String(validating: data, as: UTF8.self) == nil {
          "this is not UTF-8"
        } else { "this is not JSON" }
      return .damaged(
        place: "line \((line ?? 1) + lines), column \(column + 1)", reason: reason)
    }
  }

  /// Returns the error of the first invalid number of a post, if any.
  private static func numberError(in data: Data, line: Int?) -> ImportError? {
    guard let json = try? JSONSerialization.jsonObject(with: data) else { return nil }
    var waiting: [(value: Any, steps: [String])] = [(json, [])]
    while let (value, steps) = waiting.popLast() {
      if let list = value as? [Any] {
        waiting += list.enumerated().reversed().map { ($1, steps + [String($0)]) }
      } else if let object = value as? [String: Any] {
        for key in ["id", "parent_id"] {
          guard let number = object[key] as? NSNumber, Int(exactly: number) == nil else { continue }
          let isWhole = number.doubleValue.rounded() == number.doubleValue
          return .damaged(
            place: place(line: line, steps + [key]),
            reason: isWhole
              ? "the number is too large for that of a post" : "it must be a whole number")
        }
        for key in ["children", "posts"] {
          if let below = object[key] { waiting.append((below, steps + [key])) }
        }
      }
    }
    return nil
  }
}
