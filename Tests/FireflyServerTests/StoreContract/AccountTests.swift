import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Devices, invitations and members.
  @Suite struct AccountTests {
    private let ada = "ada@example.com"

    private func signIn(
      _ email: String, _ device: String, to store: any Store, at now: Date = Date()
    ) async throws -> DeviceToken {
      let code = try await store.newCode(for: email, now: now)
      let check = try await store.check(
        code: code, for: email, from: "", device: DeviceInfo(id: device, name: device),
        access: .members(), now: now)
      guard case .right(let signIn) = check else { throw StoreError.unknownUser(email: email) }
      return try #require(DeviceToken(signIn.token))
    }

    @Test(arguments: StoreKind.all)
    func devicesAreKnownByTheirTokens(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let (store, start) = (home.store, Date())
      let token = try await signIn(ada, "laptop", to: store, at: start)
      let device = try #require(try await store.device(token))
      #expect(device.name == "laptop" && device.user.email == ada)
      #expect(try await store.device(DeviceToken()) == nil)
      let other = try await signIn(ada, "phone", to: store, at: start.addingTimeInterval(60))
      #expect(try await store.devices(of: "ADA@example.com").map(\.name) == ["phone", "laptop"])
      try await store.deviceUsed(device, at: start.addingTimeInterval(3_600))
      #expect(try await store.devices(of: ada).map(\.name) == ["laptop", "phone"])
      await #expect(throws: StoreError.unknownDevice) {
        try await store.revokeDevice(device.id, of: "ben@example.com", at: start)
      }
      try await store.revokeDevice(device.id, of: ada, at: start)
      #expect(try await store.device(token) == nil)
      // A device that signs in again takes its own place.
      _ = try await signIn(ada, "phone", to: store, at: start.addingTimeInterval(120))
      #expect(try await store.device(other) == nil)
      #expect(try await store.devices(of: ada).count == 1)
    }

    @Test(arguments: StoreKind.all)
    func invitationsAreUsedUp(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let (store, new) = (home.store, "new@example.com")
      await #expect(throws: StoreError.notInvited) {
        _ = try await store.newCode(
          for: new, from: "", access: .members(registration: .invited), now: Date())
      }
      #expect(try await store.invite(new))
      #expect(try await store.invite(ada) == false)
      #expect(try await store.members().filter(\.isInvited).map(\.email) == [new])
      #expect(try await store.withdrawInvitation("NEW@example.com"))
      #expect(try await store.withdrawInvitation(new) == false)
      #expect(try await store.invite(new))
      _ = try await signIn(new, "d", to: store)
      #expect(try await store.members().filter(\.isInvited).isEmpty)
      #expect(try await store.members().last?.email == new)
    }

    @Test(arguments: StoreKind.all, [true, false])
    func aMemberIsRemoved(_ kind: StoreKind, withPosts: Bool) async throws {
      let home = try await kind.sample()
      let store = home.store
      _ = try await store.prepareFirstRun(localUser: { TemporaryStore.ada }, guide: { nil })
      await #expect(throws: StoreError.isOwner) {
        _ = try await store.removeMember(ada, withPosts: true, at: Date())
      }
      let token = try await signIn("ben@example.com", "d", to: store)
      #expect(
        try await store.removeMember("BEN@example.com", withPosts: withPosts, at: Date()) == 2)
      #expect(try await store.user("ben@example.com") == nil)
      #expect(try await store.device(token) == nil)
      let profile = try await store.post(2)
      #expect(withPosts ? profile == nil : profile?.template == .deleted)
      #expect(try await (store.post(7) == nil) == withPosts)
      #expect(
        try await store.removeMember("ben@example.com", withPosts: withPosts, at: Date()) == nil)
    }

    @Test(arguments: StoreKind.all)
    func happeningsAreForOneUser(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      let start = try await store.events(after: nil, reader: ada)
      #expect(start.newest == 10 && start.events.isEmpty && start.badges == [8: false])
      let id = try await store.create(Post(id: 0, title: "news"), by: "ben@example.com").id
      let news = try await store.events(after: start.newest, reader: ada)
      #expect(news.newest == id && news.events.map(\.id) == [id])
      // A number is not used twice, even if its post is gone.
      try await store.delete(id)
      try await store.purgeDeleted(at: Date(timeIntervalSinceNow: 3_600))
      #expect(try await store.events(after: id, reader: ada).newest == id)
      #expect(try await store.create(Post(id: 0, title: "next"), by: ada).id == id + 1)
    }
  }
}
