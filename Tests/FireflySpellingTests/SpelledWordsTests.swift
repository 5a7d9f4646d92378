import FireflySpelling
import Testing

@Suite("Words to look up") struct SpelledWordsTests {
  private func words(_ line: String) -> [String] {
    SpelledWords.words(in: line, 0..<line.utf8.count).map(\.0)
  }

  @Test(arguments: [
    ("The boat turns faster.", ["The", "boat", "turns", "faster"]),
    ("don't, “don’t” and 'quoted'", ["don't", "don’t", "and", "quoted"]),
    ("rock'n'roll dogs' tails", ["rock'n'roll", "dogs", "tails"]),
    ("well-known half–hearted", ["well", "known", "half", "hearted"]),
    ("a I x", []),
    ("NASA SwiftUI iPhone HTTP", []),
    ("mp3 4th 2026", []),
    ("see /usr/lib, C:\\x, a_b, ada@example.org, @ada, #boats, x=y", ["see"]),
    ("at example.org and file.txt, e.g. here.", ["at", "and", "here"]),
    ("end.Next", []),
    ("naïve Zürich лодка", ["naïve", "Zürich", "лодка"]),
    ("帆船 ヨット 보트 เรือ", []),
    ("", []),
    ("   ", []),
  ])
  func onlyWordsOfALanguageAreChecked(line: String, expected: [String]) {
    #expect(words(line) == expected)
  }

  @Test
  func theyAreWhereTheyAreSaidToBeInAnyPartOfALine() {
    let line = "Só “don’t” naïve-té, ünd'  boats’ «été» e\u{301}te\u{301} 👩‍👩‍👧 sail."
    let ends = line.indices.map { line.utf8.distance(from: line.startIndex, to: $0) }
    for start in ends {
      for end in ends where end >= start {
        for (word, bytes) in SpelledWords.words(in: line, start..<end) {
          let found = line.utf8.dropFirst(bytes.lowerBound).prefix(bytes.count)
          #expect(String(decoding: Array(found), as: UTF8.self) == word)
          #expect(bytes.lowerBound >= start && bytes.upperBound <= end)
        }
      }
    }
  }
}
