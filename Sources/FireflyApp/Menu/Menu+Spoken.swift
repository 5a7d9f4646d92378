extension Menu {
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    var spoken = SpokenLayer(lines: bindings == .mute ? ["Silence or mute?"] : [])
    for (index, item) in items.enumerated() {
      spoken.add(item.title, .menu(.pressed(index)), isSelected: index == selected)
    }
    return spoken
  }
}
