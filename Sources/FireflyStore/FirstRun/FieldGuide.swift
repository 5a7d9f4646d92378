import FireflyTransfer
import Foundation

/// The posts of new data: `FieldGuide/field-guide.json` with its pictures.
struct FieldGuide {
  let document: ImportDocument
  let pictures: [URL]
  /// What the guide says to people who listen, by the titles of its posts; nil for a post that is left out
  /// with all below it.
  private let spoken: [String: SpokenPost?]

  /// The titles of the posts that say something else to people who listen.
  var spokenTitles: Set<String> { Set(spoken.keys) }

  /// Words in place of those about cards, bars and keys.
  private struct SpokenPost: Decodable, Equatable {
    var title: String?
    var summary: String
    var body: String
  }

  /// Reads the guide of the package; nil if its resources are missing, because the program was
  /// moved without them.
  /// - Throws: `ImportError` if it is damaged.
  init?() throws {
    guard let folder = Self.folder else { return nil }
    try self.init(folder: folder)
  }

  /// Reads the guide in a folder; nil if there is none.
  /// - Throws: `ImportError` if it is damaged.
  init?(folder: URL) throws {
    let file = folder.appendingPathComponent("field-guide.json")
    guard let json = try? Data(contentsOf: file) else { return nil }
    document = try ImportDocument(json)
    pictures =
      (try? FileManager.default.contentsOfDirectory(
        at: folder.appendingPathComponent("pictures"), includingPropertiesForKeys: nil)) ?? []
    let ears = try? Data(contentsOf: folder.appendingPathComponent("field-guide-for-ears.json"))
    spoken =
      ears.flatMap { try? JSONDecoder().decode([String: SpokenPost?].self, from: $0) } ?? [:]
  }

  /// Returns the guide with its first branch dated now, so that the tour is at the top of the list.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - isForEars: whether the tour is for line mode: commands and sentences in place of keys and
  ///     cards.
  func document(begunAt now: Date, isForEars: Bool = false) -> ImportDocument {
    var document = document
    document.dateFirstBranch(now)
    guard isForEars else { return document }
    let names = [
      "→": "`right`", "←": "`left`", "the card": "the post", "this screen": "this program",
      "the screen": "the program",
    ]
    document.remove { spoken[$0.title] == .some(nil) }
    document.changeFirstBranch { post in
      for (sign, name) in names { post.body = post.body.replacing(sign, with: name) }
    }
    document.change { post in
      guard let words = spoken[post.title] ?? nil else { return }
      post.title = words.title ?? post.title
      (post.summary, post.body) = (words.summary, words.body)
    }
    return document
  }

  /// The folder of the resources: beside the program, or where `make install` puts them.
  ///
  /// `Bundle.module` would terminate the program if it found none.
  private static var folder: URL? {
    let program = Bundle.main.bundleURL
    let bundle = "firefly_FireflyStore.resources"
    return [program, program.appendingPathComponent("../share/firefly-program")]
      .map { $0.appendingPathComponent(bundle).appendingPathComponent("FieldGuide") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }
}
