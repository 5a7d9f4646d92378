import FireflyCore
import FireflyScreen

// The list of accounts.
extension SignInView {
  /// The accounts to choose from; none if there is only one.
  var accounts: [KnownAccount] {
    guard case .account = signIn.step, signIn.accounts.count > 1 else { return [] }
    return signIn.accounts
  }

  /// Draws the accounts, as many as fit around the selected one.
  func drawAccounts(from y: inout Int, rows: Int, into frame: inout Frame) {
    let lines = accounts.map(words)
    let selected = accounts.firstIndex { $0.id == signIn.selectedAccount?.id } ?? 0
    let columns = min(width, (lines.map { Glyph.glyphs(of: $0).displayWidth }.max() ?? 0) + 2)
    let x = max(0, (canvas.layout.size.width - columns) / 2)
    let start = max(0, min(selected - rows / 2, lines.count - rows))
    for index in start..<min(lines.count, start + rows) {
      let isSelected = index == selected
      // The selected one differs by more than its colour.
      let text = (isSelected ? "> " : "  ") + lines[index]
      frame.draw(
        Glyph.glyphs(of: text).truncated(to: columns), at: Point(x: x, y: y),
        style: style(isSelected ? [.bold, .reverse] : []), pressing: "account-\(index)",
        .signIn(.account(.pressed(accounts[index].id))))
      if isSelected { frame.cursor = Point(x: x + 2, y: y) }
      y += 1
    }
    y += 1
  }

  /// The words for an account: on a narrow screen without the name.
  func words(_ account: KnownAccount) -> String {
    let name = width < 60 ? account.user.handle : account.user.nameAndEmail
    let own = signIn.accounts.first
    return account.id == own?.id
      ? name + canvas.symbols.dot + "in use"
      : account.id.site == own?.id.site ? name : name + canvas.symbols.dot + account.place
  }
}
