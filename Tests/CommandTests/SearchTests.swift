import Foundation
import OwnThreads
import Testing

/// `firefly search`, on the server of one's own.
@Suite(.ownThreads) struct SearchTests {
  /// A home with posts to find.
  private func house() throws -> Program {
    let program = try Program()
    let document = """
      {"posts":[
        {"title":"learning to sail","summary":"week one","body":"The boat turns faster than you think."},
        {"title":"a sail to mend","summary":"needle and thread","body":"To sail is to learn."},
        {"title":"帆船を学ぶ","summary":"最初の週","body":"船は速く回る。"},
        {"title":"naïve façade","summary":"\\"quoted\\" AND (not) NEAR*","body":"Ünïcode"}]}
      """
    #expect(try program.run("import", "-", input: document).status == 0)
    return program
  }

  private func titles(_ program: Program, _ words: String...) throws -> Set<String> {
    let result = try program.run(["search"] + words)
    #expect(result.status == 0, "\(words): \(result.error)")
    #expect(result.error == (result.output.isEmpty ? "firefly: Nothing found.\n" : ""))
    let fields = result.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(fields.allSatisfy { $0.count == 5 })
    return Set(fields.map { String($0[1]) })
  }

  @Test func findsWordsBeginningsAndPhrases() throws {
    let program = try house()
    #expect(try titles(program, "sail") == ["learning to sail", "a sail to mend"])
    #expect(try titles(program, "SAIL", "mend") == ["a sail to mend"])
    #expect(try titles(program, "sail", "nowhere").isEmpty)
    #expect(try titles(program, "learn*") == ["learning to sail", "a sail to mend"])
    #expect(try titles(program, "learning to sail") == ["learning to sail"])
    #expect(try titles(program, "\"to sail\" week") == ["learning to sail"])
    #expect(try titles(program, "帆船") == ["帆船を学ぶ"])
    #expect(try titles(program, "学ぶ", "最初") == ["帆船を学ぶ"])
    #expect(try titles(program, "facade") == ["naïve façade"])
  }

  /// Emoji are searched for alone, also flags and hearts.
  @Test(arguments: ["🎉", "🚲", "👍🏽", "🇰🇷", "❤️", "⭐", "™️", "‼️", "↔️"]) func emojiAreWords(emoji: String)
    throws
  {
    let program = try house()
    let post = try program.run("post", "--title", "a day with \(emoji)", input: "words")
    #expect(post.status == 0, "\(post.error)")
    #expect(try titles(program, emoji) == ["a day with \(emoji)"])
    #expect(
      try titles(program, emoji.replacing("\u{FE0F}", with: "")) == ["a day with \(emoji)"])
    #expect(try program.run("search", "+").status == 64)
  }

  /// Whatever is typed, it is words to look for.
  @Test(
    arguments: [
      "AND", "OR", "NOT", "NEAR(a b)", "a\"b", "\"", "\"open phrase", "title:sail", "-sail",
      "*sail", "sail^2", "{a b}: c", "'; DROP TABLE posts; --", "a OR", "((((", "sail**",
    ])
  func nothingIsSyntax(words: String) throws {
    guard words.contains(where: \.isLetter) else {
      return #expect(try house().run("search", "--", words).status == 64)
    }
    let result = try house().run("search", "--", words)
    #expect(result.status == 0, "\(result.error)")
    #expect(["", "firefly: Nothing found.\n"].contains(result.error))
  }

  @Test func jsonAndLimit() throws {
    let program = try house()
    #expect(try program.run("search", "sail", "--limit", "1").lines.count == 1)
    let output = try program.run("search", "sail", "--json").output
    let posts = try JSONDecoder().decode([String: [Found]].self, from: Data(output.utf8))["posts"]
    #expect(posts?.map(\.title).sorted() == ["a sail to mend", "learning to sail"])
    #expect(try program.run("search", "nowhere", "--json").output.contains("\"posts\" : ["))
    #expect(try program.run("search").status == 64)
    #expect(try program.run("search", "  ").status == 64)
  }

  private struct Found: Decodable {
    let title: String
  }

  /// On another server of our kind nobody need be signed in, unless it is for members only.
  @Test func onAServer() throws {
    let stranger = try Program()
    let house = try ServedHouse(home: try self.house())
    let found = try stranger.run("search", "sail", "--server", house.address)
    #expect(found.lines.count == 2)
    let closed = try ServedHouse("--readers", "members", home: try self.house())
    let refused = try stranger.run("search", "sail", "--server", closed.address)
    #expect(refused.status == 1)
    #expect(refused.output == "")
    #expect(!refused.error.isEmpty)
  }
}
