import FireflyCore
import Foundation
import OddInputs
import SeededRandom
import Testing

@testable import FireflyApp

@Suite("Looking through many posts")
struct FindIndexTests {
  /// What finding means: case and accents don't matter, in each of three texts by itself.
  private func isFound(_ text: String, in post: Post) -> Bool {
    [post.title, post.summary, post.byline ?? ""].contains {
      $0.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }
  }

  private func matches(_ text: String, in posts: [Post]) -> [Int] {
    var index = FindIndex()
    return posts.indices.filter {
      index.match(text, in: [posts[$0]], from: 0, step: 1) != nil
    }
  }

  @Test
  func findsWhatFoundationFindsInManyScripts() {
    let letters = """
      a A é É e e\u{301} ö Ö ß ss SS İ i I σ ς Σ ΐ α й и Ё е å Å ø Æ ñ ả ậ 가 한 ב ש ا م क ग か ガ が 雪 \
      日 👩 🧭 1 2 - ﬁ x y z
      """.split(separator: " ").map(String.init) + [" "]
    // Foundation takes these for other letters on one side only, or for several that they are not.
    let oneSided: Set<String> = ["ß", "ﬁ", "İ", "ΐ", "が", "ガ"]
    var random = SplitMix(seed: 7)
    func text(_ length: ClosedRange<Int>, of letters: [String]) -> String {
      (0..<Int.random(in: length, using: &random))
        .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }
    let asked = letters.filter { !oneSided.contains($0) }
    var found = 0
    for _ in 0..<20_000 {
      let post = Post(
        id: 1, title: text(0...5, of: letters), summary: text(0...5, of: asked),
        authorName: text(1...3, of: asked))
      let needle = text(1...2, of: asked)
      guard isFound(needle, in: post) else { continue }
      found += 1
      var index = FindIndex()
      #expect(
        index.match(needle, in: [post], from: 0, step: 1) == 0,
        "\(needle) in \(post.title), \(post.summary), \(post.byline ?? "")")
    }
    #expect(found > 1_000)
  }

  @Test(arguments: [
    ("eclair", "Éclair"), ("ECLAIR", "e\u{301}clair"), ("strasse", "Straße"),
    ("STRAẞE", "strasse"), ("οδος", "ΟΔΌΣ"), ("елка", "Ёлка"), ("tieng viet", "Tiếng Việt"),
    ("שלום", "שָׁלוֹם"), ("が", "か\u{3099}"), ("か\u{3099}", "が"), ("한", "\u{1112}\u{1161}\u{11AB}"),
    ("fi", "ﬁn"), ("ﬁn", "FIN"), ("full", "ｆｕｌｌ"), ("ｆｕｌｌ", "Full"), ("ガ", "ｶﾞ"),
    ("감자", "\u{1100}\u{1161}\u{11B7}\u{110C}\u{1161}"), ("ελλαδα", "Ελλάδα"),
    ("ΕΛΛΆΔΑ", "ελλάδα"), ("οδός", "ΟΔΟΣ"), ("STRASSE", "Straße"), ("straße", "Strasse"),
    ("สง", "สิ่ง"), ("...", "wait…"),
    ("lodz", "Łódź"), ("ŁÓDŹ", "lodz"), ("aerosund", "Ærøsund"), ("thor", "Þór"), ("c++", "C++"),
    ("oe", "œuvre"), ("istanbul", "İstanbul"), ("ᾳ", "α"), ("❤", "❤️"),
  ])
  func caseAndAccentsDontMatter(needle: String, title: String) {
    #expect(matches(needle, in: [Post(id: 1, title: title)]) == [0])
    #expect(TextFolding.range(of: needle, in: "a \(title) b") != nil, "What is found is marked.")
  }

  @Test(arguments: [
    ("strass", "die Straße", "Straß"), ("full", "so ｆｕｌｌ!", "ｆｕｌｌ"), ("i", "ﬁsh", "ﬁ"),
    (
      "감자", "x \u{1100}\u{1161}\u{11B7}\u{110C}\u{1161}",
      "\u{1100}\u{1161}\u{11B7}\u{110C}\u{1161}"
    ),
    ("λαδα", "Ελλάδα", "λάδα"), ("b", "abab", "b"),
  ])
  func wholeCharactersAreMarked(needle: String, text: String, marked: String) throws {
    let range = try #require(TextFolding.range(of: needle, in: text))
    #expect(text[range] == marked)
    #expect(
      TextFolding.range(of: "zz", in: text) == nil && TextFolding.range(of: "", in: text) == nil)
  }

  @Test(arguments: [
    ("か", "が"), ("雪", "霜"), ("ab", "a"), ("aa", "a"), ("\u{0}", "a"), ("a\n", "a"),
  ])
  func otherLettersDoAndNothingReachesFromOneTextIntoTheNext(needle: String, title: String) {
    let post = Post(id: 1, title: title, summary: title, authorName: title)
    #expect(matches(needle, in: [post]).isEmpty)
  }

  @Test
  func roundTheEndsBothWaysFromAnywhere() {
    let posts = (0..<1_000).map {
      Post(id: $0, title: "post", summary: $0 % 300 == 7 ? "Wanted" : "day")
    }
    for start in [-1_001, -1, 0, 6, 7, 8, 299, 307, 907, 908, 999, 1_000, 5_000] {
      let begin = (start % 1_000 + 1_000) % 1_000
      for step in [1, -1] {
        var index = FindIndex()
        let expected = (0..<1_000).map { (begin + $0 * step + 1_000) % 1_000 }
          .first { $0 % 300 == 7 }
        #expect(index.match("wanted", in: posts, from: start, step: step) == expected)
        #expect(index.match("wanting", in: posts, from: start, step: step) == nil)
      }
    }
  }

  @Test
  func postsThatComeOrChangeAreLookedThroughAnew() {
    var walk = Walk([.numbered(1), .numbered(2)])
    walk.press(.character("/"))
    walk.type("post 3")
    #expect(walk.text.contains("not in this list"))
    walk.answer(Walk.posts, Post.numbered([1, 3]))
    walk.press(.down)
    #expect(walk.selected == 3)
    _ = walk.state.lists.change(1, walk.context) { $0.title = "learning" }
    walk.press(.control("u"))
    walk.type("learn")
    #expect(walk.selected == 1)
  }

  @Test
  func aNextPageMayHaveWhatWasNowhere() {
    var walk = Walk(Post.numbered(1...50))
    walk.press(.end, .character("/"))
    walk.type("post 7")
    walk.press(.control("u"))
    walk.type("post 77")
    #expect(walk.text.contains("looked through 50…"))
    let page = PostPage(posts: Post.numbered(51...99))
    walk.perform(.list(.nextPageResponse(level: Walk.posts, .success(page))))
    #expect(walk.selected == 77)
    #expect(walk.text.contains("1 of 1+"))
  }

  /// As generous as a busy machine and a debug build need; a scan by Foundation of each text takes
  /// ten times as long.
  @Test(.timeLimit(.minutes(1)))
  func aKeyCostsLittleWhateverHasBeenLoaded() {
    let posts = (0..<10_000).map {
      Post(
        id: $0, title: "the title of post number \($0)",
        summary: "A summary that goes on for about sixty characters or so: \($0)",
        authorName: "Ada Linden")
    }
    var index = FindIndex()
    _ = index.match("zq", in: posts, from: 0, step: 1)
    let key = ProcessorTime.seconds { _ = index.match("zqx", in: posts, from: 0, step: 1) }
    let before = ProcessorTime.seconds { _ = posts.contains { isFound("zqx", in: $0) } }
    #expect(key * 5 < before)
  }
}
