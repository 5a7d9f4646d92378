import FireflyCore
import FireflyTransfer

/// An imported post that is already stored.
struct KnownPost {
  let post: Post
  /// Whether a user has edited it since its import.
  let isEdited: Bool
  /// Whether it is a post of this server that comes back from an export, which changes nothing.
  let isOwn: Bool

  /// Creates a known post; `digest` is that of its import, nil if unknown.
  init(_ post: Post, digest: Int?) {
    (self.post, isOwn) = (post, false)
    isEdited = digest != post.sourceDigest
  }

  /// Creates a post of this server that comes back from an export.
  init(own post: Post) { (self.post, isEdited, isOwn) = (post, true, true) }

  /// Returns the post updated by an import; edited posts keep their texts and picture.
  ///
  /// - Parameters:
  ///   - new: the newer version.
  ///   - bringsPictures: whether its pictures were uploaded by this import.
  /// - Returns: nil if nothing changes.
  func updated(from new: Post, bringsPictures: Bool) -> Post? {
    isOwn ? nil : post.updated(from: new, keepsWords: isEdited, bringsPictures: bringsPictures)
  }

  /// Whether the edits of a user are kept instead of an import's changes.
  ///
  /// Pictures of this server have other names in an export: there, words count alone.
  func isKept(from new: Post, bringsPictures: Bool) -> Bool {
    guard isOwn else {
      return isEdited
        && post.updated(from: new, bringsPictures: bringsPictures)
          != post.updated(from: new, keepsWords: true)
    }
    let isDeleted = post.template == .deleted || new.template == .deleted
    return !isDeleted
      && post.words(of: [.link, .definition]) != new.storable.words(of: [.link, .definition])
  }
}

extension Post {
  /// A digest of the imported texts and picture, to detect later edits by a user.
  var sourceDigest: Int {
    let parts = [title, summary, body, imageURL ?? ""]
    return SHA256.hash(parts.joined(separator: "\u{0}").utf8).prefix(7)
      .reduce(0) { $0 << 8 | Int($1) }
  }

  /// Its texts, with the addresses of some kinds of marks only.
  func words(of kinds: Set<BodyMark.Kind>) -> [String] {
    let body = BodyMark.rewriting(body) { kinds.contains($0.kind) ? nil : .address("") }
    return [title, summary, body]
  }

  /// Returns the post with the texts and the picture of a newer version from its source, and its
  /// parent if the post has none.
  ///
  /// Posts that were deleted here don't change; posts that were deleted at the source get a parent
  /// only.
  /// - Parameters:
  ///   - keepsWords: whether texts and picture stay as they are.
  ///   - bringsPictures: whether its pictures on a server were uploaded by this import.
  /// - Returns: nil if nothing changes.
  func updated(from new: Post, keepsWords: Bool = false, bringsPictures: Bool = true) -> Post? {
    let isDeleted = template == .deleted
    if isDeleted, keepsWords { return nil }
    var post = self
    if !keepsWords, !isDeleted, new.template != .deleted {
      (post.title, post.summary, post.body) = (new.title, new.summary, new.body)
      if hasCopies(ofPicturesIn: new.body, orNames: !bringsPictures) { post.body = body }
      // A picture that was copied here stays, also if this import only names it.
      let isCopied = imageURL.flatMap(BodyPicture.name) != nil
      let isNamed =
        !bringsPictures || new.imageURL.map { BodyPicture.name(of: $0) == nil } ?? true
      if !(isCopied && isNamed) { post.imageURL = new.imageURL ?? imageURL }
    }
    let isTop = parentID.map { $0 < 0 } ?? true
    if isTop, let parent = new.parentID, parent >= 0, parent != id { post.parentID = parent }
    post = post.storable
    return post == self ? nil : post
  }

  /// Whether the body is another one with copies of its pictures in place of their addresses on the web.
  ///
  /// - Parameter hasNames: whether its names of pictures are those of another server.
  private func hasCopies(ofPicturesIn other: String, orNames hasNames: Bool) -> Bool {
    guard body != other, body.contains("](" + BodyPicture.folder) else { return false }
    var addresses: [String] = []
    _ = BodyMark.rewriting(body) { mark in
      if mark.kind == .picture { addresses.append(mark.address) }
      return nil
    }
    var place = 0
    let same = BodyMark.rewriting(other) { mark in
      guard mark.kind == .picture else { return nil }
      defer { place += 1 }
      guard place < addresses.count, BodyPicture.name(of: addresses[place]) != nil else {
        return nil
      }
      let isOnWeb = mark.address.hasPrefix("https://") || mark.address.hasPrefix("http://")
      let isName = hasNames && BodyPicture.name(of: mark.address) != nil
      return isOnWeb || isName ? .address(addresses[place]) : nil
    }
    return same == body
  }
}

extension PostSource {
  /// The digest to store with an imported post; nil if a user has already edited it.
  func digest(of post: Post) -> Int? { isEdited ? nil : post.sourceDigest }
}
