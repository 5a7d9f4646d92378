import Foundation

extension ImportError {
  /// The error for what a decoder found wrong in `data`, which is a document or one line of it.
  init(_ error: DecodingError, in data: Data, line: Int?) {
    var path: [any CodingKey] = []
    var reason = "it can't be read"
    switch error {
    case .keyNotFound(let key, let context):
      (path, reason) = (context.codingPath, "\(key.stringValue) is missing")
    case .valueNotFound(_, let context):
      (path, reason) = (context.codingPath, "there is null where a value is needed")
    case .typeMismatch(_, let context):
      (path, reason) = (context.codingPath, context.debugDescription)
    case .dataCorrupted(let context):
      if let syntaxError = Self.syntaxError(in: data, line: line) {
        self = syntaxError
        return
      }
      (path, reason) = (context.codingPath, context.debugDescription)
    @unknown default: break
    }
    let steps = path.map { key in key.intValue.map(String.init) ?? key.stringValue }
    var place = line.map { "line \($0)" } ?? ""
    if !steps.isEmpty { place += (place.isEmpty ? "" : ", ") + steps.joined(separator: ".") }
    self = .damaged(place: place.isEmpty ? "document" : place, reason: reason)
  }

  /// What is wrong with the JSON as such, if anything is; the decoder doesn't tell, the older parser does.
  private static func syntaxError(in data: Data, line: Int?) -> ImportError? {
    do {
      _ = try JSONSerialization.jsonObject(with: data)
      return nil
    } catch let error as NSError {
      let text = error.userInfo[NSDebugDescriptionErrorKey] as? String ?? "This is no JSON."
      if text.contains("Too many nested") { return .tooDeep }
      let match = text.firstMatch(of: /(.*) around character (\d+)/)
      let offset = match.flatMap { Int($0.2) } ?? data.count
      let before = data.prefix(offset)
      let lines = before.count { $0 == UInt8(ascii: "\n") }
      let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
      return .damaged(
        place: "line \((line ?? 1) + lines), column \(column + 1)",
        reason: match.map { String($0.1) } ?? text)
    }
  }
}
