import FireflyCore
import Foundation
import IdentityLiterals

extension Post {
  /// The number of the first card that no server knows.
  static let unsavedID = -1

  /// A post of Ada's with a number for everything.
  static func numbered(
    _ id: Int, body: String = "Some words.", children: Int? = nil,
    email: String = "ada@example.org",
    image: String? = nil, template: Template = .post
  ) -> Post {
    Post(
      id: id, title: "post \(id)", summary: "summary \(id)", body: body, imageURL: image,
      createdAt: Date(timeIntervalSince1970: 1_763_000_000), authorName: "Ada Linden",
      authorEmail: email, childCount: children, template: template,
      // As servers count them.
      feed: template == .post ? children.map { .init(descendants: $0) } : nil)
  }

  /// Posts with these numbers.
  static func numbered(_ ids: some Sequence<Int>) -> [Post] { ids.map { numbered($0) } }

  /// A body of this many paragraphs, each of one row: with the blank ones between them it takes
  /// `2 * count - 1` rows.
  static func body(paragraphs count: Int) -> String {
    (1...count).map { "Paragraph \($0)." }.joined(separator: "\n\n")
  }
}

extension PostText {
  /// The texts as a user's editor gets them.
  func document() -> String {
    let key = Draft.Key(server: "", account: "", target: .newPost(below: nil))
    return Draft(key: key, words: self).document()
  }
}
