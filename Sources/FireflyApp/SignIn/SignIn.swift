import FireflyCore
import FireflyEditor
import FireflyModel
import Foundation

/// The sign-in: asks for the e-mail address, then for the code sent to it (seed 003); on a service, for the code
/// of a page.
struct SignIn: Equatable, Sendable {
  /// The steps.
  enum Step: Equatable, Sendable {
    /// Asks for the e-mail address.
    case email
    /// Asks for the code.
    case code
    /// Asks for the password, after the name.
    case password
    /// Asks for the code that a page of the service shows; the page is nil until it is known.
    case page(SignInPage?)
    /// Welcomes a new user.
    case welcome(User)
    /// Shows the signed-in user.
    case account(User)
  }

  /// Number of digits of a code.
  static let digits = 4
  /// Maximum width of the e-mail field in columns.
  static let fieldColumns = 44
  /// Maximum number of characters of an e-mail address.
  private static let maximumLength = 254
  /// Maximum number of characters of the code of a page.
  static let maximumCode = 2_000

  var step: Step
  /// The e-mail field.
  var email = TextEditor(mode: .line, width: SignIn.fieldColumns)
  /// Whether the field has a former address: what is typed takes its place, unless that is changed first.
  private var isFormer = false
  /// The field for the code of a page.
  var pageCode = TextEditor(mode: .line, width: SignIn.fieldColumns)
  /// The digits typed so far.
  private(set) var code = ""
  /// Whether a request is in flight.
  var isWaiting = false
  /// The error, and what to do about it.
  var problem: String?
  /// What the server says of where the code comes from; nil if it was sent by e-mail.
  private(set) var note: String?
  /// The accounts on this machine, that of the session first.
  var accounts: [KnownAccount] = []
  /// The selected account; nil for the first one.
  var selected: AccountID?
  /// Whether it was closed.
  private(set) var isOver = false
  /// The action to repeat after signing in; nil for none.
  let purpose: Action?
  /// Whether it is on a page of the place, which sends no codes by e-mail.
  private(set) var isOnPage = false
  /// Whether the place asks for a name and a password.
  private(set) var takesPassword = false
  /// What was typed as the password; it is never shown, and in no draft.
  private(set) var password = ""

  /// Creates a sign-in.
  ///
  /// - Parameters:
  ///   - account: the user who is signed in.
  ///   - purpose: what needs an account, and is repeated after signing in.
  ///   - email: that of the user whom the server has signed out; empty for none.
  ///   - name: the name of the server.
  init(_ account: Account, purpose: Action? = nil, email: String = "", on name: String = "") {
    self.email = TextEditor(email, mode: .line, width: SignIn.fieldColumns)
    step = account.user.map { .account($0) } ?? .email
    self.purpose = purpose
    if !email.isEmpty { problem = "\(Self.over(on: name)) Sign in again to continue." }
  }

  /// Creates a sign-in to a service with pages.
  ///
  /// - Parameter purpose: what needs an account, and is repeated after signing in; nil to see who
  ///   is signed in.
  init(to site: Site, purpose: Action? = nil) {
    (self.purpose, takesPassword) = (purpose, site.has(.passwords))
    isOnPage = !takesPassword
    if takesPassword, let user = site.account.isSignedIn ? site.account.user : nil {
      email = TextEditor(user.handle, mode: .line, width: Self.fieldColumns)
    }
    if site.account.isSignedIn, purpose == nil, let user = site.account.user {
      step = .account(user)
      problem = site.refusal(of: .write).flatMap {
        $0.way == .allowWriting ? "\($0.words) Sign out, sign in again, and allow writing." : nil
      }
    } else {
      (step, isWaiting) = takesPassword ? (.email, false) : (.page(nil), true)
      if site.account.isSignedIn {
        let keeps =
          purpose == .editor(.savePressed) ? " Your text is kept; sign in to send it." : ""
        problem = Self.over(on: site.name) + keeps
      }
    }
  }

  /// Whether it welcomes a new user.
  var isWelcome: Bool { if case .welcome = step { true } else { false } }

  /// Whether something is done after it, where that was begun.
  var isForAct: Bool { purpose != nil && purpose != .list(.refreshPressed) }

  /// What it does when it opens.
  var firstEffects: [Effect] { step == .page(nil) ? [.signIn(.openPage)] : [] }

  /// The e-mail address without surrounding spaces.
  var address: String { email.text.trimmingCharacters(in: .whitespaces) }

  /// Sets the width of the field, at most `fieldColumns`.
  mutating func resize(columns: Int) {
    let width = max(1, min(Self.fieldColumns, columns))
    email.resize(width: width)
    pageCode.resize(width: width)
  }

  mutating func reduce(_ action: SignInAction, in surroundings: Surroundings) -> [Effect] {
    switch action {
    case .pressed, .needed, .listRefused, .password, .account, .signedOut: return []
    case .edited(let command): return edit(command)
    case .accepted: return accept()
    case .resendPressed:
      if isWaiting { return [] }
      return if case .page = step { askForPage() } else if step == .code { sendCode() } else { [] }
    case .copyPagePressed:
      return page.map { [.terminal(.copy($0.address, noted: "the address"))] } ?? []
    case .otherAddressPressed:
      if let page { return [.links(.open(page.returning ?? page.address))] }
      guard step == .code || step == .password else { return [] }
      let cancelled = stopWaiting()
      (step, code, password, problem) = (.email, "", "", nil)
      isFormer = true
      return cancelled
    case .profilePressed:
      guard !hasField, !isWaiting, !isOnPage, !takesPassword else { return [] }
      isOver = true
      return [.send(.editor(.profilePressed))]
    case .selectionMoved(let step):
      moveSelection(step)
      return []
    case .anotherPressed: return addAccount()
    case .closed:
      if isWaiting { return stopWaiting() }
      isOver = true
      return endOfPage
    case .pageCame(let result): return pageCame(result)
    case .browserReturned(let address): return page == nil ? [] : verifyPage(address)
    case .codeSent(let failure, let note): return codeWasSent(failure, note)
    case .verified(let result): return codeVerified(result, surroundings)
    }
  }

