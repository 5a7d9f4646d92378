import FireflyCore
import Testing

@Suite("Post")
struct PostTests {
  @Test
  func theBylineLibrarianNameEMailNothing() {
    #expect(Post(id: 1, title: "", isAIGenerated: true, authorName: "Ada").byline == "👓 librarian")
    #expect(Post(id: 1, title: "", authorName: "Ada", authorEmail: "a@b.c").byline == "Ada")
    #expect(Post(id: 1, title: "", authorName: "", authorEmail: "a@b.c").byline == "a")
    #expect(Post(id: 1, title: "", authorName: "", authorEmail: "").byline == nil)
    #expect(Post(id: 1, title: "").byline == nil)
  }

  @Test
  func ownershipComparesEMailsCaseAside() {
    let post = Post(id: 1, title: "", authorEmail: "Ada@Example.org")
    #expect(post.isOwned(by: "ada@example.ORG"))
    #expect(!post.isOwned(by: "ben@example.org"))
    #expect(!post.isOwned(by: nil))
    #expect(!Post(id: 1, title: "", authorEmail: "").isOwned(by: ""))
    #expect(!Post(id: 1, title: "").isOwned(by: "ada@example.org"))
  }

  @Test
  func childrenTheServersCountElseWhatIsLoaded() {
    #expect(Post(id: 1, title: "", childCount: 2).hasChildren)
    #expect(!Post(id: 1, title: "", childCount: 0).hasChildren)
    #expect(!Post(id: 1, title: "").hasChildren)
    #expect(Post(id: 1, title: "", children: [Post(id: 2, title: "")]).hasChildren)
    #expect(!Post(id: 1, title: "", childCount: 0, children: [Post(id: 2, title: "")]).hasChildren)
  }

  @Test
  func theRootNoParentOr1() {
    #expect(Post(id: 1, title: "").isRoot)
    #expect(Post(id: 1, parentID: -1, title: "").isRoot)
    #expect(!Post(id: 1, parentID: 1, title: "").isRoot)
  }
}
