import Foundation

// The page of a service, on which the user allows the program.
extension SignIn {
  /// The address of the service's page; nil unless it is shown.
  var page: String? { if case .page(let address) = step { address } else { nil } }

  mutating func askForPage() -> [Effect] {
    (step, isWaiting, problem) = (.page(nil), true, nil)
    return [.signIn(.openPage)]
  }

  mutating func pageCame(_ address: String?, _ failure: LoadFailure?) -> [Effect] {
    guard isWaiting else { return [] }
    isWaiting = false
    if let failure { problem = failure.sentence } else { step = .page(address) }
    return []
  }

  mutating func verifyPage() -> [Effect] {
    let code = pageCode.text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !code.isEmpty else {
      problem = "Paste the code that the page shows after you allowed Firefly."
      return []
    }
    (isWaiting, problem) = (true, nil)
    return [.signIn(.verifyPage(code: code))]
  }
}
