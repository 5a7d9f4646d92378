import FireflyCore

extension SignIn {
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    let view = SignInView(canvas: context.canvas, signIn: self)
    if isWaiting { return SpokenLayer(lines: [view.words.waiting]) }
    var spoken = SpokenLayer(
      lines: [view.remark, view.words.question].map(PostSentences.sentence).filter { !$0.isEmpty })
    func key(_ action: SignInAction) -> String {
      let binding = context.canvas.context.settings.keymap.binding(of: .signIn(action))
      return binding?.keys.first.map(Symbols.spokenName) ?? binding?.name ?? ""
    }
    switch step {
    case .email: spoken.lines.append("Type it, or esc.")
    case .password:
      spoken.lines.append(
        "Type it, \(key(.otherAddressPressed)) for another name, or esc. A terminal does not show it."
      )
    case .code:
      spoken.lines.append(
        "Type it, \(key(.resendPressed)) for another code, \(key(.otherAddressPressed)) for another e-mail, or esc."
      )
    case .page(nil): spoken.lines.append("\(key(.resendPressed)) to try again, or esc.")
    case .page(let page?):
      spoken.lines.append("The page: \(page.address)")
      spoken.lines.append(
        "\(key(.otherAddressPressed)) opens it, \(key(.copyPagePressed)) copies its address, esc leaves."
      )
    case .welcome:
      spoken.add("Go on", .signIn(.accepted))
      spoken.add("Write your profile", .signIn(.profilePressed))
    case .account(let user):
      if let own = view.accounts.first { spoken.lines.append("You are \(own.user.nameAndEmail).") }
      spoken.add("Close", .signIn(.closed))
      if !isOnPage, !takesPassword { spoken.add("Your profile", .signIn(.profilePressed)) }
      for account in view.accounts.dropFirst() {
        spoken.add("Use \(view.words(account))", .signIn(.account(.pressed(account.id))))
      }
      spoken.add("Another account", .signIn(.anotherPressed))
      spoken.add("Sign out \(user.nameAndEmail)", .signIn(.account(.signOutPressed)))
    }
    return spoken
  }

  var lineUse: LineUse { LineUse(isSecret: step == .password, takesDigits: step == .code) }
}

extension PasswordPrompt {
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    SpokenLayer(
      lines: (isRefused ? ["That password was refused."] : []) + [question + "."]
        + (request.isOverheard ? [request.warning] : [])
        + ["Type it, or esc. A terminal does not show it."])
  }
}
