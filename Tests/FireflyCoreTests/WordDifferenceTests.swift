import SeededRandom
import Testing

@testable import FireflyCore

/// What two texts have in common, by words.
@Suite struct WordDifferenceTests {
  /// Parts in short: what is the same, `[old|new]` where it isn't.
  private func short(_ old: String, _ new: String) -> String {
    WordDifference(from: old, to: new).parts
      .map { $0.isSame ? $0.new : "[\($0.old)|\($0.new)]" }.joined()
  }

  @Test func wordsThatDiffer() {
    #expect(short("", "") == "")
    #expect(short("a b", "a b") == "a b")
    #expect(short("the sea is calm", "the lake is calm") == "the [sea|lake] is calm")
    #expect(short("one two", "one") == "one[ two|]")
    #expect(short("", "new words") == "[|new words]")
    // Two words that differ are one difference, with the space between them.
    #expect(short("so it was then", "so he came then") == "so [it was|he came] then")
    #expect(short("one\n\ntwo", "one\n\nthree") == "one\n\n[two|three]")
    #expect(short("風が強い", "風は強い") == "風[が|は]強い")
    #expect(short("well, yes", "well. yes") == "well[,|.] yes")
    // A character is never cut.
    #expect(short("👩‍👩‍👧", "👩‍👩‍👦") == "[👩‍👩‍👧|👩‍👩‍👦]")
  }

  /// The parts give both texts back, what is the same is so, and no two neighbours are of one kind.
  @Test(arguments: 0..<40) func partsAreBothTexts(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let pieces = [
      "a", "bc", " ", "  ", "\n", "\r\n", "é", "e\u{301}", "風", ",", "👨‍👩‍👧", "\u{301}", "the", "x1",
    ]
    func text(_ count: Int) -> [String] {
      (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }
    }
    let base = text(Int.random(in: 0...300, using: &random))
    var changed = base
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      let place = Int.random(in: 0...changed.count, using: &random)
      if Bool.random(using: &random) || place == changed.count {
        changed.insert(contentsOf: text(2), at: place)
      } else {
        changed.remove(at: place)
      }
    }
    let (old, new) = (base.joined(), changed.joined())
    let parts = WordDifference(from: old, to: new).parts
    #expect(parts.map(\.old).joined().utf8.elementsEqual(old.utf8))
    #expect(parts.map(\.new).joined().utf8.elementsEqual(new.utf8))
    #expect(parts.allSatisfy { !$0.isSame || $0.old == $0.new })
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.isSame != $1.isSame })
  }

  /// What has been found is as much as there is, for short texts.
  @Test(arguments: 0..<30) func nothingIsMissed(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    func sequence() -> [Int] {
      (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 0...5, using: &random)
      }
    }
    let (old, new) = (sequence(), sequence())
    let pairs = SequenceMatch.pairs(old[...], new[...])
    #expect(pairs.allSatisfy { old[$0.old] == new[$0.new] })
    #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.old < $1.old && $0.new < $1.new })
    var longest = [[Int]](
      repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
    for i in old.indices {
      for j in new.indices {
        longest[i + 1][j + 1] =
          old[i] == new[j] ? longest[i][j] + 1 : max(longest[i][j + 1], longest[i + 1][j])
      }
    }
    #expect(pairs.count == longest[old.count][new.count])
  }

  /// Large texts that have little in common, or nothing but what is everywhere, are compared all the same.
  @Test func largeTexts() {
    var random = SplitMix(seed: 1)
    let words = (0..<20_000).map { _ in "w\(Int.random(in: 0...40_000, using: &random))" }
    func text(_ words: [String]) -> String {
      words.enumerated().map { $0 % 20 == 19 ? $1 + "\n" : $1 + " " }.joined()
    }
    let old = text(words)
    let new = text(words.shuffled(using: &random))
    let parts = WordDifference(from: old, to: new).parts
    #expect(parts.map(\.old).joined() == old && parts.map(\.new).joined() == new)
    // A change in the middle of a long text is found beside many others.
    let moved = words.enumerated().map { $0 % 50 == 7 ? "x\($0)" : $1 }
    let few = WordDifference(from: old, to: text(moved)).parts
    #expect(few.count { !$0.isSame } == 400)
  }
}
