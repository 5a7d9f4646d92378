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
      laterChanged: laterChanged)
  }
}
