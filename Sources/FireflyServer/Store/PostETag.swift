import FireflyCore
import Foundation

/// The server's name for a post as it is now: another one after whatever its author changes in it.
///
/// Children, names and badges have no part in it: they change without the author.
struct PostETag: Hashable, Sendable {
  /// As it stands in a head, with its quotes.
  let text: String

  /// The tag of a post.
  init(_ post: Post) {
    let fields: [(any CustomStringConvertible)?] = [
      post.id, post.parentID, post.title, post.summary, post.body, post.imageURL,
      post.clipOffsetX, post.clipOffsetY, post.timezone, post.locationTag, post.isAIGenerated,
      post.template.name,
    ]
    var hash = SHA256()
    for field in fields {
      // The length goes before, so that no two fields can pass for two others.
      let bytes = field.map { $0.description.utf8 }
      hash.update("\(bytes?.count ?? -1):".utf8)
      if let bytes { hash.update(bytes) }
    }
    let digits = hash.finish().prefix(12).map { String(format: "%02x", $0) }
    text = "\"\(digits.joined())\""
  }
}

/// What a post has to be for a change to be wanted: the `If-Match` of a request.
public enum PostCondition: Hashable, Sendable {
  /// Whatever it is.
  case none
  /// One of these.
  case tags([String])

  /// The condition in the values of `If-Match`; a tag that something on the way has weakened counts.
  init(_ values: [String]) {
    let tags = values.flatMap { $0.split(separator: ",") }.map { value in
      let tag = value.trimmingCharacters(in: .whitespaces)
      return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
    }
    self = values.isEmpty || tags.contains("*") ? .none : .tags(tags)
  }

  /// Looks at a post.
  /// - Throws: `StoreError.changedMeanwhile` if it is another one.
  func check(_ post: Post) throws(StoreError) {
    guard case .tags(let tags) = self, !tags.contains(PostETag(post).text) else { return }
    throw .changedMeanwhile(post)
  }
}
