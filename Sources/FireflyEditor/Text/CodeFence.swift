/// The opening fence of a code block, ``` or ~~~.
struct CodeFence: Hashable {
  private let sign: UInt8
  private let length: Int

  /// Whether a code block is open after some lines.
  static func isOpen(after lines: some Sequence<String>) -> Bool {
    var open: CodeFence?
    for line in lines {
      if let fence = open {
        if fence.isClosed(by: line) { open = nil }
      } else {
        open = CodeFence(line)
      }
    }
    return open != nil
  }

  /// Parses the opening fence of a line, which may be in a list item or a quote; nil if there is
  /// none.
  private init?(_ line: String) {
    guard line.utf8.contains(0x60) || line.utf8.contains(0x7E) else { return nil }
    let text = line.utf8.dropFirst(ItemPrefix(line)?.length ?? 0).drop { $0 == 0x20 }
    guard let first = text.first, first == 0x60 || first == 0x7E else { return nil }
    (sign, length) = (first, text.prefix { $0 == first }.count)
    // With a backtick after it, it is inline code.
    guard length >= 3, first == 0x7E || !text.dropFirst(length).contains(0x60) else { return nil }
  }

  private func isClosed(by line: String) -> Bool {
    let text = line.utf8.drop { $0 == 0x20 || $0 == 0x3E }
    let run = text.prefix { $0 == sign }
    return run.count >= length && text.dropFirst(run.count).allSatisfy { $0 == 0x20 }
  }
}
