import FireflyModel
import Foundation

// The page of a service, on which the user allows the program.
extension SignIn {
  /// The service's page; nil unless it is shown.
  var page: SignInPage? { if case .page(let page) = step { page } else { nil } }

  /// What ends with the sign-in.
  var endOfPage: [Effect] { !isOnPage ? [] : [.cancel(.returnOfBrowser)] }

  mutating func askForPage() -> [Effect] {
    (step, isWaiting, problem) = (.page(nil), true, nil)
    return [.signIn(.openPage)]
  }

  mutating func pageCame(_ result: Result<SignInPage, LoadFailure>) -> [Effect] {
    guard isWaiting, step == .page(nil) else { return [] }
    isWaiting = false
    switch result {
    case .success(let page): step = .page(page)
    case .failure(let failure): problem = failure.sentence
    }
    return []
  }

  /// Signs in with a code, or with the address to which the browser was sent.
  mutating func verifyPage(_ code: String) -> [Effect] {
    guard !isWaiting else { return [] }
    let code = code.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !code.isEmpty else {
      problem = "Paste the code that the page shows after you allowed Firefly."
      return []
    }
    (isWaiting, problem) = (true, nil)
    return [.signIn(.verifyPage(code: code))]
  }
}
