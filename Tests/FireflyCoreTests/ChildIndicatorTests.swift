import FireflyCore
import Testing

/// The rules of seed 001: which sign a card carries, and where it leads.
@Suite("Child indicator")
struct ChildIndicatorTests {
  /// Who looks at the post that ada@example.org wrote.
  enum Reader: String, CaseIterable {
    case own = "ada@example.org"
    case ownInCapitals = "ADA@Example.ORG"
    case other = "ben@example.org"
    case nobody = ""

    var email: String? { self == .nobody ? nil : rawValue }
    var key: PersonID? { email.map(PersonID.init(email:)) }
    var account: Account { email.map { .signedIn(User(email: $0, name: "")) } ?? .signedOut }
    var isOwner: Bool { self == .own || self == .ownInCapitals }
  }

  static let counts: [Int?] = [nil, 0, 1, 4]

  private func post(_ template: Post.Template, _ count: Int?) -> Post {
    Post(
      id: 1, title: "windy", authorEmail: "ada@example.org", childCount: count,
      template: template)
  }

  @Test(arguments: counts)
  func aPostChevronAboveChildrenPlusOnOnesOwnWithoutElseNothing(count: Int?) {
    for template in [Post.Template.post, .profile, .other("recipe")] {
      for reader in Reader.allCases {
        let post = post(template, count)
        if (count ?? 0) > 0 {
          #expect(post.childIndicator(for: reader.account) == .chevron)
          #expect(post.childIndicatorRoute(for: reader.account) == .children(of: post))
        } else if reader.isOwner {
          #expect(post.childIndicator(for: reader.account) == .plus)
          #expect(post.childIndicatorRoute(for: reader.account) == .firstChild(of: post))
        } else {
          #expect(post.childIndicator(for: reader.account) == nil)
          #expect(post.childIndicatorRoute(for: reader.account) == nil)
        }
      }
    }
  }

  @Test(arguments: counts)
  func aQueryAlwaysAChevronAndAlwaysToItsResults(count: Int?) {
    for reader in Reader.allCases {
      let query = post(.query, count)
      #expect(query.childIndicator(for: reader.account) == .chevron)
      #expect(query.childIndicatorRoute(for: reader.account) == .results(query: query))
    }
  }

  /// A negative count is none; children at hand count where the server is silent.
  @Test
  func aNegativeCountIsNoneChildrenAtHandCount() {
    #expect(post(.post, -1).childIndicator(for: .signedOut) == nil)
    var nested = post(.post, nil)
    nested.children = [Post(id: 2, title: "")]
    #expect(nested.childIndicator(for: .signedOut) == .chevron)
  }

  @Test
  func postWithoutAuthorHasNoOwner() {
    for account in Reader.allCases.map(\.account) + [.signedIn(User(email: "", name: ""))] {
      #expect(Post(id: 1, title: "").childIndicator(for: account) == nil)
      #expect(Post(id: 1, title: "", authorEmail: "").childIndicator(for: account) == nil)
    }
  }

  /// Replies are for everyone or for the author, and never below a search or “deleted”, below a profile for its owner.
  @Test
  func repliesAreForEveryoneOrForTheAuthorAndNeverBelowASearch() {
    for reader in Reader.allCases {
      for count in Self.counts {
        for template in [Post.Template.post, .other("recipe")] {
          let post = post(template, count)
          #expect(post.replyRefusal(for: reader.key, authorOnly: false) == nil)
          #expect(
            (post.replyRefusal(for: reader.key, authorOnly: true) == nil) == reader.isOwner)
        }
        for template in [Post.Template.query, .deleted] {
          let post = post(template, count)
          #expect(!post.canHaveReplies(by: reader.key))
          #expect(post.replyRefusal(for: reader.key, authorOnly: false) != nil)
        }
        // Below a profile its owner writes, whoever may reply elsewhere.
        let profile = post(.profile, count)
        #expect(profile.canHaveReplies(by: reader.key) == reader.isOwner)
        for authorOnly in [true, false] {
          let refusal = profile.replyRefusal(for: reader.key, authorOnly: authorOnly)
          #expect((refusal == nil) == reader.isOwner)
        }
      }
    }
  }

  @Test
  func thereIsASignExactlyWhereThereIsAWay() {
    for template in [Post.Template.post, .query, .profile, .other("")] {
      for count in Self.counts {
        for reader in Reader.allCases {
          let post = post(template, count)
          let hasSign = post.childIndicator(for: reader.account) != nil
          #expect(hasSign == (post.childIndicatorRoute(for: reader.account) != nil))
        }
      }
    }
  }
}
