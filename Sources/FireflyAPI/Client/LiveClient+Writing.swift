import FireflyCore
import Foundation

// What changes posts, and what a server can do.
extension LiveClient {
  package func create(_ form: PostForm, _ key: String) async throws(APIError) -> Post {
    let form = try await http.complete(form)
    return await shown(
      try await http.write(.create, form, by: credentials.email, key: key) {
        (answer: PostResponse) in answer.post.cleaned()
      })
  }

  package func update(_ form: PostForm) async throws(APIError) -> Post {
    let form = try await http.complete(form)
    return await shown(
      try await http.write(.update, form, by: credentials.email) {
        (answer: PostResponse) in answer.post.cleaned()
      })
  }

  package func delete(_ id: Int) async throws(APIError) {
    try await http.answer(.delete(id)) { (_: StatusResponse) in }
  }

  package func writeProfile(_ form: PostForm) async throws(APIError) -> Post {
    try await http.write(
      form.postID == nil ? .createProfile : .updateProfile, form, by: credentials.email
    ) { (answer: WrittenProfile) in answer.profile.cleaned() }
  }

  package func addPicture(_ image: PostImage, _ observer: UploadObserver?) async throws(APIError)
    -> String
  {
    guard try await http.extensions().contains(.uploads) else {
      throw .notOffered(
        "\(http.server.host) takes one picture for a post. Remove those in the text.")
    }
    let email = credentials.email.map { [QueryItem("email", $0)] } ?? []
    let body = RequestBody.multipart(email, file: "image", image, observer: observer)
    let address = try await http.answer(.addPicture, body: body, uploads: true) {
      (answer: PictureResponse) in answer.address
    }
    // It goes into a text.
    guard BodyPicture.name(of: address) != nil else {
      throw .unreadable(reason: "the address of the picture is not one")
    }
    return address
  }

  package func version(_ id: Int) async throws(APIError) -> PostVersion {
    let (post, tag) = try await http.answerWithTag(.post(id)) {
      (answer: PostResponse) in answer.post.cleaned()
    }
    return PostVersion(post: await shown(post), tag: tag)
  }

  package func move(_ id: Int, _ parent: Int?) async throws(APIError) -> Post {
    try await http.move(id, below: parent, by: credentials.email)
  }

  package func restore(_ id: Int) async throws(APIError) -> Post {
    try await http.answer(.restore(id)) { (answer: PostResponse) in answer.post.cleaned() }
  }

  package func keepsKeys() async throws(APIError) -> Bool { try await http.keepsKeys() }

  package func extensions() async throws(APIError) -> Set<ServerExtension> {
    try await http.extensions()
  }

  package func marks() async throws(APIError) -> PostMarks {
    try await http.answer(.marks) { (answer: MarksResponse) in answer.marks }
  }

  package func changeMarks(
    _ change: PostMarks.Change, from version: Int
  ) async throws(APIError) -> MarksResponse {
    let body = try RequestBody.encoding(MarksRequest(change, to: version))
    return try await http.answer(.changeMarks, body: body) { (answer: MarksResponse) in answer }
  }

  package func canMove() async throws(APIError) -> Bool {
    if try await http.extensions().contains(.move) { return true }
    return try await http.canReparent()
  }

  package func fields() async throws(APIError) -> PostFields {
    let answer = try await http.ping()
    var fields = PostFields(
      // Where other fields are required, what the phone app writes there is sent.
      required: [.title],
      limits: answer.extensions.contains(.limits) ? answer.limits : nil)
    fields.hasTextPictures = answer.extensions.contains(.uploads)
    return fields
  }
}

/// The response to a profile that was written: never null.
private struct WrittenProfile: Decodable {
  let profile: Post
}

extension HTTPClient {
  /// Returns a form with all fields that the server requires.
  fileprivate func complete(_ form: PostForm) async throws(APIError) -> PostForm {
    let (titled, whole) = (form.titled, form.titled.withStandIns)
    if titled == whole { return titled }
    return try await extensions().contains(.limits) ? titled : whole
  }

  /// Sends a form on behalf of an account.
  fileprivate func write<Answer: Decodable & Sendable>(
    _ endpoint: Endpoint, _ form: PostForm, by email: String?, key: String? = nil,
    read: @escaping @Sendable (Answer) -> Post
  ) async throws(APIError) -> Post {
    var form = form
    form.email = email ?? form.email
    return try await answer(
      endpoint, body: .form(form), key: key, version: form.version, uploads: form.image != nil,
      read: read)
  }
}
