/// The markers of list items: bullets, numbers and checkboxes.
struct ListMarkers {
  /// Whether items are separated without blank lines.
  let isTight: Bool
  /// The next number; nil for a list with bullets.
  private(set) var number: Int?
  /// Whether there was an item.
  private(set) var isStarted = false

  /// Number of bulleted lists around this one.
  private let bulletDepth: Int
  private let delimiter: String
  /// Width of the widest number in columns.
  private let numberWidth: Int

  init(_ node: MarkdownNode, inside outer: ListMarkers?) {
    isTight = node.isTight
    bulletDepth = outer.map { $0.bulletDepth + ($0.number == nil ? 1 : 0) } ?? 0
    let numbering = node.numbering
    number = numbering?.start
    delimiter = numbering?.delimiter ?? ""
    numberWidth = numbering.map { "\($0.start + node.childCount - 1)".count } ?? 0
  }

  /// Returns the marker of the next item: bullet or number, and a checkbox for a task.
  mutating func nextMarker(isTicked: Bool?, symbols: TextSymbols) -> String {
    isStarted = true
    let box = isTicked.map { $0 ? symbols.ticked : symbols.unticked }
    guard let number else {
      return box ?? symbols.bullets[min(bulletDepth, symbols.bullets.count - 1)]
    }
    self.number = number + 1
    let padding = String(repeating: " ", count: max(0, numberWidth - "\(number)".count))
    return ([padding + "\(number)" + delimiter] + (box.map { [$0] } ?? [])).joined(separator: " ")
  }
}