  private mutating func stopWaiting() -> [Effect] {
    defer { isWaiting = false }
    return isWaiting ? [.cancel(.account)] : []
  }

  private mutating func edit(_ command: EditorCommand) -> [Effect] {
    guard !isWaiting else { return [] }
    switch step {
    case .email:
      if isFormer, command.isTyping { email.apply(.selectAll) }
      isFormer = false
      let outcome = email.apply(command)
      if email.text.count > Self.maximumLength { email.apply(.undo) }
      if outcome.didChange { problem = nil }
      return outcome.clipboard.map { [.terminal(.copy($0))] } ?? []
    case .code: return editCode(command)
    case .password:
      problem = nil
      PasswordPrompt.edit(&password, command)
      return []
    case .page:
      let outcome = pageCode.apply(command)
      if pageCode.text.count > Self.maximumCode { pageCode.apply(.undo) }
      if outcome.didChange { problem = nil }
      return outcome.clipboard.map { [.terminal(.copy($0))] } ?? []
    case .welcome, .account: return []
    }
  }

  private mutating func editCode(_ command: EditorCommand) -> [Effect] {
    switch command {
    case .type(let text), .commit(let text), .paste(let text):
      problem = nil
      code += text.filter { $0.isASCII && $0.isNumber }.prefix(Self.digits - code.count)
      return code.count == Self.digits ? verify() : []
    case .erase(.left): code = String(code.dropLast())
    case .kill: code = ""
    default: break
    }
    return []
  }

  private mutating func accept() -> [Effect] {
    guard !isWaiting else { return [] }
    switch step {
    case .email where takesPassword:
      problem = address.isEmpty ? "Type your name there." : nil
      if !address.isEmpty { step = .password }
      return []
    case .email: return sendCode()
    case .password:
      guard !password.isEmpty else { return [] }
      (isWaiting, problem) = (true, nil)
      return [.signIn(.verifyPassword(name: address, password: password))]
    case .code:
      if code.count == Self.digits { return verify() }
      // An Enter after the last digit comes when the code was checked already.
      if !code.isEmpty || problem == nil {
        problem = "A code has \(Self.digits) digits. Type them, or request another one."
      }
      return []
    case .page(let page): return page == nil ? askForPage() : verifyPage(pageCode.text)
    case .welcome:
      isOver = true
      return []
    case .account:
      isOver = true
      return selectedAccount.map { [.send(.signIn(.account(.pressed($0.id))))] } ?? []
    }
  }

  private mutating func sendCode() -> [Effect] {
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !address.contains(" ") else {
      problem =
        address.isEmpty
        ? "Type your e-mail address." : "That doesn't look like an e-mail address."
      return []
    }
    (isWaiting, problem) = (true, nil)
    return [.signIn(.sendCode(to: address))]
  }

  private mutating func codeWasSent(_ failure: LoadFailure?, _ note: String?) -> [Effect] {
    guard isWaiting else { return [] }
    isWaiting = false
    guard let failure else {
      problem = step == .code ? "Another code was \(note == nil ? "sent" : "requested")." : nil
      (step, code, self.note) = (.code, "", note)
      return []
    }
    problem =
      switch failure.kind {
      case .forbidden:
        "\(failure.sentence) The server's administrator can invite \(address)."
      default: failure.sentence
      }
    return []
  }

  private mutating func verify() -> [Effect] {
    (isWaiting, problem) = (true, nil)
    return [.signIn(.verify(email: address, code: code))]
  }

  private mutating func codeVerified(
    _ result: Result<SignedInUser, LoadFailure>, _ surroundings: Surroundings
  ) -> [Effect] {
    guard isWaiting else { return [] }
    isWaiting = false
    switch result {
    case .failure(let failure):
      (code, password) = ("", "")
      problem =
        switch failure.kind {
        case .signedOut: "Wrong code. Type it again, or request another one."
        case .missing: "This code has expired. Request another one."
        default: failure.sentence
        }
      return []
    case .success(let signedIn):
      password = ""
      let refresh = Effect.send(.list(.refreshPressed))
      // Who has begun something goes on with it.
      if signedIn.isNew, purpose == nil {
        (step, problem) = (.welcome(signedIn.user), signedIn.complaint)
        return [refresh]
      }
      isOver = true
      let name = signedIn.user.name
      let greeting =
        signedIn.isNew
        ? "Welcome, \(name). Your account is new.\(surroundings.wayToAnotherName)"
        : "You are signed in as \(name)."
      let words =
        signedIn.complaint
        ?? [greeting, signedIn.warning].compactMap(\.self).joined(separator: " ")
      return [refresh] + endOfPage + (purpose.map { [.send($0)] } ?? [])
        + [.note(words, isError: signedIn.complaint != nil)]
    }
  }
}
