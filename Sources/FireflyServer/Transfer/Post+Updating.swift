import FireflyCore

extension Post {
  /// The post with the texts and the picture that its source has now, and a parent if it had none.
  ///
  /// What is deleted here stays deleted; what is deleted there stays as it was kept.
  /// - Returns: nil if nothing changes.
  func updated(from new: Post) -> Post? {
    guard template != .deleted, new.template != .deleted else { return nil }
    var post = self
    (post.title, post.summary, post.body) = (new.title, new.summary, new.body)
    post.imageURL = new.imageURL ?? imageURL
    let isTop = parentID.map { $0 < 0 } ?? true
    if isTop, let parent = new.parentID, parent >= 0, parent != id { post.parentID = parent }
    post = post.storable
    return post == self ? nil : post
  }
}
