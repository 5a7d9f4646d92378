import FireflyCore
import Testing

@Suite("Post")
struct PostTests {
  @Test("The byline: librarian, name, e-mail, nothing")
  func byline() {
    #expect(Post(id: 1, title: "", isAIGenerated: true, authorName: "Ada").byline == "👓 librarian")
    #expect(Post(id: 1, title: "", authorName: "Ada", authorEmail: "a@b.c").byline == "Ada")
    #expect(Post(id: 1, title: "", authorName: "", authorEmail: "a@b.c").byline == "a")
    #expect(Post(id: 1, title: "", authorName: "", authorEmail: "").byline == nil)
    #expect(Post(id: 1, title: "").byline == nil)
  }

  @Test("Ownership compares e-mails, case aside")
  func ownership() {
    let post = Post(id: 1, title: "", authorEmail: "Ada@Example.org")
    #expect(post.isOwned(by: "ada@example.ORG"))
    #expect(!post.isOwned(by: "ben@example.org"))
    #expect(!post.isOwned(by: nil))
    #expect(!Post(id: 1, title: "", authorEmail: "").isOwned(by: ""))
    #expect(!Post(id: 1, title: "").isOwned(by: "ada@example.org"))
  }

  @Test("Children: the server's count, else what is loaded")
  func hasChildren() {
    #expect(Post(id: 1, title: "", childCount: 2).hasChildren)
    #expect(!Post(id: 1, title: "", childCount: 0).hasChildren)
    #expect(!Post(id: 1, title: "").hasChildren)
    #expect(Post(id: 1, title: "", children: [Post(id: 2, title: "")]).hasChildren)
    #expect(!Post(id: 1, title: "", childCount: 0, children: [Post(id: 2, title: "")]).hasChildren)
  }

  @Test("The root: no parent, or -1")
  func root() {
    #expect(Post(id: 1, title: "").isRoot)
    #expect(Post(id: 1, parentID: -1, title: "").isRoot)
    #expect(!Post(id: 1, parentID: 1, title: "").isRoot)
  }
}
