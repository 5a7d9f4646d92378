import FireflyCore

extension ActionPalette {
  /// All actions are said only when asked for.
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    guard kind == .actions else { return spokenLines }
    let start = "Type words of an action, or esc."
    if filter.isEmpty { return SpokenLayer(lines: [start]) }
    let noAction = SpokenLayer(
      lines: ["\(answer ?? "No action has “\(filter.text)”.") \(start)"])
    // Some are about a screen.
    let shown = list.shown.enumerated().filter {
      !list.items[$0.element].action.isOfScreen
    }
    if shown.isEmpty { return noAction }
    let page = SpokenLayer.page
    let first =
      (shown.firstIndex { $0.offset >= list.selected } ?? 0) / page * page
    let end = min(shown.count, first + page)
    let range = shown.count > page ? " \(first + 1) to \(end) of \(shown.count); pgdn goes on." : ""
    var spoken = SpokenLayer(lines: ["Choose a number, or type other words." + range])
    spoken.choices = shown.map { .palette(.pick(.linePressed($0.offset))) }
    for place in first..<end {
      let item = list.items[shown[place].element]
      let help = item.action.helpForEars ?? item.help
      let words = "\(place + 1): \(item.name)" + (help == item.name ? "." : ": \(help).")
      spoken.lines.append(words)
      if shown[place].offset == list.selected {
        spoken.part = .init(index: place, words: words)
      }
    }
    return spoken
  }

  var lineUse: LineUse { LineUse(entersText: kind != .actions) }

  func meaning(of choice: Action) -> Action? {
    guard case .palette(.pick(.linePressed(let row))) = choice else { return nil }
    return list.item(at: row)?.action
  }

  /// Words that can be muted, of which what is typed comes first; or places.
  private var spokenLines: SpokenLayer {
    let start =
      switch kind {
      case .places: "Where to go? Choose a number, or type words or an address, or esc."
      case .address(let question): "Type \(question.words), or esc."
      case .words, .actions: "Type words to mute, or choose a number, or esc."
      }
    var spoken = SpokenLayer(lines: [start])
    if list.shown.isEmpty, !filter.isEmpty {
      spoken.lines.insert("Nothing here has “\(filter.text)”.", at: 0)
    }
    for (row, index) in list.shown.prefix(SpokenLayer.page).enumerated() {
      spoken.add(
        [list.items[index].name, list.items[index].help]
          .filter { !$0.isEmpty }.joined(separator: ", "), .palette(.pick(.linePressed(row))),
        isSelected: row == list.selected)
    }
    return spoken
  }
}
