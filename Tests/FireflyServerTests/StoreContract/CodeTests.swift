import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  @Suite struct CodeTests {
    private let ada = "ada@example.com"

    @Test(arguments: StoreKind.all) func aRightCodeIsUsedUp(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      let code = try await store.newCode(for: ada)
      #expect(code.wholeMatch(of: /[0-9]{4}/) != nil)
      let user = try #require(try await store.user(ada))
      #expect(try await store.check(code: code, for: "ben@example.com") == .nonePending)
      guard case .right(let signIn) = try await store.check(code: code, for: "Ada@Example.com")
      else {
        Issue.record("a right code was refused")
        return
      }
      #expect(signIn.user == user && !signIn.isNew)
      #expect(try await store.check(code: code, for: ada) == .nonePending)
    }

    @Test(arguments: StoreKind.all) func firstSignInCreatesTheUser(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      let code = try await store.newCode(for: "new@example.com")
      guard case .right(let signIn) = try await store.check(code: code, for: "new@example.com"),
        signIn.isNew
      else {
        Issue.record("the new user was not made")
        return
      }
      #expect(try await store.user("new@example.com") == signIn.user)
      // With a profile, blank as yet.
      let profile = try #require(try await store.existingProfile(of: "new@example.com"))
      #expect(profile.title.isEmpty && profile.template == .profile)
    }

    @Test(arguments: StoreKind.all) func codesGrowOldAndGo(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      let start = Date()
      let code = try await store.newCode(for: ada, now: start)
      let late = start.addingTimeInterval(600)
      #expect(try await store.check(code: code, for: ada, now: late) == .nonePending)
    }

    @Test(arguments: StoreKind.all) func fiveTriesVoidACode(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      let code = try await store.newCode(for: ada)
      for _ in 1...4 { #expect(try await store.check(code: "x", for: ada) == .wrong) }
      #expect(try await store.check(code: "x", for: ada) == .wrong)
      #expect(try await store.check(code: code, for: ada) == .nonePending)
      // A new one has all its tries.
      let second = try await store.newCode(for: ada)
      for _ in 1...4 { #expect(try await store.check(code: "x", for: ada) == .wrong) }
      guard case .right = try await store.check(code: second, for: ada) else {
        Issue.record("a right code was refused")
        return
      }
    }

    /// 500 guesses from 50 tasks at once get five answers out of one code.
    @Test(arguments: StoreKind.all) func guessesAtOnceAreCounted(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      _ = try await store.newCode(for: ada)
      let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 1...50 {
          group.addTask {
            var wrong = 0
            for _ in 1...10
            where try await store.check(code: "none", for: "ada@example.com") == .wrong {
              wrong += 1
            }
            return wrong
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(wrong == 5)
    }
  }
}
