extension Dialog {
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    var spoken = SpokenLayer(lines: [question] + (detail.map { [$0] } ?? []))
    spoken.isMessage = buttons.count == 1
    for (index, button) in buttons.enumerated() where buttons.count > 1 {
      // The suggestions of the spelling check have their numbers already.
      let own = "\(spoken.choices.count + 1) "
      let title =
        button.title.hasPrefix(own) ? button.title.dropFirst(own.count) : button.title[...]
      spoken.add(String(title), .dialog(.pressed(index)))
    }
    return spoken
  }
}
