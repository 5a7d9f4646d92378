import FireflyCore

extension Outline {
  /// The lines around the selected one, ten at a time; each in full once it is selected.
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    let canvas = context.canvas
    let (shown, page) = (shown, SpokenLayer.outlinePage)
    let place = shown.firstIndex(of: selected) ?? 0
    let visible = place / page * page..<min(shown.count, (place / page + 1) * page)
    let view = OutlineView(canvas: canvas, outline: self)
    let title = PostSentences.sentence(failure.map { "Outline: " + $0 } ?? view.title)
    let isLong = shown.count > page
    let range = "Lines \(visible.lowerBound + 1) to \(visible.upperBound)."
    var spoken = SpokenLayer(lines: [
      (isLong && place >= page ? range : title + (isLong ? " " + range : ""))
        + (filter.isTyping ? " Type words of a line, or esc." : "")
    ])
    spoken.hint = isLong ? " pgdn and pgup go on." : ""
    spoken.place = place == 0 || filter.isTyping ? "" : " You are at \(place + 1)."
    let top = topLevel(in: context.lists)
    func level(of index: Int) -> String {
      let node = nodes[index]
      let level = top + node.depth
      return node.isLinking ? " Links here." : level > 0 ? " Level \(level)." : ""
    }
    func label(of index: Int) -> String {
      canvas.symbols.opening(String(self.label(of: nodes[index].post).prefix(200)))
    }
    spoken.choices = shown.map { .outline(.linePressed($0)) }
    func lines(words count: Int) -> [String] {
      var last = ""
      return visible.map { row in
        // A level is said where it changes.
        let level = level(of: shown[row])
        defer { last = level }
        let words = PostSentences.sentence(label(of: shown[row]).beginning(words: count))
        return "\(row + 1): \(words)\(level == last ? "" : level)"
      }
    }
    // As many words of each as a page has room for.
    let all = (1...8).reversed().lazy.map { lines(words: $0) }
    let room = SpokenLayer.words - spoken.whole.joined(separator: " ").split(separator: " ").count
    spoken.lines +=
      all.first { $0.joined(separator: " ").split(separator: " ").count <= room } ?? lines(words: 1)
    if shown.indices.contains(place) {
      spoken.whereabouts = "Outline, line \(place + 1) of \(shown.count)."
      let words = PostSentences.sentence(label(of: shown[place]))
      spoken.part = .init(
        index: shown[place], words: "\(place + 1): \(words)\(level(of: shown[place]))")
    }
    return spoken
  }

  /// The level of its top; that of the top level of a tab is 0.
  private func topLevel(in lists: ListsState) -> Int {
    let depth = lists.current.navigator.depth
    return top.id == lists.list.parent?.id ? max(0, depth - 1) : depth
  }
}
