import FireflyCore
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Exports that are imported again, on the same server and on another one.
  @Suite struct ReimportTests {
    private static let posts = """
      {"posts":[{"title":"a","body":"one [b](post:2)","id":1,"created_at":"2024-01-02T03:04:05Z","children":[
        {"title":"b","body":"two","id":2},{"title":"c","body":"three","id":3}]},{"title":"d","id":4}]}
      """
    private static let author = TemporaryStore.ada.email

    private func export(_ store: any Store, _ form: ExportFormat) async throws -> Data {
      var all = Data()
      try await store.exportPosts(form) { all.append(contentsOf: $0) }
      return all
    }

    private func add(
      _ data: Data, to store: any Store, bringingBack: Bool = false
    ) async throws -> ImportResult {
      var document = try ImportDocument(data)
      document.bringsBackDeleted = bringingBack
      return try #require(
        try await store.add(document, by: TemporaryStore.ada, ownership: .unchanged))
    }

    /// What an import has added is taken back as a whole, but for what has replies that came later; it can be imported
    /// again.
    @Test(arguments: StoreKind.all)
    func anImportIsTakenBack(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let thread = Data(
        """
        {"posts":[{"title":"top","source":"hn","source_key":"1","children":[
          {"title":"mid","source":"hn","source_key":"2","children":[
            {"title":"leaf","source":"hn","source_key":"3"}]},
          {"title":"side","source":"hn","source_key":"4"}]}]}
        """.utf8)
      let first = try await add(thread, to: home.store)
      #expect(first.new.count == 4 && first.added == 4)
      #expect(
        try await home.store.takeBack(first.new, at: Date())
          == TakenBack(gone: first.new.sorted(), kept: []))
      let again = try await add(thread, to: home.store)
      #expect(again.added == 4 && again.leftOut == 0)
      // An import adds nothing that is there, and takes back nothing of it.
      #expect(try await add(thread, to: home.store).new.isEmpty)
      // What has a reply that came later stays, with what is above it.
      for id in again.new where try await home.store.post(id)?.title == "mid" {
        _ = try await home.store.create(
          Post(id: 0, parentID: id, title: "answer"), by: Self.author)
      }
      let taken = try await home.store.takeBack(again.new, at: Date())
      #expect(taken.gone.count == 2 && taken.kept == ["top", "mid"])
      #expect(Set(taken.gone).isSubset(of: again.new))
    }

    /// The words of a user are not taken back with the post whose words they replace, wherever the post came from.
    @Test(arguments: StoreKind.all, [true, false])
    func whatWasEditedSinceAnImportStays(_ kind: StoreKind, _ hasSources: Bool) async throws {
      let home = try await kind.make()
      func post(_ title: String, _ children: String = "") -> String {
        let source = hasSources ? #""source":"hn","source_key":"\#(title)","# : ""
        return #"{\#(source)"title":"\#(title)","body":"words","children":[\#(children)]}"#
      }
      let text =
        #"{"posts":["# + post("top", post("mid", post("leaf")) + "," + post("side")) + ","
        + post("alone") + "]}"
      let new = try await add(Data(text.utf8), to: home.store).new
      #expect(new.count == 5)
      var ids: [String: Int] = [:]
      for id in new { ids[try #require(try await home.store.post(id)).title] = id }
      var change = PostChange()
      change.body = "own words"
      for title in ["mid", "alone"] {
        _ = try await home.store.update(try #require(ids[title]), change, by: Self.author)
      }
      let taken = try await home.store.takeBack(new, at: Date())
      #expect(Set(taken.gone) == Set([ids["leaf"], ids["side"]].compactMap(\.self)))
      #expect(Set(taken.kept) == ["top", "mid", "alone"] && taken.edited == 2)
      #expect(taken.words.hasSuffix("stay: they were edited since, or have replies that stay."))
      for title in ["mid", "alone"] {
        #expect(try await home.store.post(try #require(ids[title]))?.body == "own words")
      }
      let again = try await home.store.takeBack(
        [ids["mid"], ids["alone"]].compactMap(\.self), at: Date())
      #expect(again.gone.isEmpty)
      #expect(again.words.hasSuffix("stay: they were edited since."), "\(again.words)")
    }

    @Test(arguments: StoreKind.all, [ExportFormat.nested, .flat])
    func onItsOwnServerAnExportAddsNothing(_ kind: StoreKind, _ form: ExportFormat) async throws {
      let home = try await kind.make()
      try await home.add(Self.posts)
      let before = try await export(home.store, form)
      let same = try await add(before, to: home.store)
      #expect(same.added == 0 && same.updated == 0 && same.differing == 0 && same.leftOut == 0)
      #expect(try await export(home.store, form) == before)

      var (title, body) = (PostChange(), PostChange())
      (title.title, body.body) = ("new b", "new three")
      _ = try await home.store.update(2, title, by: Self.author)
      _ = try await home.store.update(3, body, by: Self.author)
      try await home.store.delete(4)
      let changed = try await export(home.store, form)
      let later = try await add(before, to: home.store)
      #expect(later.added == 0 && later.updated == 0 && later.edited == 0)
      #expect(later.differing == 2 && later.leftOut == 1)
      #expect(try await export(home.store, form) == changed)

      let again = try await add(before, to: home.store, bringingBack: true)
      #expect(again.added == 0 && again.broughtBack == 1 && again.leftOut == 0)
      #expect(try await home.store.post(4)?.title == "d")
    }

    @Test(arguments: StoreKind.all) func adeletedPostWithRepliesStaysDeleted(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      try await home.add(Self.posts)
      let before = try await export(home.store, .nested)
      try await home.store.delete(1)
      let result = try await add(before, to: home.store)
      #expect(result.added == 0 && result.leftOut == 1)
      #expect(try await home.store.post(1)?.template == .deleted)
    }

    @Test(arguments: StoreKind.all) func onAnotherServerALaterExportUpdates(_ kind: StoreKind)
      async throws
    {
      let (here, there) = (try await kind.make(), try await kind.make())
      try await here.add(Self.posts)
      try await there.add(#"{"title":"x"}"#)
      let first = try await add(try await export(here.store, .nested), to: there.store)
      #expect(first.added == 4)
      let same = try await add(try await export(here.store, .flat), to: there.store)
      #expect(same.added == 0 && same.updated == 0)
      var change = PostChange()
      change.body = "new two"
      _ = try await here.store.update(2, change, by: Self.author)
      let later = try await add(try await export(here.store, .nested), to: there.store)
      #expect(later.added == 0 && later.updated == 1)
      #expect(try await there.store.post(3)?.body == "new two")
      // Back at home, they are the same posts.
      let back = try await add(try await export(there.store, .nested), to: here.store)
      #expect(back.added == 1 && back.edited == 0)
    }

    @Test(arguments: StoreKind.all) func postsByHandAreAdded(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      for text in [#"{"title":"x"}"#, #"{"posts":[{"title":"x","id":1}]}"#] {
        for _ in 1...2 { #expect(try await add(Data(text.utf8), to: home.store).added == 1) }
      }
    }

    /// After an older backup has come back, numbers belong to other posts.
    @Test(arguments: StoreKind.all) func aNumberOfAnotherDateIsAnotherPost(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      try await home.add(Self.posts)
      let server = try await home.store.identity()
      let lost =
        #"{"server":"\#(server)","posts":[{"id":1,"title":"lost","created_at":"2020-01-01T00:00:00Z"}]}"#
      #expect(try await add(Data(lost.utf8), to: home.store).added == 1)
      #expect(try await add(Data(lost.utf8), to: home.store).added == 0)
      #expect(try await home.store.post(1)?.title == "a")
      // Also as a post that is kept here, and in the next export.
      for form in [ExportFormat.nested, .flat] {
        let before = try await export(home.store, form)
        let same = try await add(before, to: home.store)
        #expect(same.added == 0 && same.updated == 0 && same.edited == 0 && same.leftOut == 0)
        #expect(try await export(home.store, form) == before)
      }
      // One that was deleted here is not the other one.
      try await home.store.delete(4)
      let other =
        #"{"server":"\#(server)","posts":[{"id":4,"title":"other","created_at":"2020-01-01T00:00:00Z"}]}"#
      let result = try await add(Data(other.utf8), to: home.store)
      #expect(result.added == 1 && result.leftOut == 0)
    }

    /// Two copies of a server that were used at the same time, on a third one.
    @Test(arguments: StoreKind.all) func postsOfCopiesOfOneServerAreTwo(_ kind: StoreKind)
      async throws
    {
      let there = try await kind.make()
      func line(_ number: Int, _ title: String, _ date: String) -> String {
        #"{"server":"s","id":\#(number),"title":"\#(title)","created_at":"\#(date)"}"#
      }
      let (one, two) = ("2026-01-01T10:00:00Z", "2026-01-01T10:00:01Z")
      let first = line(1, "first", one)
      let second = line(1, "second", two)
      #expect(try await add(Data(first.utf8), to: there.store).added == 1)
      #expect(try await add(Data(second.utf8), to: there.store).added == 1)
      for text in [first, second, line(1, "first", "2026-01-01T10:00:00.250Z")] {
        let same = try await add(Data(text.utf8), to: there.store)
        #expect(same.added == 0 && same.updated == 0)
      }
      let changed = try await add(Data(line(1, "new second", two).utf8), to: there.store)
      #expect(changed.added == 0 && changed.updated == 1)
      #expect(try await there.store.post(1)?.title == "first")
      #expect(try await there.store.post(2)?.title == "new second")
      // Both in one document.
      let all = try await export(there.store, .flat)
      let empty = try await kind.make()
      #expect(try await add(all, to: empty.store).added == 2)
    }

    @Test(arguments: StoreKind.all) func otherWordsOfOneNameAreAnotherPost(_ kind: StoreKind)
      async throws
    {
      let there = try await kind.make()
      func post(_ id: Int, _ title: String, _ body: String) -> String {
        #"{"id":\#(id),"title":"\#(title)","body":"\#(body)","source":"firefly:s","source_key":"k"}"#
      }
      let (known, copy) = (post(1, "a", "words"), post(2, "b", "others"))
      #expect(try await add(Data(known.utf8), to: there.store).added == 1)
      // The one that is known may stand behind the other one.
      let both = Data((copy + "\n" + post(3, "a", "words")).utf8)
      let result = try await add(both, to: there.store)
      #expect(result.added == 1 && result.updated == 0 && result.edited == 0)
      let again = try await add(both, to: there.store)
      #expect(again.added == 0 && again.updated == 0 && again.edited == 0)
      #expect(try await there.store.post(1)?.body == "words")
      #expect(try await there.store.post(2)?.body == "others")
      let new = try await kind.make()
      #expect(try await add(both, to: new.store).added == 2)
      #expect(try await add(both, to: new.store).added == 0)
    }

    @Test(arguments: StoreKind.all) func linesOfTwoServersKeepTheirLinks(_ kind: StoreKind)
      async throws
    {
      let (here, there) = (try await kind.make(), try await kind.make())
      for (home, title) in [(here, "here"), (there, "there")] {
        try await home.add(
          """
          {"posts":[{"title":"\(title)","id":1,"children":[{"title":"reply","body":"to [it](post:1)","id":2}]}]}
          """)
      }
      let both = try await export(here.store, .flat) + export(there.store, .flat)
      let third = try await kind.make()
      #expect(try await add(both, to: third.store).added == 4)
      for (reply, parent, title) in [(2, 1, "here"), (4, 3, "there")] {
        #expect(try await third.store.post(parent)?.title == title)
        #expect(try await third.store.post(reply)?.parentID == parent)
        #expect(try await third.store.post(reply)?.body == "to [it](post:\(parent))")
      }
      // One of them is this server.
      let back = try await add(both, to: here.store)
      #expect(back.added == 2 && back.edited == 0)
      #expect(try await here.store.post(4)?.body == "to [it](post:3)")
    }
  }
}
