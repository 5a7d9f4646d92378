import FireflyCore
import FireflyTransfer

extension ImportPlan {
  /// A planned post; the `parentID` of the post itself is that of a root, or nil.
  struct PlannedPost {
    var post: Post {
      get {
        var post = withoutBody
        post.body = body
        return post
      }
      set {
        (withoutBody, body) = (newValue, newValue.body)
        withoutBody.body = ""
      }
    }
    /// Its body, which may be in a file.
    var body: String {
      get { text.string }
      set { text.string = newValue }
    }
    private var withoutBody: Post
    private var text: WaitingText
    /// The index of its author in `authors`; nil for the local user.
    var author: Int?
    /// The index of its parent in `posts`, which may come later.
    var parent: Int?
    /// Its source; an existing post of the same source is updated.
    var source: PostSource?
    /// The source of its parent, if the document lacks that.
    var parentSource: PostSource? { keptParentSource.first }
    // Few posts have one: a list without elements is small.
    private let keptParentSource: [PostSource]
    /// What links in the bodies of the document call it, besides its number there.
    var linkNames: [String] = []
    /// Its number in the document.
    var number: Int?
    /// What stands before the numbers that its body names: posts of several servers may have the same.
    let prefix: String
    /// Whether pictures of it were uploaded by this import.
    var bringsPictures = false

    init(
      _ post: Post, in text: WaitingText = WaitingText(""), author: Int?, parent: Int?,
      source: PostSource?, parentSource: PostSource? = nil, linkNames: [String] = [],
      number: Int? = nil, prefix: String
    ) {
      (withoutBody, self.text, self.prefix) = (post, text, prefix)
      (self.author, self.parent, self.source) = (author, parent, source)
      keptParentSource = parentSource.map { [$0] } ?? []
      (self.linkNames, self.number) = (linkNames, number)
      self.post = post
    }

    /// What links in the bodies of the document call it.
    var names: [String] { linkNames + (number.map { ["\(prefix)\($0)"] } ?? []) }

    /// Whether it is the placeholder of a deleted post.
    var isDeleted: Bool { withoutBody.template == .deleted }

    /// Returns the number of its author; 0 for placeholders of deleted posts.
    func user(of authors: [Int], localUser: Int) -> Int {
      isDeleted ? 0 : author.map { authors[$0] } ?? localUser
    }
  }
}
