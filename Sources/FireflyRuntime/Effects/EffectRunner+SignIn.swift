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
    case .openPage:
      do {
        return .codeSent(nil, note: try await beginService())
      } catch let error as APIError {
        return .codeSent(LoadFailure(error))
      } catch {
        return .codeSent(LoadFailure(.refused, "\(error)"))
      }
    case .verify(let email, let code):
      return await verified(views) { () async throws(APIError) in
        try await signIn(email, code: code)
      }
    case .verifyPage(let code):
      return await verified(views) { () async throws(APIError) in try await signIn(code: code) }
    case .signOut:
      do throws(AccountFileError) {
        return .signedOut(complaint: try await signOut().complaint)
      } catch {
        return .signedOut(complaint: error.description)
      }
    }
  }
  /// Signs in; returns the result as an action.
  private func verified(
    _ views: ViewStore?, _ signIn: () async throws(APIError) -> SignedIn
  ) async -> SignInAction {
    do throws(APIError) {
      let result = try await signIn()
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
  }
}
