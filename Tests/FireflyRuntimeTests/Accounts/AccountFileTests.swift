import FireflyCore
import Foundation
import Testing

@testable import FireflyClient

@Suite final class AccountFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("firefly-accounts-\(UUID().uuidString)")
  private var state: URL { folder.appendingPathComponent("state/firefly") }
  private var file: AccountFile { AccountFile(folder: state) }

  private let ada = SavedAccount(
    user: User(email: "ada@example.com", name: "Ada Linden"), token: "a-token")
  private let ben = SavedAccount(user: User(email: "ben@example.com", name: "Ben"), token: nil)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  @Test func eachServerHasItsOwnAccount() throws {
    #expect(try file.account(on: "http://one") == nil)
    // Asking makes nothing.
    #expect(!FileManager.default.fileExists(atPath: state.path))
    try file.save(ada, on: "http://one")
    try file.save(ben, on: "https://two")
    #expect(try file.account(on: "http://one") == ada)
    #expect(try file.account(on: "https://two") == ben)
    #expect(try file.account(on: "https://one") == nil)
    try file.remove(ada.user.key, on: "http://one")
    try file.remove(ada.user.key, on: "http://nowhere")
    #expect(try file.account(on: "http://one") == nil)
    #expect(try file.account(on: "https://two") == ben)
  }

  /// The one of the last sign-in or choice is the current one; the others stay in their order.
  @Test func aServerHasSeveralAccounts() throws {
    func emails() throws -> [String] { try file.accounts(on: "s").map(\.email) }
    let cy = SavedAccount(user: User(id: "7", handle: "@cy@b.example", name: "Cy"), token: "c")
    for account in [ada, ben, cy] { try file.save(account, on: "s") }
    #expect(try emails() == [cy.email, ben.email, ada.email])
    #expect(try file.account(on: "s") == cy)
    #expect(try file.choose("ADA@example.com", on: "s") == ada)
    #expect(try emails() == [ada.email, cy.email, ben.email])
    // A new sign-in takes the place of the earlier one.
    var again = SavedAccount(user: User(email: "Ben@Example.com", name: "Ben"), token: "new")
    try file.save(again, on: "s")
    #expect(try file.accounts(on: "s") == [again, ada, cy])
    try file.rename("ada@example.com", on: "s", to: "Augusta")
    #expect(try file.accounts(on: "s").map(\.name) == ["Ben", "Augusta", "Cy"])
    #expect(try file.choose("nobody", on: "s") == nil)
    try file.rename("nobody", on: "s", to: "x")
    try file.remove("id:7", on: "s")
    try file.remove("ben@example.com", on: "s")
    #expect(try emails() == [ada.email])
    again = try #require(try file.account(on: "s"))
    #expect(try file.all() == ["s": [again]])
    try file.remove(ada.user.key, on: "s")
    #expect(try file.all() == [:])
  }

  /// A version that knows one account on a server reads the current one, and this one what that wrote.
  @Test func versionsWithOneAccountReadTheCurrentOne() throws {
    struct Earlier: Codable {
      var device: String?
      var accounts: [String: SavedAccount]
    }
    try file.save(ben, on: "t")
    for account in [ben, ada] { try file.save(account, on: "s") }
    let url = URL(fileURLWithPath: file.path)
    let read = try JSONDecoder().decode(Earlier.self, from: Data(contentsOf: url))
    #expect(read.accounts == ["s": ada, "t": ben])
    try JSONEncoder().encode(read).write(to: url)
    #expect(try file.all() == ["s": [ada], "t": [ben]])
  }

  /// However it came to be written, each account is there once.
  @Test func anAccountThatIsWrittenTwiceCountsOnce() throws {
    try file.save(ada, on: "s")
    let entry = #"{"email":"Ada@example.com","name":"A","token":"old"}"#
    let kept = #"{"email":"ada@example.com","name":"Ada Linden","token":"a-token"}"#
    for accounts in [#"{"s":\#(kept)}"#, "{}"] {
      let others = #"{"s":[\#(accounts == "{}" ? kept : entry),\#(entry)]}"#
      try Data(#"{"accounts":\#(accounts),"others":\#(others)}"#.utf8)
        .write(to: URL(fileURLWithPath: file.path))
      #expect(try file.all() == ["s": [ada]])
    }
  }

  @Test(arguments: [
    ("@ada@one.example", [0]), ("ADA@one.example", [0]), ("ada", [0, 1]), ("@ada", [0, 1]),
    ("cy", [2]), ("Cy Marsh", [2]), ("ada linden", [0]), ("ben", [3]), ("", []), ("@", []),
    ("one.example", []),
  ])
  func accountsHaveNames(_ name: String, _ meant: [Int]) {
    let accounts = [
      ("@ada@one.example", "Ada Linden"), ("@ada@two.example", "cy"),
      ("@cy@one.example", "Cy Marsh"),
      ("ben@example.com", "Ada"),
    ].map { SavedAccount(user: User(id: $0.0, handle: $0.0, name: $0.1), token: nil) }
    #expect(accounts.named(name) == meant.map { accounts[$0] })
  }

  @Test func onlyItsOwnerMayReadIt() throws {
    let before = umask(0)
    defer { umask(before) }
    try file.save(ada, on: "s")
    #expect(mode(file.path) == 0o600)
    #expect(mode(state.path) == 0o700)
    // Even if somebody let others read it.
    chmod(file.path, 0o644)
    #expect(try file.account(on: "s") == ada)
    #expect(mode(file.path) == 0o600)
  }

  @Test func theDeviceKeepsItsName() throws {
    let id = file.deviceID()
    #expect(id.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    try file.save(ada, on: "s")
    #expect(file.deviceID() == id)
    try FileManager.default.removeItem(at: state)
    #expect(file.deviceID() != id)
  }

  @Test(arguments: [
    "", "{", "[]", "null", #"{"accounts":7}"#, #"{"accounts":{"s":{"email":7}}}"#, "\u{0}\u{0}",
  ])
  func aDamagedOneIsSaidAndPutAside(text: String) throws {
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
    #expect(throws: AccountFileError.damaged(file.path)) { try file.account(on: "s") }
    #expect(throws: AccountFileError.damaged(file.path)) { try file.remove("a", on: "s") }
    #expect(throws: AccountFileError.damaged(file.path)) { try file.choose("a", on: "s") }
    // Still as it was: only signing in puts it aside.
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == Data(text.utf8))
    try file.save(ada, on: "s")
    #expect(try file.account(on: "s") == ada)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: file.path + ".damaged")) == Data(text.utf8))
  }

  @Test func oneOfAnotherUserSaysNothing() throws {
    try file.save(ada, on: "s")
    // Only root can give a file away; others meet a link to one that is not theirs.
    if chown(file.path, 12_345, 12_345) != 0 {
      try FileManager.default.removeItem(atPath: file.path)
      try FileManager.default.createSymbolicLink(
        atPath: file.path, withDestinationPath: "/etc/hostname")
    }
    let reason = geteuid() == 0 ? "it belongs to user 12345" : "it is a link"
    let error = AccountFileError.unusable(file.path, reason: reason)
    #expect(throws: error) { try file.account(on: "s") }
    #expect(throws: AccountFileError.unwritable(file.path, reason: reason)) {
      try file.save(ben, on: "s")
    }
    #expect(error.description.hasSuffix("Fix or remove it, then sign in again."))
  }

  @Test(arguments: [
    ("link", "it is a link"), ("folder", "it is not a regular file"),
    ("pipe", "it is not a regular file"),
    ("endless", "it is too large"),
  ])
  func missingAccountFileIsNoError(kind: String, reason: String) throws {
    try file.save(ada, on: "s")
    let elsewhere = state.appendingPathComponent("elsewhere").path
    rename(file.path, elsewhere)
    switch kind {
    case "link":
      try FileManager.default.createSymbolicLink(
        atPath: file.path, withDestinationPath: elsewhere)
    case "folder": mkdir(file.path, 0o700)
    case "endless":
      try Data(count: 2 << 20).write(to: URL(fileURLWithPath: file.path))
    default: mkfifo(file.path, 0o600)
    }
    #expect(throws: AccountFileError.unusable(file.path, reason: reason)) {
      try file.account(on: "s")
    }
  }

  @Test func oneThatCannotBeReadIsNamed() throws {
    try file.save(ada, on: "s")
    chmod(file.path, 0)
    defer { chmod(file.path, 0o600) }
    // Nothing is unreadable to root.
    if geteuid() == 0 {
      #expect(try file.account(on: "s") == ada)
    } else {
      #expect(throws: AccountFileError.unusable(file.path, reason: "Permission denied")) {
        try file.account(on: "s")
      }
    }
  }

  @Test func aFolderThatCannotBeWrittenIsNamed() throws {
    // Not even root can make a folder below a file.
    try Data().write(to: folder.appendingPathComponent("state"))
    #expect(throws: AccountFileError.self) { try file.save(ada, on: "s") }
    do throws(AccountFileError) {
      try file.save(ada, on: "s")
    } catch {
      #expect("\(error)".hasPrefix(state.path))
      #expect("\(error)".contains("can't be changed"))
    }
    // Another one each time, but one.
    #expect(file.deviceID() != file.deviceID())
  }

  @Test func failedWriteLeavesTheOldFile() throws {
    try file.save(ada, on: "s")
    mkdir(file.path + ".new", 0o700)
    #expect(throws: AccountFileError.self) { try file.save(ben, on: "s") }
    #expect(try file.account(on: "s") == ada)
    rmdir(file.path + ".new")
    // What a crash left behind stands in nobody's way.
    try Data("half".utf8).write(to: URL(fileURLWithPath: file.path + ".new"))
    try file.save(ben, on: "s")
    #expect(try file.account(on: "s") == ben)
  }

  /// Programs that change it at once lose nothing of each other's.
  @Test func manyWriteAtOnce() async throws {
    let file = file
    let account = ada
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...40 {
        group.addTask { try file.save(account, on: SiteID(kept: "server \(number)")) }
        let other = SavedAccount(user: User(email: "\(number)@b.example", name: ""), token: nil)
        group.addTask { try file.save(other, on: "one server") }
      }
      try await group.waitForAll()
    }
    for number in 1...40 { #expect(try file.account(on: SiteID(kept: "server \(number)")) == ada) }
    #expect(try file.accounts(on: "one server").count == 40)
  }
}
