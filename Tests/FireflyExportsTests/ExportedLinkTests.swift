import FireflyCore
import FireflyStore
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyExports

/// Links between posts lead from file to file, and from page to page.
@Suite struct ExportedLinkTests {
  private typealias House = MarkdownRoundTripTests.House

  /// A boat and a shop that link each other; a cove links the boat.
  private func house() async throws -> House {
    let house = try House()
    let posts = """
      {"posts":[{"title":"x"},{"id":1,"title":"boats","children":[
        {"id":2,"title":"the \\"red\\" boat (old)","body":"[shop](post:3) [none](post:99) `[a](post:3)`",
         "children":[{"id":4,"title":"cove","body":"[up](post:2) [top](post:1)"}]},
        {"id":3,"title":"shop","body":"[*my* boat](post:2)"}]}]}
      """
    _ = try await house.add(ImportDocument(Data(posts.utf8)))
    return house
  }

  private func file(_ house: House, _ name: String) throws -> String {
    try String(contentsOfFile: "\(house.out)/\(name)", encoding: .utf8)
  }

  private func bodies(_ house: House) async throws -> [String: String] {
    let snapshot = try await house.store.snapshot()
    let plan = TreePlan(try await snapshot.links())
    var titles: [Int: String] = [:]
    var posts: [Post] = []
    try await snapshot.read(plan.steps) { _, post, _ in
      titles[post.id] = post.title
      posts.append(post)
    }
    // With titles instead of numbers.
    return Dictionary(
      uniqueKeysWithValues: posts.map { post in
        let body = BodyLink.rewriting(post.body) { link, name in
          BodyLink.number(named: name).flatMap { titles[$0] }.map {
            .text("[\(link.label) -> \($0)]")
          }
        }
        return (post.title, body)
      })
  }

  @Test func theyComeBackFromMarkdown() async throws {
    let here = try await house()
    _ = try await here.store.exportMarkdown(to: here.out)
    #expect(try file(here, "boats/shop.md").hasSuffix("[*my* boat](the-red-boat-old.md)\n"))
    #expect(
      try file(here, "boats/the-red-boat-old/cove.md")
        .hasSuffix("[up](../the-red-boat-old.md) [top](../../boats.md)\n"))
    let there = try await MarkdownRoundTripTests.back(here.out)
    #expect(try await bodies(there) == bodies(here))
  }

  @Test func aLinkThatLeavesTheBranchStaysWithItsTitle() async throws {
    let here = try await house()
    let snapshot = try await here.store.snapshot()
    let shop = try #require(
      try await snapshot.posts(Array(1...9)).first { $0.title == "shop" })
    _ = try await here.store.exportMarkdown(to: here.out, branch: shop.id)
    let boat = shop.id - 2
    #expect(
      try file(here, "shop.md").hasSuffix("[*my* boat](post:\(boat) \"the 'red' boat (old)\")\n"))
    let site = try House()
    _ = try await here.store.exportHTML(to: site.out, branch: shop.id)
    #expect(
      try file(site, "index.html").contains(
        "<a href=\"post:\(boat)\" title=\"the &quot;red&quot; boat (old)\"><em>my</em> boat</a>"))
  }

  @Test func theyLeadFromPageToPage() async throws {
    let here = try await house()
    _ = try await here.store.exportHTML(to: here.out)
    #expect(
      try file(here, "posts/shop.html").contains(
        "<a href=\"../posts/the-red-boat-old.html\"><em>my</em> boat</a>"))
    let boat = try file(here, "posts/the-red-boat-old.html")
    #expect(boat.contains("<a href=\"../posts/shop.html\">shop</a> none <code>[a](post:"))
  }
}
