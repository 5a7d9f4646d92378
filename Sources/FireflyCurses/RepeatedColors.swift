/// Removes colours that are already set from ncurses' output.
///
/// ncurses sets both colours of a cell if one of them differs.
enum RepeatedColors {
  /// Removes repeated colours.
  ///
  /// - Parameter output: the output for a frame; ncurses begins and ends it without attributes.
  /// - Returns: the rest of the output.
  static func removed(from output: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(output.count)
    var foreground: ArraySlice<UInt8> = []
    var background: ArraySlice<UInt8> = []
    var rest = output[...]
    while let start = rest.firstIndex(of: 0x1B) {
      kept += rest[..<start]
      rest = rest[start...]
      let parameters = rest.dropFirst(2).prefix { (0x30...0x3B).contains($0) }
      let end = min(parameters.endIndex + 1, rest.endIndex)
      let sequence = rest[..<end]
      rest = rest[end...]
      var isRepeated = false
      if sequence.last == 0x6D {
        if parameters.starts(with: "38;".utf8) {
          isRepeated = parameters == foreground
          foreground = parameters
        } else if parameters.starts(with: "48;".utf8) {
          isRepeated = parameters == background
          background = parameters
        } else {
          // It may reset the colours.
          (foreground, background) = ([], [])
        }
      }
      if !isRepeated { kept += sequence }
    }
    return kept + rest
  }
}
