import FireflyCore
import Synchronization

extension PostForm {
  /// The form with the words of the phone app in empty fields.
  var withStandIns: PostForm {
    var form = self
    if summary.allSatisfy(\.isWhitespace) { form.summary = StandIns.summary }
    if body.allSatisfy(\.isWhitespace) { form.body = StandIns.body }
    return form
  }
}

/// Knows whether a server refuses empty fields; asks it once.
///
/// Posts on such a server have the phone app's words in them. These fields are shown as empty.
final class StandInServer: Sendable {
  private let http: HTTPClient
  private let refusesEmptyFields = Mutex<Bool?>(nil)

  init(_ http: HTTPClient) { self.http = http }

  func shown(_ post: Post) async -> Post {
    guard post.hasStandIns, await ask() else { return post }
    return post.withoutStandIns
  }

  func shown(_ page: PostPage) async -> PostPage {
    // Only what has such words asks.
    guard page.posts.contains(where: \.hasStandIns) else { return page }
    _ = await ask()
    return shownIfKnown(page)
  }

  /// Returns a page that has come before the answer may have.
  func shownIfKnown(_ page: PostPage) -> PostPage {
    guard refusesEmptyFields.withLock({ $0 }) == true else { return page }
    var page = page
    page.posts = page.posts.map(\.withoutStandIns)
    return page
  }

  private func ask() async -> Bool {
    if let known = refusesEmptyFields.withLock(\.self) { return known }
    guard let hasLimits = try? await http.extensions().contains(.limits) else { return false }
    refusesEmptyFields.withLock { $0 = !hasLimits }
    return !hasLimits
  }
}
