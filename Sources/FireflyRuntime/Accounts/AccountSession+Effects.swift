import FireflyAPI
import FireflyApp
import FireflyCore

extension AccountSession {
  /// Does what an effect asks for, as far as it is about signing in and out.
  func outcome(of effect: Effect) async -> SignInAction {
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
        return .verified(
          .success(
            SignedInUser(
              user: result.user, isNew: result.isNew, complaint: result.complaint,
              warning: result.warning)))
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
