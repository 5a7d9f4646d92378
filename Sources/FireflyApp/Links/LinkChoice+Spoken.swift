import FireflyCore

extension LinkChoice {
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    var spoken = SpokenLayer(lines: ["Which link?"])
    let post = context.lists.current.position.selectedID ?? -1
    for (name, address) in zip(spokenLinks, links) {
      spoken.add(name.shortened(to: 80), .links(.tapped(address, of: post)))
    }
    // The text has said the numbers.
    let count = links.count
    if count > SpokenLayer.page {
      spoken.lines[SpokenLayer.page...] = [
        "\(SpokenLayer.page + 1) to \(count) are numbered in the text."
      ]
    }
    return spoken
  }

  var lineUse: LineUse { LineUse(hidesNotes: true) }
}
