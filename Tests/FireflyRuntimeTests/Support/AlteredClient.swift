import FireflyAPI
import FireflyCore
import Foundation

/// A client of which some calls are answered by a test, and all others by the real one.
struct AlteredClient: PostsClient {
  /// The calls of the test; the real client answers those that are nil.
  struct Calls: Sendable {
    var recentPosts: (@Sendable (String, Audience, Int?, Int) async throws(APIError) -> PostPage)?
    var recentUsers: (@Sendable () async throws(APIError) -> PostPage)?
    var post: (@Sendable (Int, Bool) async throws(APIError) -> Post)?
    var children: (@Sendable (Int, Int) async throws(APIError) -> PostPage)?
    var list:
      (
        @Sendable (RequestedList, @escaping @Sendable (PostPage) -> Void) async throws(APIError) ->
          PostPage
      )?
    var branch: (@Sendable (Int, Int, Int) async throws(APIError) -> PostPage)?
    var thread: (@Sendable (Int, String?, Int?, Int) async throws(APIError) -> ThreadPage)?
    var ids: (@Sendable (Int?, Int, String?) async throws(APIError) -> IDPage)?
    var threads: (@Sendable (Int?, Int) async throws(APIError) -> PostPage)?
    var answers: (@Sendable (Int?, Int) async throws(APIError) -> PostPage)?
    var profile: (@Sendable (String, Bool) async throws(APIError) -> Post?)?
    var search: (@Sendable (Int) async throws(APIError) -> [SearchHit])?
    var searchWords: (@Sendable (String) async throws(APIError) -> [SearchHit])?
    var badges: (@Sendable ([Int]) async throws(APIError) -> [Int: Bool?])?
    var poll: (@Sendable ([Int], Date, Date) async throws(APIError) -> News)?
    var events:
      (
        @Sendable (Int?, @escaping @Sendable ([StreamedEvent]) -> Void) async throws(APIError) ->
          Void
      )?
    var picture: (@Sendable (String, String?) async throws(APIError) -> PictureData?)?
    var create: (@Sendable (PostForm, String) async throws(APIError) -> Post)?
    var mark: (@Sendable (Int, PostMark, Bool) async throws(APIError) -> Post)?
    var addPicture: (@Sendable (PostImage, UploadObserver?) async throws(APIError) -> String)?
    var update: (@Sendable (PostForm) async throws(APIError) -> Post)?
    var delete: (@Sendable (Int) async throws(APIError) -> Void)?
    var writeProfile: (@Sendable (PostForm) async throws(APIError) -> Post)?
    var template: (@Sendable (String) async throws(APIError) -> PostText)?
    var version: (@Sendable (Int) async throws(APIError) -> PostVersion)?
    var move: (@Sendable (Int, Int?) async throws(APIError) -> Post)?
    var restore: (@Sendable (Int) async throws(APIError) -> Post)?
    var extensions: (@Sendable () async throws(APIError) -> Set<ServerExtension>)?
    var keepsKeys: (@Sendable () async throws(APIError) -> Bool)?
    var canMove: (@Sendable () async throws(APIError) -> Bool)?
    var fields: (@Sendable () async throws(APIError) -> PostFields)?
    var page: (@Sendable (Int) async throws(APIError) -> String?)?
  }

  private let base: any PostsClient
  var instead = Calls()

  init(_ base: any PostsClient) { self.base = base }

  var site: Site { base.site }

  var created: (@Sendable (PostForm, Draft.Delivery) async throws(APIError) -> Post?)? {
    base.created
  }
  var posted: (@Sendable (PostForm) async throws(APIError) -> [Post.ID])? { base.posted }
  func keepsKeys() async throws(APIError) -> Bool {
    if let call = instead.keepsKeys { return try await call() }
    return try await base.keepsKeys()
  }

