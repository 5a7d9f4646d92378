import FireflyCore
import SeededRandom
import Testing

/// The title of a reply without one is made of its first words, and known again.
@Suite struct MadeTitleTests {
  private func made(_ body: String, summary: String = "") -> String {
    PostText(summary: summary, body: body).madeTitle
  }

  @Test(arguments: [
    ("So it is.", "So it is."), ("  So\n\nit is.  ", "So it is."),
    ("# A heading\n\nAnd **words**, `code`.", "A heading And words, code."),
    ("> it is written\n\n```\nlet x = 1\n```\n\nNo longer.", "No longer."),
    ("> it is written", "it is written"), ("```\nlet x = 1\n```", "let x = 1"),
    ("[a boat](https://example.org/x) leaves", "a boat leaves"),
    ("![a boat at dawn](boat.png)", "a boat at dawn"), ("![](boat.png)", "picture"),
    ("كتب على الجدار", "كتب على الجدار"), ("船が出る", "船が出る"), ("", ""), (" \n ", ""), ("****", ""),
  ])
  func itIsTheFirstWordsOnOneLine(body: String, title: String) {
    #expect(made(body) == title)
  }

  @Test func withoutABodyItIsTheSummary() {
    #expect(made("", summary: "what for") == "what for")
    #expect(made("words", summary: "what for") == "words")
  }

  @Test func itIsCutAtAWordAfterSixtyLetters() {
    let words = Array(repeating: "lantern", count: 20).joined(separator: " ")
    #expect(made(words) == Array(repeating: "lantern", count: 7).joined(separator: " ") + "…")
    let sixty = String(repeating: "abcde ", count: 9) + "abcdef"
    #expect(made(sixty) == sixty)
    #expect(made(sixty + "g") == String(repeating: "abcde ", count: 9).dropLast() + "…")
    let one = String(repeating: "x", count: 500)
    #expect(made(one) == String(repeating: "x", count: 59) + "…")
    for length in 1...130 {
      for body in [String(repeating: "é ", count: length), String(repeating: "船", count: length)] {
        #expect(made(body).count <= PostText.madeTitleLetters)
        #expect(!made(body).contains { $0.isNewline })
      }
    }
  }

  @Test func itIsKnownAgainInRepliesOnly() {
    let body =
      "The **first** words of a reply that goes on for much longer than a title does.\n\nMore."
    var post = Post(id: 2, parentID: 1, title: made(body), body: body)
    post.dropMadeTitle()
    #expect(post.title == "")
    #expect(post.words.label == made(body))
    var top = Post(id: 2, title: made(body), body: body)
    top.dropMadeTitle()
    #expect(top.title == made(body))
    var titled = Post(id: 2, parentID: 1, title: "On lamps", body: body)
    titled.dropMadeTitle()
    #expect(titled.title == "On lamps")
    var picture = Post(id: 2, parentID: 1, title: PostText.pictureTitle)
    picture.dropMadeTitle()
    #expect(picture.title == PostText.pictureTitle)
    picture.imageURL = "boat.png"
    picture.dropMadeTitle()
    #expect(picture.title == "")
  }

  /// Other clients take the first line or sentence, or cut elsewhere: then it would stand there twice, too.
  @Test(arguments: [
    ("Yes, hence the lock.", "Yes, hence the lock. It is empty."), ("Yes!", "Yes!"),
    ("one line", "**one** line\n\nand more"), ("one li…", "one line\n\nand more"),
    ("one …", "one line"),
  ])
  func aTitleWithWhichTheTextBeginsIsSaidOnce(title: String, body: String) {
    var post = Post(id: 2, parentID: 1, title: title, body: body)
    post.dropMadeTitle()
    #expect(post.title == "")
  }

  @Test(arguments: [("one", "one line"), ("on", "one"), ("One.", "one. two"), ("…", "x")])
  func otherTitlesStay(title: String, body: String) {
    var post = Post(id: 2, parentID: 1, title: title, body: body)
    post.dropMadeTitle()
    #expect(post.title == title)
  }

  /// What is seen at the beginning of a text never hides that its title was made from it.
  @Test func noMadeTitleIsOverlooked() {
    var random = SplitMix(seed: 49)
    let parts = [
      "word", "Another", "42", "a", "é", "e\u{301}", "船", " ", " ", "  ", "\t", "\n", "\n\n", "**",
      "*", "_",
      "`", "~~", "> ", ">", "# ", "- ", "[a](b)", "![](b)", "[x]: y", "[^1]", "<b>", "&amp;", "\\",
      "|", "---",
      "```\n", "1\u{20E3}", "\u{200B}", "\u{202E}", "\r\n", String(repeating: "x", count: 80),
    ]
    for _ in 0..<3_000 {
      let count = Int.random(in: 1...6, using: &random)
      let body = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let title = made(body)
      guard !title.isEmpty else { continue }
      var post = Post(id: 2, parentID: 1, title: title, body: body)
      post.dropMadeTitle()
      #expect(post.title == "", "\(body)")
    }
  }

  @Test func whatIsMissing() {
    let fields = PostFields.firefly
    let words = PostText(body: "So it is.")
    #expect(fields.missing(in: words, isReply: false, hasPicture: true) == [.title])
    #expect(fields.missing(in: words, isReply: true, hasPicture: false) == [])
    #expect(fields.missing(in: PostText(), isReply: true, hasPicture: false) == [.title])
    #expect(fields.missing(in: PostText(), isReply: true, hasPicture: true) == [])
    let all = PostFields(required: PostField.allCases)
    #expect(all.missing(in: words, isReply: true, hasPicture: false) == [.summary])
  }
}
