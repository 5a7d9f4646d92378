import FireflyAPI
import FireflyApp
import FireflyCore

extension AccountSession {
  /// Does what an effect asks for, as far as it is about signing in and out.
  ///
  /// - `views`: know whose posts the explorers would show for that user at the next start.
  func outcome(of effect: Effect, _ views: ViewStore?) async -> SignInAction {
    switch effect {
    case .sendCode(let email):
      do throws(APIError) {
        return .codeSent(nil, note: try await sendCode(to: email))
      } catch {
        return .codeSent(LoadFailure(error))
      }
    case .signIn(let email, let code):
      do throws(APIError) {
        let result = try await signIn(email, code: code)
        var user = SignedInUser(
          user: result.user, isNew: result.isNew, complaint: result.complaint,
          warning: result.warning)
        for explorer in Explorer.allCases {
          user.audiences[explorer] = views?.firstAudience(
            of: explorer, for: user.user.email, isOwnServer: false)
        }
        return .verified(.success(user))
      } catch {
        return .verified(.failure(LoadFailure(error)))
      }
    default:
      do throws(AccountFileError) {
        return .signedOut(complaint: try await signOut().complaint)
      } catch {
        return .signedOut(complaint: error.description)
      }
    }
  }
}
