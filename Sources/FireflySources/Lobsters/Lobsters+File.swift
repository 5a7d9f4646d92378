import FireflyForeign
import Foundation

extension SourceFile {
  /// Reads stories with their comments, from `/s/ID.json`.
  mutating func readLobsters(_ documents: [Data]) throws {
    let habits = HTMLText.Habits(base: "https://lobste.rs")
    for story in try Self.decode(LobstersStory.self, documents) {
      let top = add(SourceNode(story, id: 0), habits, key: story.name)
      for comment in story.comments {
        add(
          SourceNode(comment, id: 0), habits, key: comment.name, parent: comment.parent,
          above: comment.parent == nil ? top : nil)
      }
    }
  }
}
