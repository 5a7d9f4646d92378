import FireflyCore

extension Sheet {
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    switch content {
    case .help: return SpokenLayer(lines: context.commandLines())
    case .output(_, let text):
      var spoken = SpokenLayer(lines: text.split(whereSeparator: \.isNewline).map(String.init))
      spoken.isMessage = true
      return spoken
    case .complaints(let complaints, let notices):
      let ending =
        complaints.isEmpty || complaints.contains(where: \.isWhole)
        ? "esc closes this." : "All other settings apply. esc closes."
      return SpokenLayer(
        lines: (notices + complaints.map(\.brief)).map(PostSentences.sentence) + [ending])
    }
  }

  var lineUse: LineUse {
    if case .output = content { LineUse(actionToGoOn: .sheet(.closed)) } else { LineUse() }
  }
}
