/// A text of a post.
public enum PostField: Int, CaseIterable, Hashable, Sendable {
  /// The title: one line.
  case title
  /// The summary: a paragraph.
  case summary
  /// The body: Markdown.
  case body

  /// The name, for the beginning of a sentence.
  public var name: String {
    switch self {
    case .title: "Title"
    case .summary: "Summary"
    case .body: "Body"
    }
  }
}

/// Which fields the posts of a server have, which of them it requires, and their maximum sizes.
public struct PostFields: Hashable, Sendable {
  /// The fields that the server requires.
  public var required: [PostField]
  /// The maximum sizes; nil if unknown.
  public var limits: PostLimits?
  /// Whether texts can show pictures that are sent before the post; nil if unknown.
  public var hasTextPictures: Bool?
  /// What a post of a service with accounts has beside its text; nil for other servers.
  public var service: ServiceFields?

  /// The fields of Firefly's servers.
  public static let firefly = PostFields(required: [.title])

  /// The fields of a service with accounts that has not answered: its posts are for no more than followers.
  public static var unknownService: PostFields {
    var fields = PostFields(required: [])
    fields.service = ServiceFields(characters: 500, usualReaders: .followers)
    return fields
  }

  /// Creates a value.
  public init(required: [PostField], limits: PostLimits? = nil) {
    (self.required, self.limits) = (required, limits)
  }

  /// Returns the fields that can be written.
  ///
  /// A feed has an address, a name and, as its body, a folder; its address can't be changed.
  ///
  /// - Parameters:
  ///   - template: the template.
  ///   - target: what the text will become.
  /// - Returns: the fields, in order.
  public func fields(of template: Post.Template, _ target: DraftTarget) -> [PostField] {
    switch (template, target) {
    case (.profile, .edit): [.title, .body]
    default: PostField.allCases
    }
  }

  /// Returns the required fields that a text lacks.
  ///
  /// The title of a reply is made of its first words, or of its picture.
  ///
  /// - Parameters:
  ///   - words: the text.
  ///   - isReply: whether it is a reply.
  ///   - hasPicture: whether it has a picture.
  /// - Returns: the fields, in order.
  public func missing(in words: PostText, isReply: Bool, hasPicture: Bool) -> [PostField] {
    required.filter { field in
      let text =
        switch field {
        case .title: !isReply ? words.title : hasPicture ? PostText.pictureTitle : words.label
        case .summary: words.summary
        case .body: words.body
        }
      return text.allSatisfy(\.isWhitespace)
    }
  }
}
