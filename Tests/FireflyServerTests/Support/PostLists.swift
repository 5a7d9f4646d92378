import FireflyCore

/// The response of a feed, decoded at once.
struct PostsResponse: Decodable {
  private let list: LossyList<Post>
  var posts: [Post] { list.elements }

  enum CodingKeys: String, CodingKey { case list = "posts" }
}

/// The response with the children of a post, decoded at once.
struct ChildrenResponse: Decodable {
  let postID: Int
  private let list: LossyList<Post>
  var children: [Post] { list.elements }

  enum CodingKeys: String, CodingKey {
    case postID = "post_id"
    case list = "children"
  }
}
