import FireflyAPI
import FireflyCore
import FireflyForeign
import FireflyText
import Foundation

// People: who they are, how the user stands to them, and what they show.
extension Mastodon {
  func user(_ handle: String) async throws(APIError) -> SourceUser {
    if let list = ownList(handle) { return SourceUser(list) }
    await knowOwner()
    let account = try await account(handle)
    guard var user = users([account]).first else { throw .status(404, message: nil) }
    user.facts.relation = await relation(to: account)
    return user
  }

  /// How the user and somebody stand to each other; nil if the server does not say it.
  private func relation(to account: MastodonAccount) async -> Relation? {
    guard isSignedIn, let owner = try? await owner() else { return nil }
    guard !isSame(account, owner) else {
      var relation = Relation()
      relation.isUser = true
      return relation
    }
    guard let id = account.id?.safe else { return nil }
    let found = try? await web.answer(
      "/api/v1/accounts/relationships?id%5B%5D=\(id.percentEncoded)",
      as: LossyList<MastodonRelation>.self
    ).elements.first { $0.id?.safe == id }
    guard let found else { return nil }
    return await relation(found, id)
  }

  /// What a server has said of the relation to an account, as it is shown; nil if it says nothing.
  private func relation(_ found: MastodonRelation, _ id: String) async -> Relation? {
    guard var relation = found.relation(mutes: await mutes) else { return nil }
    if found.asksUser == nil, !relation.followsUser { relation.asksUser = await asks(id) }
    return relation
  }

  /// Whether an account asks to follow the user, by the list of requests; one that is known stays so without an answer.
  private func asks(_ id: String) async -> Bool {
    func isKnown() -> Bool { memory.state.withLock { $0.requests.contains { $0.id?.safe == id } } }
    if isKnown() { await loadRequests() }
    return isKnown()
  }

  /// Loads who asks to follow the user; without an answer, what is known stays.
  private func loadRequests() async {
    guard let found = try? await accounts("follow_requests") else { return }
    memory.state.withLock { $0.requests = found }
  }

  /// Whether the server can mute people; as far as that is known.
  private var mutes: Bool {
    get async { (try? await instance())?.mutesNobody != true }
  }

  func relate(to handle: String, _ change: Relation.Change) async throws(APIError) -> SourceUser {
    let account = try await account(handle)
    guard let id = account.id?.safe, var user = users([account]).first else {
      throw .status(404, message: nil)
    }
    guard !isSame(account, try await owner()) else {
      throw .notOffered("This is your own account.")
    }
    let (call, form) = change.request(id.percentEncoded)
    let answer: MastodonRelation
    do throws(APIError) {
      answer = try await web.send(
        form, to: "/api/v1/\(call)", as: MastodonRelation.self)
    } catch .notOffered(WebClient.mayOnlyRead) {
      throw .refused(Site.Refusal(signInAgainTo: change.verb))
    } catch  where error.isUnknownCall {
      throw .notOffered(await refusal(of: change, to: handle, after: error))
    }
    // An answer about somebody else says nothing of this person.
    var now = answer.id?.safe.map { $0 == id } == false ? nil : await relation(answer, id)
    // Some servers answer with what held before, or with nothing, and need a moment.
    for pause in Self.pauses where now.map(change.isDone) != true {
      try? await Task.sleep(for: pause)
      now = await relation(to: account) ?? now
    }
    if change == .accept || change == .refuse, now.map(change.isDone) == true {
      memory.state.withLock { $0.requests.removeAll { $0.id?.safe == id } }
    }
    user.facts.relation = now
    return user
  }

  /// Why a server knows a call, or the person in it, not.
  private func refusal(
    of change: Relation.Change, to handle: String, after error: APIError
  ) async -> String {
    let mutes = await mutes
    if case .status(404, _) = error, change.verb != "mute" || mutes {
      guard change != .accept, change != .refuse else {
        return "@\(handle) no longer asks to follow you."
      }
      // Some servers find a person, but know them only after they have fetched them.
      return
        "\(web.name) does not know @\(handle) well enough to \(change.verb) them. Search there for their whole name, then try again."
    }
    return "\(web.name) can't do this: \(change.verb) people."
  }

