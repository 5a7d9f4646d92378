import FireflyAPI
import FireflyClient
import FireflyCore

// What is read and saved at a place, and how its server learns it.
extension CommandContext {
  /// Returns the file of the posts that an account saves for later.
  package func later(of place: Connection) -> LaterFile {
    LaterFile(
      state: paths.state, server: place.id, source: place.name, of: place.owner, report: fileReport)
  }

  /// Returns what keeps the marks of an account in step with its server; nil if they stay on this machine.
  ///
  /// - Parameter laterChanged: gets the posts for later when they have changed on another machine; on any thread.
  package func sharedMarks(
    of place: Connection, _ client: any PostsClient,
    laterChanged: @escaping @Sendable ([Post]) -> Void = { _ in }
  ) -> MarksSync? {
    guard configuration.sharesMarks, place.credentials.account.isSignedIn,
      let account = place.credentials.account.key
    else { return nil }
    let marks = ReadMarkStore(
      state: paths.state, server: place.accountID, former: place.id, report: fileReport)
    return MarksSync(
      client: client, marks: marks, later: later(of: place), account: account,
      laterChanged: laterChanged,
      refused: saying(refusalOf: AccountID(account, on: place.accountID), place.name))
  }

  /// Returns what says that a place no longer accepts the sign-in of an account.
  ///
  /// - Parameter option: names the place to `firefly login`.
  func saying(
    refusalOf account: AccountID, _ name: String, _ option: String = ""
  ) -> @Sendable () -> Void {
    if let onRefusedSignIn { return { onRefusedSignIn(account) } }
    let environment = VerbEnvironment.current
    return {
      VerbEnvironment.$current.withValue(environment) {
        StandardStreams.warn(
          "\(name) no longer accepts your sign-in, so what you read and save stays on this machine. "
            + "`firefly login\(option)` signs in again.")
      }
    }
  }
}
