import Eventually
import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Every store finds the same, in the same order.
  @Suite struct SearchContractTests {
    private static let library = [
      (1, "walking home", "by night", "We walked along the river and saw fireflies."),
      (2, "a firefly", "", "One light, then two."),
      (3, "café lights", "Crème brûlée", "The lights of the café."),
      (4, "螢火蟲", "夜の川", "河邊的螢火蟲很多。"),
      (5, "running", "runners run", "He runs; she ran. Nobody's running shoes."),
      (6, "light years", "on light", "light light light"),
      (7, "don't", "e-mail: a@b.example", "C++ and 3.14 and foo_bar"),
      (8, "두 번째", "한국어", "반딧불이가 난다"),
    ]

    private static let questions: [(words: String, found: [Int])] = [
      ("firefly", [2, 1]), ("fireflies", [2, 1]), ("FIREFLY", [2, 1]), ("fire", []),
      ("fire*", [2, 1]), ("walk", [1]), ("walks home", [1]), ("walk nowhere", []),
      ("cafe", [3]), ("café creme", [3]), ("light", [6, 3, 2]), ("\"light years\"", [6]),
      ("\"years light\"", []), ("\"night we\"", []), ("螢火", [4]), ("火螢", []), ("蟲", [4]),
      ("夜", [4]), ("run", [5]), ("runner", [5]), ("ran", [5]), ("e-mail", [7]), ("don't", [7]),
      ("b.example", [7]), ("3.14", [7]), ("foo", [7]), ("반딧*", [8]), ("*", []), ("\"", []),
      ("li* ye*", [6]), ("light light", [6, 3, 2]), ("nobody", [5]), ("the", [3, 1]),
    ]

    @Test(arguments: StoreKind.all) func wordsFindTheSame(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      for post in Self.library {
        _ = try await home.add(
          Data(
            try JSONEncoder().encode([
              "title": post.1, "summary": post.2, "body": post.3,
              "created_at": "2025-11-0\(post.0)T10:00:00Z",
            ])))
      }
      for question in Self.questions {
        let hits = try await home.store.search(words: question.words)
        #expect(hits.map(\.id) == question.found, "\(question.words)")
        #expect(hits.isEmpty || hits.map(\.relevance).max() == 1)
      }
      // The title counts for more than the body.
      let hits = try await home.store.search(words: "firefly")
      #expect(hits.first?.relevance == 1 && hits.last.map { $0.relevance < 1 } == true)
    }

    /// Words within texts that are written without spaces, by whole clusters.
    @Test(arguments: StoreKind.all) func wordsWithinThaiLaoKhmerAndMyanmarAreFound(
      _ kind: StoreKind
    )
      async throws
    {
      let home = try await kind.make()
      let texts = [
        "หิ่งห้อยส่องแสงในเวลากลางคืนที่ริมแม่น้ำ 2568", "ຫິ່ງຫ້ອຍສ່ອງແສງໃນເວລາກາງຄືນ",
        "អំពិលអំពែកភ្លឺនៅពេលយប់", "ပိုးစုန်းကြူးများသည်ညအချိန်တွင်တောက်ပသည်",
      ]
      for text in texts {
        try await home.add(Data(try JSONEncoder().encode(["title": "t", "body": text])))
      }
      let questions: [(words: String, found: [Int])] = [
        ("หิ่งห้อย", [1]), ("แสง", [1]), ("แม่น้ำ", [1]), ("กลางคืน", [1]), ("2568", [1]),
        ("\"แสงใน\"", [1]), ("ห้อยหิ่ง", []), ("ສ່ອງ", [2]), ("ແສງ", [2]), ("ກາງຄືນ", [2]), ("ភ្លឺ", [3]),
        ("ពេលយប់", [3]), ("ညအချိန်", [4]), ("တောက်ပ", [4]), ("များ", [4]),
        // A letter with another mark is another cluster.
        ("แม้น้ำ", []), ("ក្លឺ", []),
      ]
      for (words, found) in questions {
        #expect(try await home.store.search(words: words).map(\.id) == found, "\(words)")
      }
      // Also after an edit, which removes the words that were added.
      var change = PostChange()
      change.body = "กลางวัน"
      _ = try await home.store.update(1, change, by: TemporaryStore.ada.email)
      #expect(try await home.store.search(words: "กลางวัน").map(\.id) == [1])
      #expect(try await home.store.search(words: "กลางคืน").isEmpty)
    }

    /// Words of Korean have endings, and emoji are words.
    @Test(arguments: StoreKind.all) func koreanIsFoundWithinWordsAndEmojiAlone(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      let ids = try await home.add(
        Data(
          #"{"posts":[{"title":"한글도 배운다"},{"title":"글한"},{"title":"fire🔥 and ❤️","body":"👩🏽‍🚀"},{"title":"fire"}]}"#
            .utf8))
      let questions: [(String, [Int])] = [
        ("한글", [ids[0]]), ("글도", [ids[0]]), ("한", [ids[1], ids[0]]), ("한글*", [ids[0]]),
        ("도글", []), ("🔥", [ids[2]]), ("❤", [ids[2]]), ("🚀", [ids[2]]), ("👩‍🚀", [ids[2]]),
        ("fire 🔥", [ids[2]]), ("fire", [ids[3], ids[2]]), ("🚒", []), ("★", []),
      ]
      for (words, found) in questions {
        let hits = try await home.store.search(words: words).map(\.id)
        #expect(Set(hits) == Set(found), "\(words): \(hits)")
      }
    }

    /// A sign is found however it is to be drawn, and the word before it alone.
    @Test(arguments: StoreKind.all) func signsAreFoundWithAndWithoutASelector(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      for sign in ["™", "©", "®", "‼", "↔", "▶", "☎", "❤", "㊗", "Ⓜ", "〰"] {
        var ids: [Int] = []
        for written in [sign, sign + "\u{FE0F}", sign + "\u{FE0E}"] {
          ids.append(
            try await home.store.create(
              Post(id: 0, title: "Zlantern\(written)", body: "b"), by: TemporaryStore.ada.email
            ).id)
        }
        for words in [
          sign, sign + "\u{FE0F}", sign + "\u{FE0E}", "zlantern", "zlantern\(sign)\u{FE0F}",
        ] {
          let hits = try await home.store.search(words: words).map(\.id)
          #expect(hits == ids.reversed(), "\(words)")
        }
        for id in ids { try await home.store.delete(id) }
      }
    }

    /// What an author typed is found as readers type it, in titles, summaries and bodies.
    @Test(arguments: StoreKind.all) func wordsAreFoundAsReadersWriteThem(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      let words = [
        ("감자".decomposedStringWithCanonicalMapping, "감자"), ("Ελλάδα", "ελλαδα"),
        ("ΟΔΟΣ", "οδός"), ("Straße", "STRASSE"), ("ﬁsh", "fish"), ("ｆｕｌｌ", "full"),
        ("สิ่งแวดล้อม", "สิ่งแวดล้อม"), ("ｶﾞﾗｽ", "ガラス"), ("ёлка", "елка"),
      ]
      for (one, other) in words {
        for written in [one, other] {
          var ids: [Int] = []
          for field in 0..<3 {
            let texts = (0..<3).map { $0 == field ? "a \(written), here" : "x" }
            ids.append(
              try await home.store.create(
                Post(id: 0, title: texts[0], summary: texts[1], body: texts[2]),
                by: TemporaryStore.ada.email
              ).id)
          }
          for word in [one, other] {
            let hits = try await home.store.search(words: word)
            #expect(hits.map(\.id) == ids.reversed(), "\(written), \(word)")
          }
          for id in ids { try await home.store.delete(id) }
          #expect(try await home.store.search(words: one).isEmpty)
        }
      }
    }

    /// However many posts have a word, a search looks at the newest of them only.
    @Test(arguments: StoreKind.all) func ofManyPostsTheNewestAreRanked(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      let count = StoreLimits.ranked + 50
      let posts = (1...count).map { number in
        // The word in a short title is worth most.
        number == 1 || number == count - 500
          ? ["title": "lantern"] : ["title": "post \(number)", "body": "a lantern of many words"]
      }
      let ids = try await home.add(Data(try JSONEncoder().encode(["posts": posts])))
      let hits = try await home.store.search(words: "lantern")
      #expect(hits.count == StoreLimits.hits && hits.filter { $0.relevance == 1 }.count == 1)
      #expect(hits.first { $0.relevance == 1 }?.id == ids[count - 501])
      let again = try await home.store.search(words: "lantern nowhere")
      #expect(again.isEmpty)
    }

    /// A code that one process sends is good in the other, and the limits hold for both together.
    @Test(arguments: StoreKind.all) func processesShareCodesAndLimits(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      let stores = [home.store, try await home.openAgain()]
      let code = try await stores[0].newCode(for: "new@example.com")
      guard case .right = try await stores[1].check(code: code, for: "new@example.com") else {
        Issue.record("a code of another process was refused")
        return
      }
      let refused = await withTaskGroup(of: Bool.self) { group in
        for turn in 0..<10 {
          group.addTask {
            do {
              _ = try await stores[turn % 2].newCode(for: "ben@example.com")
              return false
            } catch {
              return true
            }
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(refused == 8, "two codes a minute for one e-mail and peer")
    }

    /// Listeners and feeds wait for their searches without keeping a connection meanwhile.
    @Test(arguments: StoreKind.all) func searchesForBadgesTakeTurns(_ kind: StoreKind) async throws
    {
      let home = try await kind.sample()
      let store = try #require(home.store as? any SearchingStore)
      let ada = TemporaryStore.ada.email
      _ = try await store.search(queryID: 8, reader: ada)
      _ = try await store.create(Post(id: 0, title: "my loom"), by: "ben@example.com")
      let request = FeedRequest(templates: ["query"], reader: ada, isTagged: true)
      let (over, end) = AsyncStream<Void>.makeStream()
      let (begun, begin) = AsyncStream<Void>.makeStream()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...StoreLimits.searches {
          group.addTask {
            _ = try? await store.searchQueue.run(for: "other \(number)") {
              () async throws(StoreError) in
              begin.yield()
              for await _ in over {}
            }
          }
        }
        // Whoever came before them would have had their turn, and not wait.
        var others = begun.makeAsyncIterator()
        for _ in 1...StoreLimits.searches { await others.next() }
        for _ in 1...8 {
          group.addTask {
            let news = try? await store.events(after: nil, reader: ada)
            #expect(news?.badges == [8: true])
          }
          group.addTask {
            let page = try? await store.cursor(over: .feed(request)).next(atLeast: 1)
            #expect(page?.entries.first?.post.feed?.hasNewMatches == true)
          }
        }
        #expect(try await eventually { store.searchQueue.count == 16 })
        #expect((try? await store.post(3))?.id == 3)
        end.finish()
        try await group.waitForAll()
      }
    }
  }
}

private protocol SearchingStore: Store {
  var searchQueue: TurnQueue { get }
}

extension SQLiteStore: SearchingStore {}
extension PostgresStore: SearchingStore {}
