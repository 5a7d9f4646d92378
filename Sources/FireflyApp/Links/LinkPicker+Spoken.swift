import FireflyCore

extension LinkPicker {
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    var spoken = SpokenLayer(lines: ["Which post to link? Type words of its title, or esc."])
    if filter.isEmpty { return spoken }
    for (row, index) in list.shown.prefix(SpokenLayer.page).enumerated() {
      let item = list.items[index]
      let words = [item.title, item.author].compactMap(\.self).map(PostSentences.sentence)
      spoken.add(
        words.joined(separator: " "), .links(.picker(.pick(.linePressed(row)))),
        isSelected: row == list.selected)
    }
    return spoken
  }
}
