import FireflyAPI
import FireflyCore
import FireflySources
import SourceFakes
import Testing

/// Requests to follow the user.
@Suite(.endsServices) struct MastodonRequestTests {
  private typealias Status = FakeInstance.Status

  private func profile(_ client: any PostsClient, _ handle: String) async throws -> Post {
    try #require(try await client.profile(handle, true))
  }

  /// Who asks comes first, then whom one follows, then who else follows; a request is answered once.
  @Test(arguments: [true, false]) func requestsToFollowAreAnswered(_ isAccepted: Bool) async throws
  {
    let fake = try await FakeInstance([Status(1)])
    fake.relate(to: "zed", ["requested_by"])
    fake.relate(to: "cy", ["following", "followed_by"])
    fake.relate(to: "dora", ["followed_by"])
    let client = try fake.client(token: "right")
    let people = try await client.recentUsers().posts
    #expect(
      people.map(\.authorEmail) == [
        "zed", "cy", "bob@far.example", "dora", "bob", "timelines/list/7",
      ])
    #expect(people[0].summary.hasPrefix("@zed · asks to follow you · "))
    #expect(people[1].summary.hasPrefix("@cy · you follow · follows you · "))
    #expect(people[2].summary.hasPrefix("@bob@far.example · you follow · "))
    #expect(people[3].summary.hasPrefix("@dora · follows you · "))
    // Servers such as Takahē don't say it in the relation.
    let zed = try await profile(client, "zed")
    #expect(zed.facts.relation?.asksUser == true)
    let change = isAccepted ? Relation.Change.accept : .refuse
    let relation = try await client.relate(zed.id, change).facts.relation
    #expect(relation.map(change.isDone) == true && relation?.asksUser == false)
    #expect(fake.relation(to: "zed") == (isAccepted ? ["followed_by"] : []))
    await #expect(throws: APIError.self) { try await client.relate(zed.id, change) }
  }

  /// A list that can't be had this time loses nobody.
  @Test func aFailedAnswerLosesNoRequest() async throws {
    let fake = try await FakeInstance([Status(1)])
    fake.relate(to: "zed", ["requested_by"])
    let client = try fake.client(token: "right")
    _ = try await client.recentUsers()
    fake.trouble("GET /api/v1/follow_requests", .refused(503, "<h1>Busy</h1>"))
    #expect(try await client.recentUsers().posts[0].authorEmail == "zed")
    let zed = try await profile(client, "zed")
    for trouble in [FakeInstance.Trouble.refused(500, "<h1>No</h1>"), .refused(200, "nothing")] {
      fake.trouble("POST /api/v1/follow_requests", trouble)
      let relation = try? await client.relate(zed.id, .refuse).facts.relation
      #expect(relation.map(Relation.Change.refuse.isDone) != true)
      #expect(try await profile(client, "zed").facts.relation?.asksUser == true)
    }
    #expect(try await client.recentUsers().posts[0].authorEmail == "zed")
  }

  /// An answer that says nothing is confirmed by the list of requests.
  @Test(arguments: [Relation.Change.accept, .refuse])
  func anEmptyAnswerIsLookedAfter(_ change: Relation.Change) async throws {
    let fake = try await FakeInstance([Status(1)])
    fake.relate(to: "zed", ["requested_by"])
    fake.change { $0.saysNoRelation = true }
    let client = try fake.client(token: "right")
    _ = try await client.recentUsers()
    let relation = try await client.relate(try await profile(client, "zed").id, change)
      .facts.relation
    #expect(relation.map(change.isDone) == true)
    #expect(try await client.recentUsers().posts[0].summary.contains("asks") == false)
  }
}
