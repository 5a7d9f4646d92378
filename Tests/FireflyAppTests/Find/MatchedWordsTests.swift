import FireflyCore
import FireflyModel
import Testing

@testable import FireflyApp

/// What a saved search has found is seen in its results.
@Suite struct MatchedWordsTests {
  private func query(_ summary: String, title: String = "a search") -> Post {
    var post = Post.numbered(9, template: .query)
    (post.title, post.summary) = (title, summary)
    return post
  }

  private func marked(_ text: String, by words: String) -> [String] {
    MatchedWords(query(words))?.ranges(in: text).map { String(text[$0]) } ?? []
  }

  @Test func wordsAreMarkedWhateverTheirEndingsAndCase() {
    #expect(
      marked("Moons, mooning; a moonlit lamp", by: "moon LAMPS") == ["Moons", "mooning", "lamp"])
    #expect(marked("Éclairs and eclair", by: "éclair") == ["Éclairs", "eclair"])
    #expect(marked("a knot of knots, knotted", by: "knot*") == ["knot", "knots", "knotted"])
    #expect(marked("the week one, week two", by: "\"week one\"") == ["week", "one", "week"])
    #expect(marked("nothing here", by: "moon") == [])
  }

  @Test func partsOfUnspacedTextAreMarked() {
    #expect(marked("源氏蛍と平家蛍", by: "蛍") == ["蛍", "蛍"])
    #expect(marked("蛍の句", by: "句 蛍") == ["蛍", "句"])
  }

  @Test func wordsAreMarkedAsReadersWriteThem() {
    let text = "Straße, Ελλάδα, ﬁsh, ｆｕｌｌ, \u{1100}\u{1161}\u{11B7}자"
    #expect(
      marked(text, by: "strasse ΕΛΛΑΔΑ fish full 감자")
        == ["Straße", "Ελλάδα", "ﬁsh", "ｆｕｌｌ", "\u{1100}\u{1161}\u{11B7}자"])
  }

  @Test func onlySearchesMark() {
    #expect(MatchedWords(nil) == nil)
    #expect(MatchedWords(Post.numbered(1)) == nil)
    #expect(MatchedWords(query("…", title: "!")) == nil)
    #expect(MatchedWords(query("", title: "moon"))?.ranges(in: "moon").count == 1)
  }

  /// The summary of a list says what it has: its words are not sought in its posts.
  @Test func listsDontMark() {
    func list(_ id: Post.ID) -> Post {
      Post(
        id: id, parentID: -1, title: "harbour", summary: "1 post of this folder", template: .query)
    }
    for id in [9, Post.laterID, Post.draftsID] { #expect(MatchedWords(list(id)) == nil) }
    var walk = Walk([])
    walk.press(.character("2"))
    walk.answer(Walk.searches, [list(9), query("moon bay")])
    walk.press(.right)
    walk.answer(walk.level, [])
    #expect(walk.text.contains("No posts") && !walk.text.contains("1 post"), "\(walk.text)")
  }

  /// A very narrow terminal has no columns for words.
  @Test(arguments: [-3, 0, 1]) func aSentenceHasNoNegativeLength(columns: Int) {
    let post = Post.numbered(1, body: "A moon over the harbour.")
    #expect(
      MatchedWords(query("moon"))?.sentence(of: post, columns: columns)?.contains("moon") == true)
  }

  @Test func resultsShowThemInTitleSummaryAndBody() {
    var walk = Walk([])
    walk.press(.character("2"))
    walk.answer(Walk.searches, [query("moon bay")])
    walk.press(.right)
    var result = Post.numbered(1, body: "A **moon** over the bays.")
    (result.title, result.summary) = ("the moon", "over a bay")
    walk.send(.list(.parentResponse(level: walk.level, .success(query("moon bay")))))
    walk.answer(walk.level, [result])
    walk.press(.enter)
    let frame = walk.frame
    var words: [String] = []
    for y in 0..<frame.size.height {
      var word = ""
      for x in 0..<frame.size.width {
        let cell = frame[x, y]
        if cell.style.background == Theme.firefly.mark {
          word += cell.glyph.text
        } else if !word.isEmpty {
          words.append(word)
          word = ""
        }
      }
    }
    #expect(words == ["moon", "bay", "moon", "bays"])
  }

  private func sentence(_ body: String, summary: String = "", by words: String) -> String? {
    var post = Post.numbered(1, body: body)
    (post.title, post.summary) = ("", summary)
    return MatchedWords(query(words))?.sentence(of: post, columns: 60)
  }

  @Test func whatIsDrawnOfAResultShowsTheWord() throws {
    let opening = String(repeating: "a long beginning ", count: 8)
    let body = opening + "ends. Then 0.4 came. A reproducible build is rare. So it is."
    #expect(
      sentence(body, summary: opening + "… reproducible", by: "reproducible")
        == "A reproducible build is rare.")
    #expect(sentence(body, summary: "A reproducible build", by: "reproducible") == nil)
    // The sentence with most of the words, and not in an address.
    let two = "You can get a file. There is a *lock* file beside it. A lock is it."
    #expect(sentence(two, by: "lock file") == "There is a lock file beside it.")
    #expect(sentence("See [it](http://e.example/lock). No more.", by: "lock") == nil)
    // A long sentence is cut so that the word is in its first columns.
    let long = try #require(
      sentence(String(repeating: "word ", count: 100) + "reproducible end", by: "reproducible"))
    #expect(long.hasPrefix("… word") && long.prefix(60).contains("reproducible"))
  }

  /// Behind author, age and source, too, which take half a row.
  @Test(arguments: [60, 80, 120]) func theWordStandsBehindLongDetails(width: Int) {
    var walk = Walk([], width: width)
    walk.state.lists.chosenDensity = .compact
    walk.press(.character("2"))
    walk.answer(Walk.searches, [query("reproducible")])
    walk.press(.right)
    let around = String(repeating: "word ", count: 60)
    var result = Post.numbered(1, body: "\(around)reproducible \(around)")
    result.authorName = "Mei of Harbour Log"
    walk.send(.list(.parentResponse(level: walk.level, .success(query("reproducible")))))
    walk.answer(walk.level, [result])
    walk.wait(0.1)
    #expect(walk.row(2).contains("reproducible"), "\(walk.text)")
  }

  /// In two rows and in one row, too.
  @Test(arguments: [Density.cards, .compact, .lines], [40, 80, 120])
  func resultsShowTheWord(density: Density, width: Int) {
    var walk = Walk([], width: width)
    walk.state.lists.chosenDensity = density
    walk.press(.character("2"))
    walk.answer(Walk.searches, [query("reproducible")])
    walk.press(.right)
    let opening = String(repeating: "a long beginning ", count: 8)
    var result = Post.numbered(1, body: opening + "ends. Some build is reproducible, says Ada.")
    (result.title, result.summary) = ("", opening + "ends. Some build is reproducible")
    walk.send(.list(.parentResponse(level: walk.level, .success(query("reproducible")))))
    walk.answer(walk.level, [result])
    walk.wait(0.1)
    // It may be cut at the end of a row.
    let rows = walk.text.split(separator: "\n").dropFirst().joined(separator: " ")
    #expect(rows.contains("reproducible"), "\(walk.text)")
  }
}
