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

  var lineUse: LineUse {
    var use = LineUse()
    (use.takesText, use.keys) = (false, [.escape, .enter])
    use.isAsking = buttons.count > 1
    use.actionToGoOn = buttons.count == 1 ? .dialog(.pressed(0)) : nil
    use.beginningAnother = buttonBeginningAnother.map { .dialog(.pressed($0)) }
    let chosen =
      buttons.indices.contains(selected)
      ? " enter is \(selected + 1), \(buttons[selected].title)." : ""
    use.help = "A number chooses." + chosen + " esc cancels. q quits."
    return use
  }
}
