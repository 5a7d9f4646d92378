/// Numbers of others may be anything that a text can hold.
package enum OddNumbers {
  /// What is written in place of each number.
  package static let numbers = [
    "9223372036854775807", "-9223372036854775808", "-1", "4611686018427387904",
  ]
  /// The same for formats in which a number is a text.
  package static let texts = numbers + ["1e308", "NaN", ""]

  /// The same in JSON, where a text stands in quotation marks.
  package static let json = numbers + ["1e308", #""NaN""#, #""""#]

  /// Returns a text again and again, each time with another number of it replaced.
  ///
  /// A number is a run of digits with its sign, in a word or not: a new one in a sample is found by
  /// itself.
  /// - Parameters:
  ///   - text: a sample.
  ///   - replacements: what is written in place of each number.
  /// - Returns: the variants, at last those in which all numbers are the same.
  package static func variants(of text: String, with replacements: [String] = texts) -> [String] {
    let bytes = Array(text.utf8)
    var places: [Range<Int>] = []
    for (index, byte) in bytes.enumerated() where 0x30...0x39 ~= byte {
      if let last = places.last, last.upperBound == index {
        places[places.count - 1] = last.lowerBound..<index + 1
      } else {
        let hasSign = index > 0 && bytes[index - 1] == UInt8(ascii: "-")
        places.append((hasSign ? index - 1 : index)..<index + 1)
      }
    }
    func variant(_ number: String, at places: [Range<Int>]) -> String {
      var changed = bytes
      for place in places.reversed() { changed.replaceSubrange(place, with: number.utf8) }
      return String(decoding: changed, as: UTF8.self)
    }
    return replacements.flatMap { number in
      places.map { variant(number, at: [$0]) } + [variant(number, at: places)]
    }
  }
}
