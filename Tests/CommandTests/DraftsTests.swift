import FireflyCore
import Foundation
import IdentityLiterals
import OwnThreads
import Testing

/// `firefly draft list`, over files as Firefly leaves them.
@Suite(.ownThreads) struct DraftsTests {
  private let program: Program
  private static let folder = ".local/state/firefly/drafts/"

  init() throws { program = try Program() }

  /// A draft's file, with an id that follows from what is in it.
  @discardableResult
  private func put(
    place: String, post: Int? = nil, title: String, changed: Int,
    server: String = "http://posts.example.org", discarded: Double? = nil, as file: String? = nil
  ) throws -> String {
    let draftPlace: DraftTarget =
      switch place {
      case "edit": .edit(post ?? 0)
      case "query": .newQuery
      case "profile": .profile
      default: .newPost(below: post)
      }
    let number = discarded == nil ? 0 : 7_000
    let id = Draft.Key(
      server: SiteID(kept: server), account: "ada@example.org", target: draftPlace, number: number
    ).id
    var values: [String: Any] = [
      "version": 1, "server": server, "account": "ada@example.org", "place": place,
      "title": title, "summary": "what for", "body": "Some *words*.\n\nMore.", "template": "post",
      "idempotency_key": "k", "started_at": 1, "changed_at": changed,
    ]
    values["post"] = post
    values["discarded_at"] = discarded
    if number != 0 { values["number"] = number }
    let data = try JSONSerialization.data(withJSONObject: values)
    try program.write(
      String(decoding: data, as: UTF8.self), to: Self.folder + (file ?? id) + ".json")
    return id
  }

  @Test func theyAreListedPrintedAndDeleted() throws {
    #expect(try program.run("drafts").output == "")
    let edit = try put(place: "edit", post: 12, title: "boats", changed: 86_400)
    let new = try put(place: "new", title: "wind\u{1B}[31m\tand\nwaves", changed: 172_800)
    let list = try program.run("drafts")
    #expect(list.status == 0)
    #expect(
      list.output == """
        \(new)\tnew post\twind and waves\t3 Jan 1970\thttp://posts.example.org\tada@example.org
        \(edit)\tpost 12\tboats\t2 Jan 1970\thttp://posts.example.org\tada@example.org

        """)
    let words = try program.run("drafts", "--print", String(edit.prefix(6)))
    #expect(words.output == "boats\n\nwhat for\n\nSome *words*.\n\nMore.\n")
    #expect(try program.run("drafts", "--delete", edit).output == "Draft deleted.\n")
    #expect(try program.run("drafts").output.hasPrefix(new))
    let gone = try program.run("drafts", "--print", edit)
    #expect(gone.status == 1)
    #expect(gone.error.contains("No draft “\(edit)”."))
    // Nothing was opened for that.
    #expect(!program.hasDatabase())
  }

  @Test func asJSON() throws {
    let id = try put(place: "new", post: 7, title: "boats", changed: 5)
    let all = try JSONSerialization.jsonObject(
      with: Data(program.run("drafts", "--json").output.utf8))
    let drafts = try #require((all as? [String: Any])?["drafts"] as? [[String: Any]])
    #expect(drafts.count == 1)
    #expect(drafts[0]["id"] as? String == id)
    #expect(drafts[0]["post"] as? Int == 7)
    let one = try JSONSerialization.jsonObject(
      with: Data(program.run("drafts", "--print", id, "--json").output.utf8))
    #expect((one as? [String: Any])?["body"] as? String == "Some *words*.\n\nMore.")
  }

  @Test func ofOneServer() throws {
    let here = try put(place: "profile", title: "a", changed: 1)
    try put(place: "profile", title: "b", changed: 2, server: "http://other.example.org")
    let list = try program.run("drafts", "--server", "http://posts.example.org/")
    #expect(list.output.hasPrefix(here))
    #expect(list.lines.count == 1)
    #expect(try program.run("drafts", "--data", "there").output == "")
  }

  @Test func damagedDataIsReported() throws {
    try program.write("{", to: Self.folder + "0123456789abcdef.json")
    let id = try put(place: "query", title: "a", changed: 1)
    let list = try program.run("drafts")
    #expect(list.status == 0)
    #expect(list.output.hasPrefix(id))
    #expect(list.error.contains("0123456789abcdef.json is damaged."))
    #expect(try program.run("drafts", "--print", "0123456789abcdef").status == 1)
    // What was put aside is named, too.
    try program.write("{", to: Self.folder + "fedcba9876543210.json.damaged")
    #expect(try program.run("drafts").error.contains("fedcba9876543210.json.damaged is damaged."))
  }

  @Test func discardedDraftsAreListedAndRestored() throws {
    let now = Date().timeIntervalSince1970
    let old = try put(place: "query", title: "old", changed: 1, discarded: now - 86_500)
    let id = try put(place: "new", title: "mine", changed: 1, discarded: now - 86_300)
    #expect(try program.run("drafts").output == "")
    let list = try program.run("drafts", "--discarded")
    #expect(list.lines.count == 1 && list.output.hasPrefix("\(id)\tnew post\tmine\t"))
    #expect(try program.run("drafts", "--print", id).output.hasPrefix("mine\n"))
    let restored = try program.run("drafts", "--restore", id)
    #expect(restored.output.hasPrefix("Restored as draft "), "\(restored.error)")
    #expect(try program.run("drafts").output.contains("\tnew post\tmine\t"))
    #expect(try program.run("drafts", "--discarded").output == "")
    for gone in [id, old] { #expect(try program.run("drafts", "--restore", gone).status == 1) }
  }

  @Test func stepsAreOneAtATime() throws {
    for arguments in [
      ["--print", "a", "--delete", "b"], ["--delete", "a", "--json"],
      ["--restore", "a", "--delete", "b"],
    ] {
      #expect(try program.run(["drafts"] + arguments).status == 64)
    }
  }
}