  func recentPosts(_ first: String, _ second: Audience, _ third: Int?, _ fourth: Int)
    async throws(APIError) -> PostPage
  {
    if let call = instead.recentPosts { return try await call(first, second, third, fourth) }
    return try await base.recentPosts(first, second, third, fourth)
  }
  func recentUsers() async throws(APIError) -> PostPage {
    if let call = instead.recentUsers { return try await call() }
    return try await base.recentUsers()
  }
  func post(_ first: Int, _ second: Bool) async throws(APIError) -> Post {
    if let call = instead.post { return try await call(first, second) }
    return try await base.post(first, second)
  }
  func children(_ first: Int, _ second: Int) async throws(APIError) -> PostPage {
    if let call = instead.children { return try await call(first, second) }
    return try await base.children(first, second)
  }
  func list(_ first: RequestedList, _ second: @escaping @Sendable (PostPage) -> Void)
    async throws(APIError) -> PostPage
  {
    if let call = instead.list { return try await call(first, second) }
    return try await base.list(first, second)
  }
  func branch(_ first: Int, _ second: Int, _ third: Int) async throws(APIError) -> PostPage {
    if let call = instead.branch { return try await call(first, second, third) }
    return try await base.branch(first, second, third)
  }
  func thread(_ first: Int, _ second: String?, _ third: Int?, _ fourth: Int) async throws(APIError)
    -> ThreadPage
  {
    if let call = instead.thread { return try await call(first, second, third, fourth) }
    return try await base.thread(first, second, third, fourth)
  }
  func ids(_ first: Int?, _ second: Int, _ third: String?) async throws(APIError) -> IDPage {
    if let call = instead.ids { return try await call(first, second, third) }
    return try await base.ids(first, second, third)
  }
  func threads(_ first: Int?, _ second: Int) async throws(APIError) -> PostPage {
    if let call = instead.threads { return try await call(first, second) }
    return try await base.threads(first, second)
  }
  func answers(_ first: Int?, _ second: Int) async throws(APIError) -> PostPage {
    if let call = instead.answers { return try await call(first, second) }
    return try await base.answers(first, second)
  }
  func profile(_ first: String, _ second: Bool) async throws(APIError) -> Post? {
    if let call = instead.profile { return try await call(first, second) }
    return try await base.profile(first, second)
  }
  func search(_ first: Int, _ second: Int) async throws(APIError) -> [SearchHit] {
    if let call = instead.search { return try await call(first) }
    return try await base.search(first, second)
  }
  func searchWords(_ first: String) async throws(APIError) -> [SearchHit] {
    if let call = instead.searchWords { return try await call(first) }
    return try await base.searchWords(first)
  }
  func badges(_ first: [Int]) async throws(APIError) -> [Int: Bool?] {
    if let call = instead.badges { return try await call(first) }
    return try await base.badges(first)
  }
  func poll(_ first: [Int], _ second: Date, _ third: Date) async throws(APIError) -> News {
    if let call = instead.poll { return try await call(first, second, third) }
    return try await base.poll(first, second, third)
  }
  func events(_ first: Int?, _ second: @escaping @Sendable ([StreamedEvent]) -> Void)
    async throws(APIError)
  {
    if let call = instead.events { return try await call(first, second) }
    return try await base.events(first, second)
  }
  func picture(_ first: String, _ second: String?) async throws(APIError) -> PictureData? {
    if let call = instead.picture { return try await call(first, second) }
    return try await base.picture(first, second)
  }
  func create(_ first: PostForm, _ second: String) async throws(APIError) -> Post {
    if let call = instead.create { return try await call(first, second) }
    return try await base.create(first, second)
  }
  func mark(_ first: Int, _ second: PostMark, _ third: Bool) async throws(APIError) -> Post {
    if let call = instead.mark { return try await call(first, second, third) }
    return try await base.mark(first, second, third)
  }
  func addPicture(_ first: PostImage, _ second: UploadObserver?) async throws(APIError) -> String {
    if let call = instead.addPicture { return try await call(first, second) }
    return try await base.addPicture(first, second)
  }
  func update(_ first: PostForm) async throws(APIError) -> Post {
    if let call = instead.update { return try await call(first) }
    return try await base.update(first)
  }
  func delete(_ first: Int) async throws(APIError) {
    if let call = instead.delete { return try await call(first) }
    return try await base.delete(first)
  }
  func writeProfile(_ first: PostForm) async throws(APIError) -> Post {
    if let call = instead.writeProfile { return try await call(first) }
    return try await base.writeProfile(first)
  }
  func template(_ first: String) async throws(APIError) -> PostText {
    if let call = instead.template { return try await call(first) }
    return try await base.template(first)
  }
  func version(_ first: Int) async throws(APIError) -> PostVersion {
    if let call = instead.version { return try await call(first) }
    return try await base.version(first)
  }
  func move(_ first: Int, _ second: Int?) async throws(APIError) -> Post {
    if let call = instead.move { return try await call(first, second) }
    return try await base.move(first, second)
  }
  func restore(_ first: Int) async throws(APIError) -> Post {
    if let call = instead.restore { return try await call(first) }
    return try await base.restore(first)
  }
  func marks() async throws(APIError) -> PostMarks { try await base.marks() }
  func changeMarks(
    _ change: PostMarks.Change, from version: Int
  ) async throws(APIError) -> MarksResponse {
    try await base.changeMarks(change, from: version)
  }

  func extensions() async throws(APIError) -> Set<ServerExtension> {
    if let call = instead.extensions { return try await call() }
    return try await base.extensions()
  }
  func canMove() async throws(APIError) -> Bool {
    if let call = instead.canMove { return try await call() }
    return try await base.canMove()
  }
  func fields() async throws(APIError) -> PostFields {
    if let call = instead.fields { return try await call() }
    return try await base.fields()
  }
  func page(_ first: Int) async throws(APIError) -> String? {
    if let call = instead.page { return try await call(first) }
    return try await base.page(first)
  }
  func givePassword(_ first: String, _ second: PasswordRequest) { base.givePassword(first, second) }
}
