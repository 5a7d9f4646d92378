import FireflyAPI
import FireflyApp
import FireflyClient
import FireflyCore
import FireflyModel

extension EffectRunner {
  /// Runs an effect of signing in and out.
  func run(_ effect: SignInEffect) {
    switch effect {
    case .readAccounts:
      guard let places = services.places else { return }
      return begin(.accounts) { send in
        send(.signIn(.account(.came(await BlockingThread.run { places.accounts() }))))
      }
    case .signOutOther(let id):
      guard let places = services.places else { return }
      return begin(.account) { [weak self] _ in
        let action: AccountAction =
          switch await places.signOut(id) {
          case .success(let complaint): .otherSignedOut(id, complaint: complaint)
          case .failure(let failure): .signOutFailed(failure.sentence)
          }
        self?.sendAnyway(.signIn(.account(action)))
      }
    default: break
    }
    guard let session = services.session else { return }
    begin(.account) { [weak self, views = services.views, lists = services.lists] send in
      let outcome = await session.outcome(of: effect, views, lists) { self?.wait(for: $0) }
      switch outcome {
      case .verified(.success), .signedOut: self?.sendAnyway(.signIn(outcome))
      default: send(.signIn(outcome))
      }
    }
  }

  /// Waits for the browser to come back from the page of a service.
  private func wait(for browser: (any ReturningBrowser)?) {
    guard let browser else { return cancel(.returnOfBrowser) }
    begin(.returnOfBrowser) { send in
      while let address = await browser.address() { send(.signIn(.browserReturned(address))) }
      await browser.stop()
    }
  }
}

extension AccountSession {
  /// Executes an effect, and returns its result.
  ///
  /// - Parameters:
  ///   - views: whose posts each tab shows first for a user.
  ///   - lists: the saved lists: those of who signs out are removed.
  ///   - wait: waits for a browser; nil for none.
  fileprivate func outcome(
    of effect: SignInEffect, _ views: ViewStore?, _ lists: ListStore?,
    wait: @MainActor ((any ReturningBrowser)?) -> Void
  ) async -> SignInAction {
    switch effect {
    case .sendCode(let email):
      do throws(APIError) {
        return .codeSent(nil, note: try await sendCode(to: email))
      } catch {
        return .codeSent(LoadFailure(error))
      }
    case .openPage:
      do {
        let (page, browser) = try await beginService()
        await wait(browser)
        return .pageCame(
          .success(SignInPage(address: page.address, returning: page.returning)))
      } catch let error as APIError {
        return .pageCame(.failure(LoadFailure(error)))
      } catch {
        return .pageCame(.failure(LoadFailure(.refused, "\(error)")))
      }
    case .verify(let email, let code):
      return await verified(views) { () async throws(APIError) in
        try await signIn(email, code: code)
      }
    case .verifyPage(let code):
      return await verified(views) { () async throws(APIError) in try await signIn(code: code) }
    case .verifyPassword(let name, let password):
      return await verified(views) { () async throws(APIError) in
        try await signIn(name: name, password: password)
      }
    case .signOut:
      do throws(AccountFileError) {
        let result = try await signOut()
        if let user = result.user { await lists?.removeAll(of: user.key) }
        return .signedOut(complaint: result.warning(), next: result.next)
      } catch {
        return .account(.signOutFailed(error.description))
      }
    case .readAccounts, .signOutOther: return .account(.came([]))
    }
  }

  /// Signs in; returns the result as an action.
  private func verified(
    _ views: ViewStore?, _ signIn: () async throws(APIError) -> SignedIn
  ) async -> SignInAction {
    do throws(APIError) {
      let result = try await signIn()
      var user = SignedInUser(
        user: result.user, isNew: result.isNew,
        complaint: result.complaint.map { "\($0) You are signed in for this run only." },
        warning: result.warning)
      for explorer in Explorer.allCases {
        user.audiences[explorer] = views?.firstAudience(of: explorer, for: user.user.key)
      }
      return .verified(.success(user))
    } catch {
      return .verified(.failure(LoadFailure(error)))
    }
  }
}
