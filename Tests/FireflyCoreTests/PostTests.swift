import FireflyCore
import IdentityLiterals
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

  /// On a service the number counts, whatever the handles are; what this machine keeps is always the user's.
  @Test
  func onAServiceTheNumberTellsTheAuthor() {
    var post = Post(id: 1, title: "", authorEmail: "ada@example.org")
    post.facts.authorID = "649453766116391744"
    let ada = User(id: "649453766116391744", handle: "@ada", name: "Ada")
    let namesake = User(id: "649453766116391745", handle: "ada@example.org", name: "Ada")
    let sameAddress = User(email: "ada@example.org", name: "Ada")
    #expect(Account.signedIn(ada).owns(post))
    #expect(!Account.signedIn(namesake).owns(post))
    #expect(!Account.signedIn(sameAddress).owns(post))
    #expect(!Account.signedOut.owns(post))
    post.facts.authorID = ""
    for account in [Account.signedOut, .reader(sameAddress), .signedIn(ada)] {
      #expect(account.owns(post))
    }
    #expect(Account.reader(ada).hasUser && !Account.reader(ada).isSignedIn)
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
