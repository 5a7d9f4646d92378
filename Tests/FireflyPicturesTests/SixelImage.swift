/// A sixel sequence read back, as a terminal would: colours in percent.
struct SixelImage {
  private(set) var width = 0
  private(set) var height = 0
  private var pixels: [Int: [Int]] = [:]

  enum Problem: Error {
    case noSixels
  }

  init(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: "\u{1B}P".utf8) }),
      let body = bytes[start...].firstIndex(of: UInt8(ascii: "q")),
      let end = bytes[body...].firstIndex(of: 0x1B)
    else { throw Problem.noSixels }
    var palette: [Int: [Int]] = [:]
    var color: [Int] = []
    var x = 0
    var y = 0
    var at = body + 1
    func numbers() -> [Int] {
      var numbers = [0]
      while at < end, (0x30...0x39).contains(bytes[at]) || bytes[at] == 0x3B {
        if bytes[at] == 0x3B {
          numbers.append(0)
        } else {
          numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(bytes[at]) - 0x30
        }
        at += 1
      }
      return numbers
    }
    while at < end {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): _ = numbers()
      case UInt8(ascii: "#"):
        let values = numbers()
        if values.count == 5 { palette[values[0]] = Array(values[2...]) }
        color = palette[values[0]] ?? []
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"):
        x = 0
        y += 6
      case UInt8(ascii: "!"), 0x3F...0x7E:
        let count = byte == UInt8(ascii: "!") ? numbers()[0] : 1
        let sixel = byte == UInt8(ascii: "!") ? bytes[at] : byte
        if byte == UInt8(ascii: "!") { at += 1 }
        for column in x..<x + count {
          for row in 0..<6 where (sixel - 0x3F) >> UInt8(row) & 1 == 1 {
            pixels[(y + row) << 16 | column] = color
            height = max(height, y + row + 1)
          }
        }
        x += count
        width = max(width, x)
      default: break
      }
    }
  }

  func isNear(_ x: Int, _ y: Int, _ color: [Int]) -> Bool {
    guard let pixel = pixels[y << 16 | x], pixel.count == 3 else { return false }
    return zip(pixel, color).allSatisfy { abs($0 - $1) <= 8 }
  }
}
