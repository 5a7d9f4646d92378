import FireflyAPI
import FireflyApp
import FireflyCore

extension EffectRunner {
  /// Runs an effect of signing in and out.
  func run(_ effect: SignInEffect) {
    guard let session = services.session else { return }
    begin(.account) { [views = services.views] send in
      send(.signIn(await session.outcome(of: effect, views)))
    }
  }
}

extension AccountSession {
  /// Executes an effect, and returns its result.
  ///
  /// - Parameters:
  ///   - effect: the effect.
  ///   - views: whose posts each tab shows first for a user.
  /// - Returns: the result as an action.
  fileprivate func outcome(of effect: SignInEffect, _ views: ViewStore?) async -> SignInAction {
    switch effect {
    case .sendCode(let email):
      do throws(APIError) {
        return .codeSent(nil, note: try await sendCode(to: email))
      } catch {
        return .codeSent(LoadFailure(error))
      }
    case .verify(let email, let code):
      do throws(APIError) {
        let result = try await signIn(email, code: code)
        var user = SignedInUser(
          user: result.user, isNew: result.isNew, complaint: result.complaint,
          warning: result.warning)
        for explorer in Explorer.allCases {
          user.audiences[explorer] = views?.firstAudience(
            of: explorer, for: user.user.key, isOwnServer: false)
        }
        return .verified(.success(user))
      } catch {
        return .verified(.failure(LoadFailure(error)))
      }
    case .signOut:
      do throws(AccountFileError) {
        return .signedOut(complaint: try await signOut().complaint)
      } catch {
        return .signedOut(complaint: error.description)
      }
    }
  }
}
