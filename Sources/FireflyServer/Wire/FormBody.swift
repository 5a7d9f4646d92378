import FireflyAPI
import Foundation

/// A form as it was sent: fields, and at most one picture.
struct FormBody: Equatable {
  /// The most parts that are read.
  static let maxParts = 64

  private(set) var fields: [QueryItem] = []
  /// The bytes of the file called `image`.
  private(set) var image: Data?

  /// Reads a form of either type; nil if it is neither, or damaged.
  init?(_ request: Request) {
    let type = request.headers["content-type"] ?? ""
    let kind = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    switch kind {
    case "application/x-www-form-urlencoded":
      guard let text = String(data: request.body, encoding: .utf8) else { return nil }
      fields = [QueryItem](encoded: text)
    case "multipart/form-data":
      guard let boundary = Self.parameter("boundary", of: type), !boundary.isEmpty,
        boundary.utf8.count <= 200, readParts(of: request.body, boundary: boundary)
      else { return nil }
    default: return nil
    }
  }

  private mutating func readParts(of body: Data, boundary: String) -> Bool {
    let delimiter = Data("--\(boundary)".utf8)
    guard var end = body.range(of: delimiter) else { return false }
    for _ in 0..<Self.maxParts {
      let rest = body[end.upperBound...]
      if rest.starts(with: Data("--".utf8)) { return true }
      guard rest.starts(with: Data("\r\n".utf8)),
        let next = rest.range(of: Data("\r\n".utf8) + delimiter),
        let gap = rest[..<next.lowerBound].range(of: Data("\r\n\r\n".utf8)),
        gap.lowerBound - rest.startIndex <= 4096
      else { return false }
      guard readPart(head: rest[..<gap.lowerBound], content: rest[gap.upperBound..<next.lowerBound])
      else { return false }
      end = next
    }
    return false
  }

  private mutating func readPart(head: Data, content: Data) -> Bool {
    guard let head = String(data: head, encoding: .utf8) else { return false }
    let disposition = head.components(separatedBy: "\r\n").first {
      $0.lowercased().hasPrefix("content-disposition:")
    }
    guard let disposition, let name = Self.parameter("name", of: disposition) else { return false }
    if Self.parameter("filename", of: disposition) != nil {
      if name == "image", image == nil, !content.isEmpty { image = Data(content) }
      return true
    }
    guard let text = String(data: content, encoding: .utf8) else { return false }
    fields.append(QueryItem(name, text))
    return true
  }

  /// The value of `name=value` or `name="value"` in a header.
  private static func parameter(_ name: String, of header: String) -> String? {
    for part in header.split(separator: ";").dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2,
        sides[0].trimmingCharacters(in: .whitespaces).lowercased() == name
      else { continue }
      return sides[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
    }
    return nil
  }
}
