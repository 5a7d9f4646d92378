import FireflyApp
import FireflyClient

// Effects on the terminal or the program as a whole.
extension Runtime {
  /// Runs an effect; returns its immediate result.
  func perform(_ effect: TerminalEffect) -> Action? {
    switch effect {
    case .copy(let text, let words):
      guard services.clipboard.usesTmux else { return copy(text, words) }
      effects.begin(.clipboard) { [weak self] send in
        guard let self else { return }
        let isCopied = await services.clipboard.loadIntoTmux(text)
        let result = isCopied ? words.map { .noted($0, isError: false) } : copy(text, words)
        if let result { send(result) }
      }
    case .notify(let text):
      screen.write(TerminalNotification.sequence(text, services.browser.environment))
    case .redraw: redraw()
    case .openEditor(let text, let draft): open(text, of: draft)
    case .suspend: suspend()
    case .quit: endAfterDeletions()
    }
    return nil
  }

  /// Seconds for which confirmed deletions hold up quitting: a server may hang.
  private static let patience = 1.0

  /// Ends the loop when the deletions that the user has confirmed are done.
  private func endAfterDeletions() {
    let deletions = effects.deletions
    guard !deletions.isEmpty else { return end() }
    Task {
      for deletion in deletions { await deletion.value }
      end()
    }
    Task {
      try? await Task.sleep(for: .seconds(Self.patience))
      end()
    }
  }

  /// Copies a text to the terminal's clipboard; returns a note with the result.
  private func copy(_ text: String, _ words: String?) -> Action? {
    guard screen.abilities.hasClipboard else {
      // An address is short enough to be read instead.
      if !text.contains(where: \.isWhitespace) { return .noted(text, isError: false) }
      return words.map { _ in .noted("This terminal has no clipboard.", isError: true) }
    }
    screen.write(Clipboard.sequence(for: text))
    if let complaint = Clipboard.complaint(about: text) {
      return .noted(complaint, isError: true)
    }
    return words.map { .noted($0, isError: false) }
  }
}

extension JobID {
  fileprivate static let clipboard = JobID.named("the clipboard")
}
