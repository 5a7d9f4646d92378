import FireflyAPI
import FireflyCore
import FireflyForeign

// What a user does with posts of others: votes and marks.
extension Mastodon {
  func vote(_ id: Int, _ choices: [Int], in shown: Poll) async throws(APIError) -> SourceNode {
    guard let name = name(of: id) else { throw .status(404, message: nil) }
    var status = try await status(name)
    guard let now = status.poll, let poll = now.id?.safe else {
      throw .notOffered("This post has no poll any more.")
    }
    // A vote is for a place: another option may stand there now.
    guard now.shown.options.map(\.title) == shown.options.map(\.title) else {
      throw .notOffered("The poll was changed meanwhile. Nothing was sent: reload it.")
    }
    guard !now.isVoted else {
      throw .notOffered("You have already voted in this poll. Reload it to see for what.")
    }
    do throws(APIError) {
      // The answer has the numbers: a vote that counts needs no other request.
      status.poll = try await web.send(
        choices.map { QueryItem("choices[]", "\($0)") },
        to: "/api/v1/polls/\(poll.percentEncoded)/votes",
        as: MastodonStatus.Poll.self)
    } catch .unreadable {
      status.poll = nil
    }
    // An answer that says nothing confirms nothing.
    if status.poll?.isVoted != true, let later = try? await self.status(name) { status = later }
    guard status.poll?.isVoted == true, let node = node(status) else {
      throw .unreadable(reason: "a status without an ID")
    }
    return node
  }

  func mark(_ id: Int, _ mark: PostMark, _ isOn: Bool) async throws(APIError) -> SourceNode {
    guard let name = name(of: id) else { throw .status(404, message: nil) }
    if mark == .boost, isOn {
      let status = try await status(name)
      if !status.readers.isPublic {
        let author = ForeignText.cleanLine(status.account?.name ?? "the author", limit: 60)
        let who =
          status.readers == .mentioned ? "those whom it mentions" : "followers of \(author)"
        throw .notOffered("Only \(who) may read this, so it can't be boosted.")
      }
    }
    let word = mark == .boost ? "reblog" : mark.rawValue
    let status: MastodonStatus
    do throws(APIError) {
      status = try await web.send(
        [], to: "/api/v1/statuses/\(name.percentEncoded)/\(isOn ? word : "un" + word)",
        as: MastodonStatus.self)
    } catch .notOffered(WebClient.mayOnlyRead) where mark == .pin {
      // A sign-in from before Firefly could pin.
      throw .refused(Site.Refusal(signInAgainTo: "pin posts"))
    }
    guard status.shown.id?.safe == name, var node = node(status.shown) else {
      throw .unreadable(reason: "not the status that was marked")
    }
    // Not every server says of a bookmark what was just done.
    if isOn {
      node.facts.service?.marks.insert(mark)
    } else {
      node.facts.service?.marks.remove(mark)
    }
    return node
  }
}
