import Testing

@testable import FireflyCore

/// What stands for an author.
@Suite struct BylineTests {
  @Test(arguments: [
    ("Ada", "ada@example.org", "Ada"), (nil, "ada@example.org", "ada"),
    ("", "ada@example.org", "ada"), ("Ada@Example.org", "ada@example.org", "ada"),
    (nil, nil, nil), (nil, "", nil), (nil, "@example.org", "@example.org"), (nil, "linus", "linus"),
  ])
  func noAddressIsShown(name: String?, email: String?, shown: String?) {
    #expect(Post(id: 1, title: "", authorName: name, authorEmail: email).byline == shown)
  }

  @Test func profilesWithANameOnlyAreBlank() {
    func profile(_ summary: String, _ body: String) -> Post {
      Post(id: 1, title: "Ada", summary: summary, body: body, template: .profile)
    }
    #expect(profile("", " \n").isBlankProfile)
    #expect(!profile("s", "").isBlankProfile && !profile("", "b").isBlankProfile)
    #expect(!Post(id: 1, title: "t").isBlankProfile)
  }

  @Test func aNameThatIsTheAddressIsNone() {
    #expect(User(email: "ada@example.org", name: "ADA@example.org").ownName == "")
    #expect(User(email: "ada@example.org", name: "Ada").ownName == "Ada")
  }
}
