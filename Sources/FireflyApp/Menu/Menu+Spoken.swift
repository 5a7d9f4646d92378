extension Menu {
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    let question: String? =
      switch bindings {
      case .mute: "Silence or mute?"
      case .people: "Follow, mute or block?"
      default: nil
      }
    var spoken = SpokenLayer(lines: [question].compactMap(\.self))
    for (index, item) in items.enumerated() {
      spoken.add(item.title, .menu(.pressed(index)), isSelected: index == selected)
    }
    return spoken
  }
}
