import FireflyHTTP
import Foundation

// Profiles, and who is near whom.
extension PlainWorld {
  /// The number of somebody's profile; nil if they have none.
  func profileID(of email: String) -> Int? {
    list { $0["template_name"] as? String == "profile" && $0["author_email"] as? String == email }
      .first?["id"] as? Int
  }

  /// Answers with a profile; asking for one that isn't there makes a blank one, whoever asks.
  func profile(of email: String) -> HTTPResponse {
    guard users[email] != nil else { return failure(404, "User not found") }
    return answer(
      profile: profileID(of: email)
        ?? add([:], by: email, below: -1, template: "profile", at: Date()),
      isNamedByTitle: true)
  }

  /// Makes a profile, where there is none, and only then is it new to others.
  func createProfile(_ form: PlainForm) -> HTTPResponse {
    let texts = Self.trimmed(form.fields)
    guard let email = form.fields["email"], texts["title"]?.isEmpty == false else {
      return failure(400, "email and title are required")
    }
    guard users[email] != nil else { return failure(404, "User not found: \(email)") }
    guard profileID(of: email) == nil else {
      return failure(400, "Profile already exists. Use update endpoint.")
    }
    let id = add(texts, by: email, below: -1, template: "profile", at: Date())
    change(id) { post in
      post["image_url"] = keep(form.image)
      post["completed"] = Date()
    }
    return answer(profile: id)
  }

  /// Changes a profile; an empty field means no change.
  func updateProfile(_ form: PlainForm) -> HTTPResponse {
    let fields = form.fields
    guard let email = fields["email"], let id = fields["post_id"].flatMap({ Int($0) }) else {
      return failure(400, "post_id and email are required")
    }
    guard let known = list({ $0["id"] as? Int == id }).first else {
      return failure(404, "Profile not found")
    }
    guard known["author_email"] as? String == email else {
      return failure(403, "Unauthorized: Profile belongs to different user")
    }
    guard known["parent_id"] as? Int == -1 else {
      return failure(400, "Post is not a profile post")
    }
    change(id) { post in
      post.merge(Self.trimmed(fields).filter { !$0.value.isEmpty }) { $1 }
      if let image = keep(form.image) { post["image_url"] = image }
    }
    return answer(profile: id)
  }

  private func answer(profile id: Int, isNamedByTitle: Bool = false) -> HTTPResponse {
    var profile = list { $0["id"] as? Int == id }.first
    // A blank one is by nobody, then.
    if isNamedByTitle, let title = profile?["title"] { profile?["author_name"] = title }
    return json(["status": "success", "profile": profile])
  }

  /// Whether a profile has more than a name.
  static func isComplete(_ post: Object) -> Bool {
    ["summary", "body"].contains { (post[$0] as? String)?.isEmpty == false }
  }

  /// Profiles: the reader's own first, then by what their authors last wrote.
  func byNearness(_ profiles: [Object], to reader: String?) -> [Object] {
    let written = list { $0["parent_id"] as? Int != -1 }
    return profiles.enumerated().sorted { one, other in
      func key(_ post: (offset: Int, element: Object)) -> (Int, Int, Int) {
        let email = post.element["author_email"] as? String
        let last = written.first { $0["author_email"] as? String == email }?["id"] as? Int
        return (email == reader ? 0 : 1, -(last ?? 0), post.offset)
      }
      return key(one) < key(other)
    }.map(\.element)
  }

  /// Posts: of each day, the reader's own first.
  func byDay(_ posts: [Object], nearestTo reader: String?) -> [Object] {
    posts.enumerated().sorted { one, other in
      func key(_ post: (offset: Int, element: Object)) -> (Int, Int, Int) {
        let isOwn = post.element["author_email"] as? String == reader
        return (-(post.element["day"] as? Int ?? 0), isOwn ? 0 : 1, post.offset)
      }
      return key(one) < key(other)
    }.map(\.element)
  }
}
