import FireflyAPI
import FireflyCore
import Foundation

/// A backend that writes when the user is signed in.
protocol WritingBackend: MarkingBackend {
  /// Loads what a post has beside its text, and how long it may be.
  func fields() async throws(APIError) -> ServiceFields

  /// Returns whether the user has written a post.
  func owns(_ node: SourceNode) async throws(APIError) -> Bool

  /// Sends a post.
  ///
  /// - Returns: the post as the service has it; `ServiceFacts.mishap` says what it has done otherwise.
  /// - Throws: `APIError`; after one that `mayHaveArrived`, `created` is asked before it is sent again.
  func create(_ form: PostForm, key: String) async throws(APIError) -> SourceNode

  /// Looks for a post that was sent without an answer.
  ///
  /// - Returns: nil if it did not arrive.
  /// - Throws: `APIError`; `.mayBeThere` if that can't be known.
  func created(_ form: PostForm, _ delivery: Draft.Delivery) async throws(APIError) -> SourceNode?

  /// Returns the user's posts where `created` will look for one.
  func posted(_ form: PostForm) async throws(APIError) -> [Post.ID]

  /// Whether the service creates nothing for a key that it has had.
  func keepsKeys() async throws(APIError) -> Bool

  /// Changes a post; the version of the form is compared before.
  func update(_ form: PostForm) async throws(APIError) -> SourceNode

  /// Removes a post.
  func delete(_ id: Int) async throws(APIError)

  /// Loads a post of the user's with its words as they were typed, and what identifies this version: nil where the
  /// service has the words only as it shows them.
  func written(_ id: Int) async throws(APIError) -> (node: SourceNode, tag: String?)

  /// Votes in the poll of a post, for the options at some places.
  ///
  /// - Returns: the post with the votes.
  func vote(_ id: Int, _ choices: [Int], in poll: Poll) async throws(APIError) -> SourceNode

  /// Follows, mutes or blocks a person, or no longer.
  ///
  /// - Returns: the person with what holds now.
  /// - Throws: `APIError`; `.refused` if the sign-in does not allow it.
  func relate(to handle: String, _ change: Relation.Change) async throws(APIError) -> SourceUser
}

/// What is sent to a service as a post.
struct SourceDraft: Hashable, Sendable {
  var text: String
  /// The content warning; empty for none.
  var warning: String

  /// Creates the draft of a form: its title is the warning.
  init(_ form: PostForm) {
    self.init(
      text: [form.summary, form.body].filter { !$0.allSatisfy(\.isWhitespace) }
        .joined(separator: "\n\n"), warning: form.title)
  }

  /// Creates a draft; white space around the texts is left out, and lines end with a line feed.
  init(text: String, warning: String) {
    self.text = Self.plain(text)
    self.warning = Self.plain(warning)
  }

  private static func plain(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