  /// How long to wait before what holds is asked for again.
  private static let pauses = [Duration.zero, .seconds(1), .seconds(2)]

  /// Those who ask to follow the user, those whom the user follows, and those who follow the user.
  func peopleFollowed() async throws(APIError) -> [SourceUser] {
    guard isSignedIn, place == nil else { return [] }
    let own = try await ownID()
    async let asking: Void = loadRequests()
    async let following = try? accounts("accounts/\(own)/followers")
    // Not every server says whom an account follows.
    let followed: [MastodonAccount]
    do throws(APIError) {
      followed = try await accounts("accounts/\(own)/following")
    } catch  where error.isUnknownCall {
      followed = []
    }
    await asking
    let (requests, followers) = (memory.state.withLock(\.requests), await following ?? [])
    let followerIDs = Set(followers.compactMap { $0.id?.safe })
    func user(_ account: MastodonAccount, _ words: String...) -> SourceUser? {
      var user = SourceUser(account)
      user?.facts.labels.insert(contentsOf: words, at: 0)
      return user
    }
    var seen: Set<String> = []
    await loadLists()
    return
      (requests.compactMap { user($0, "asks to follow you") }
      + followed.compactMap { account in
        account.id.flatMap(\.safe).map(followerIDs.contains) == true
          ? user(account, "you follow", "follows you") : user(account, "you follow")
      } + followers.compactMap { user($0, "follows you") } + ownLists.map { SourceUser($0) })
      .filter { seen.insert($0.handle).inserted }
  }

  /// Returns accounts as people, at most as many as a page has.
  func users(_ accounts: [MastodonAccount]) -> [SourceUser] {
    accounts.prefix(Self.people).compactMap(SourceUser.init)
  }

  /// People of a page at most.
  private static let people = 80

  /// Pages of a list of people at most.
  private static let pagesOfPeople = 10

  /// Loads a list of people, page by page.
  func accounts(_ list: String) async throws(APIError) -> [MastodonAccount] {
    var all: [MastodonAccount] = []
    var cursor: String?
    for number in 0..<Self.pagesOfPeople {
      let query = ["limit=\(Self.people)", cursor].compactMap(\.self).joined(separator: "&")
      do throws(APIError) {
        let (page, next) = try await web.page(
          "/api/v1/\(list)?\(query)", as: LossyList<MastodonAccount>.self)
        all += page.elements.prefix(Self.people)
        let following = next.flatMap(Self.cursor)
        guard let following, following != cursor, !page.elements.isEmpty else { return all }
        cursor = following
      } catch  where number > 0 && error != .cancelled {
        // What came can be shown.
        return all
      }
    }
    return all
  }

  /// The user's lists of people.
  private var ownLists: [SourceList] { lists.filter { $0.name.hasPrefix(MastodonList.prefix) } }

  /// The list of people that stands among people under a handle; nil for a person.
  private func ownList(_ handle: String) -> SourceList? {
    handle.contains("/") ? ownLists.first { $0.name == handle } : nil
  }

  func members(of handle: String) async throws(APIError) -> [SourceUser]? {
    guard let list = ownList(handle) else { return nil }
    let id = list.name.dropFirst(MastodonList.prefix.count)
    return try await accounts("lists/\(id)/accounts").compactMap(SourceUser.init)
  }

  /// The posts that a profile shows: first what its owner has pinned, then all that answer nothing.
  func profilePosts(by handle: String) async throws(APIError) -> [SourceNode] {
    let target = try await statuses(by: handle) + "&exclude_replies=true"
    async let pinned = try? page(target + "&limit=\(Self.page)&pinned=true").nodes
    let newest = try await nodes(
      of: "profile of \(handle)", at: target, after: nil, Self.ofPerson)
    // A server that knows no pinned posts ignores the word for them.
    guard let pinned = await pinned,
      pinned.map(\.id) != newest.prefix(max(pinned.count, min(Self.page, newest.count))).map(\.id)
    else { return newest }
    let first = pinned.prefix(Self.pinned).map { node in
      var node = node
      node.facts.service?.isPinned = true
      return node
    }
    return first + newest
  }

  /// Pinned posts at most.
  private static let pinned = 20
}
