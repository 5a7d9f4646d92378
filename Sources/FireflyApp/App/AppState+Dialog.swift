import FireflyCore

// Dialogs: questions, and what can't be done.
extension AppState {
  mutating func reduceDialog(_ action: DialogAction, at now: Double) -> [Effect] {
    guard var dialog = focus.dialog else {
      // What was typed goes to what lay below.
      guard case .typed(let key) = action else { return [] }
      return self.action(for: key).map { [.send($0)] } ?? []
    }
    let width = DialogView.width(in: layout, settings.tunables)
    let effects = dialog.reduce(action, width: width, at: now)
    focus.dialog = dialog.isOver ? nil : dialog
    return effects
  }

  /// Asks a question; it may lie on another one, but takes the place of what only says that something was
  /// refused.
  mutating func ask(_ dialog: Dialog) {
    if isRefusing { focus.dialog = nil }
    focus.push(.dialog(dialog))
  }

  /// Says why something can't be done, so that nothing that is typed on in the belief that it was done acts as
  /// a key.
  mutating func refuse(_ words: String) -> [Effect] {
    note = nil
    ask(Dialog(refusal: words))
    return []
  }

  /// A paste goes on writing, or does nothing.
  mutating func paste(_ text: String, into dialog: Dialog) -> [Effect] {
    guard dialog.typing == .writes else { return [.send(.dialog(.ignored))] }
    focus.dialog = nil
    return paste(text)
  }
}
