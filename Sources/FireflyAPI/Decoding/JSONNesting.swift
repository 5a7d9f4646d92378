import Foundation

/// Measures how deep a JSON text nests, before it is decoded.
enum JSONNesting {
  /// Maximum number of nested arrays and objects; 0 for a number.
  static func depth(of json: Data) -> Int {
    var (depth, deepest) = (0, 0)
    var (isInString, isEscaped) = (false, false)
    json.withUnsafeBytes { bytes in
      for byte in bytes {
        switch byte {
        case _ where isEscaped: isEscaped = false
        case UInt8(ascii: "\\") where isInString: isEscaped = true
        case UInt8(ascii: "\""): isInString.toggle()
        case _ where isInString: break
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          deepest = max(deepest, depth)
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
    }
    return deepest
  }
}
