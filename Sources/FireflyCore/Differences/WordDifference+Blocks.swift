extension WordDifference {
  /// Lines that correspond in both texts.
  public struct Block: Hashable, Sendable {
    /// The parts, with line breaks if a side has several lines.
    public var parts: [Part] = []

    /// Whether the lines are equal.
    public var isSame: Bool { parts.allSatisfy(\.isSame) }
    /// The lines of the first text.
    public var old: String { parts.map(\.old).joined() }
    /// The lines of the second text.
    public var new: String { parts.map(\.new).joined() }
  }

  /// The texts split at common line breaks, and around whole lines that only one of them has; the
  /// breaks are in no block.
  public var blocks: [Block] {
    var blocks = [Block()]
    for (index, part) in parts.enumerated() {
      guard !part.isSame else {
        append(part.new, to: &blocks)
        continue
      }
      let isEnd = index + 1 == parts.count || parts[index + 1].new.first?.isNewline == true
      if blocks[blocks.count - 1].parts.isEmpty,
        part.sides.allSatisfy({ $0.last?.isNewline == true })
      {
        blocks[blocks.count - 1].parts.append(part.trimmed { String($0.dropLast()) })
        blocks.append(Block())
      } else if isEnd, part.sides.allSatisfy({ $0.first?.isNewline == true }) {
        blocks.append(Block(parts: [part.trimmed { String($0.dropFirst()) }]))
      } else {
        blocks[blocks.count - 1].parts.append(part)
      }
    }
    return blocks
  }

  private func append(_ text: String, to blocks: inout [Block]) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      if index > 0 { blocks.append(Block()) }
      guard !line.isEmpty else { continue }
      blocks[blocks.count - 1].parts.append(
        Part(old: String(line), new: String(line), isSame: true))
    }
  }
}

extension WordDifference.Part {
  /// The sides that are not empty.
  fileprivate var sides: [String] { [old, new].filter { !$0.isEmpty } }

  /// The part with both sides trimmed.
  fileprivate func trimmed(_ cut: (String) -> String) -> Self {
    Self(old: cut(old), new: cut(new), isSame: isSame)
  }
}
