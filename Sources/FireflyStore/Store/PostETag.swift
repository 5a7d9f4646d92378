import FireflyCore
import Foundation

/// The entity tag of a post: changes with every edit by its author.
///
/// It doesn't depend on children, names and badges, which change without the author.
package struct PostETag: Hashable, Sendable {
  /// The tag in quotes, as in the header field.
  package let text: String

  package init(_ post: Post) {
    let fields: [(any CustomStringConvertible)?] = [
      post.id, post.parentID, post.title, post.summary, post.body, post.imageURL,
      post.clipOffsetX, post.clipOffsetY, post.timezone, post.locationTag, post.isAIGenerated,
      post.template.name,
    ]
    var hash = SHA256()
    for field in fields {
      // The length comes first, so that different fields can't give the same bytes.
      let bytes = field.map { $0.description.utf8 }
      hash.update("\(bytes?.count ?? -1):".utf8)
      if let bytes { hash.update(bytes) }
    }
    text = "\"\(hash.finish().prefix(12).hexadecimal)\""
  }
}

/// The precondition of an edit: the `If-Match` field of a request.
package enum PostCondition: Hashable, Sendable {
  /// Any version of the post.
  case none
  /// Only these versions.
  case tags([String])

  /// Creates the condition from the values of `If-Match`.
  ///
  /// Weak tags count as strong, because proxies weaken them.
  package init(_ values: [String]) {
    let tags = values.flatMap { $0.split(separator: ",") }.map { value in
      let tag = value.trimmingCharacters(in: .whitespaces)
      return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
    }
    self = values.isEmpty || tags.contains("*") ? .none : .tags(tags)
  }

  /// Checks the current version of the post.
  /// - Throws: `StoreError.changedMeanwhile` if it doesn't match.
  func check(_ post: Post) throws(StoreError) {
    guard case .tags(let tags) = self, !tags.contains(PostETag(post).text) else { return }
    throw .changedMeanwhile(post)
  }
}
