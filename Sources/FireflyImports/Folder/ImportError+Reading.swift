import FireflyTransfer
import Foundation

extension ImportError {
  /// Returns the error of reading a file, in words that fit its format.
  ///
  /// The parser takes half of a surrogate pair for the end of the file.
  func explained(in data: Data, of format: ImportFormat) -> ImportError {
    switch self {
    case .tooDeep where format != .json:
      return .damaged(place: "document", reason: "the posts are nested too deeply to be read")
    case .damaged(let place, _):
      guard let match = place.wholeMatch(of: /line (\d+), column (\d+)/),
        let line = Int(match.1), let column = Int(match.2),
        let half = Self.halfCharacter(in: Array(data)), (half.line, half.column) < (line, column)
      else { return self }
      return .damaged(
        place: "line \(half.line), column \(half.column)",
        reason: "\(half.escape) is half of a character")
    default: return self
    }
  }

  /// Returns the first escape of a surrogate without the other one, such as `\ud800`.
  private static func halfCharacter(
    in bytes: [UInt8]
  ) -> (escape: String, line: Int, column: Int)? {
    var (place, begin, line) = (0, 0, 1)
    var high: Int?
    while place < bytes.count {
      var (unit, end) = (UInt16?.none, place + 1)
      if bytes[place] == UInt8(ascii: "\\") {
        let isUnicode = end < bytes.count && bytes[end] == UInt8(ascii: "u")
        end = min(place + (isUnicode ? 6 : 2), bytes.count)
        unit = UInt16(String(decoding: bytes[place..<end].dropFirst(2), as: UTF8.self), radix: 16)
      }
      let isLow = unit.map { 0xDC00...0xDFFF ~= $0 } == true
      if let start = high ?? (isLow ? place : nil), high == nil || !isLow {
        let escape = String(decoding: bytes[start..<start + 6], as: UTF8.self)
        return (escape, line, start - begin + 1)
      }
      high = unit.flatMap { 0xD800...0xDBFF ~= $0 ? place : nil }
      if bytes[place] == 0x0A { (begin, line) = (end, line + 1) }
      place = end
    }
    return nil
  }
}
