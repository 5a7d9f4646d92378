import FireflyCore
import FireflyPictures
import Foundation
import Testing

@testable import FireflyClient

/// Pictures beside the drafts they go with.
@Suite struct DraftPicturesTests {
  private let home = TemporaryState()
  private let key = Draft.Key(server: "s", account: "ada@example.org", target: .newPost(below: nil))
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 40)

  private func store() -> DraftStore { DraftStore(home.folder) { _ in } }

  private var files: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: home.folder.folder.path)
    return (names ?? []).filter { $0.hasSuffix(".jpg") }.sorted()
  }

  /// Attaches a picture to the draft.
  private func attach(_ bytes: [UInt8], _ store: DraftStore) -> String {
    let (name, problem) = store.pictures.save(bytes, .jpeg, for: key)
    #expect(problem == nil)
    store.save(Draft(key: key, picture: Draft.Picture(path: "a.jpg", copy: name)))
    return name
  }

  @Test func outlivesTheProgram() async throws {
    var name = ""
    do {
      let store = store()
      _ = await store.open(key)
      name = attach(Self.jpeg, store)
      store.close(key)
      store.flush()
    }
    let path = home.folder.folder.appendingPathComponent(name).path
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let next = store()
    guard case .ready(let kept?, _) = await next.open(key) else {
      Issue.record("the draft is gone")
      return
    }
    #expect(kept.draft.picture == Draft.Picture(path: "a.jpg", copy: name))
    #expect(next.pictures.bytes(of: name) == Self.jpeg)
    next.remove(key)
    next.flush()
    #expect(files == [])
  }

  /// Of several, the last stays; not before the draft has been written with it.
  @Test func thoseThatWereReplacedGo() async {
    let store = store()
    _ = await store.open(key)
    let first = attach(Self.jpeg, store)
    store.flush()
    let second = attach(Self.jpeg + [1], store)
    #expect(files == [first, second].sorted())
    store.close(key)
    store.flush()
    #expect(files == [second])
    // Whoever ended without a word left one behind.
    _ = store.pictures.save(Self.jpeg + [2], .jpeg, for: key)
    _ = await store.open(key)
    #expect(files == [second])
    store.close(key)
    store.flush()
  }

  @Test func goesWithItsDraft() async throws {
    let store = store()
    _ = await store.open(key)
    _ = attach(Self.jpeg, store)
    store.close(key)
    store.flush()
    #expect(files.count == 1)
    try home.folder.delete(key.id)
    #expect(files == [])
  }

  /// Where the disk doesn't take it, it is there until the program ends, and one is told.
  @Test func isHeldWhereTheDiskDoesNotTakeIt() throws {
    try FileManager.default.createDirectory(at: home.state, withIntermediateDirectories: true)
    try Data().write(to: home.folder.folder)
    let store = store()
    let (name, problem) = store.pictures.save(Self.jpeg, .jpeg, for: key)
    #expect(problem?.description.contains("could not be written to the disk") == true)
    #expect(store.pictures.bytes(of: name) == Self.jpeg)
    #expect(self.store().pictures.bytes(of: name) == nil)
  }

  @Test(arguments: [
    "../a.jpg", "a.jpg", "", "0123456789abcdef-0123456789abcdef.txt", "/etc/passwd",
  ])
  func aNameLeadsNowhereElse(name: String) throws {
    try FileManager.default.createDirectory(
      at: home.folder.folder, withIntermediateDirectories: true)
    try Data(Self.jpeg).write(to: home.state.appendingPathComponent("a.jpg"))
    try Data(Self.jpeg).write(to: home.folder.folder.appendingPathComponent("a.jpg"))
    #expect(store().pictures.bytes(of: name) == nil)
  }

  @Test func attachesAFile() async throws {
    let file = home.state.appendingPathComponent("wide picture.png")
    try FileManager.default.createDirectory(at: home.state, withIntermediateDirectories: true)
    try #require(Data(base64Encoded: Self.picture)).write(to: file)
    let pictures = store().pictures
    let box = PixelSize(width: 800, height: 800)
    let (response, pixels) = await pictures.attach(file.path, to: key, showing: box, log: silent)
    guard case .attached(let all) = response, let attached = all.first else {
      Issue.record("\(response)")
      return
    }
    // Turned by a quarter, scaled down.
    #expect(abs(attached.aspectRatio - 16.0 / 1_200) < 0.001)
    #expect(pixels?.size.height ?? 0 >= 800)
    #expect(files == [attached.picture.copy])
    let refused = await pictures.attach(home.state.path, to: key, showing: box, log: silent)
    guard case .refused = refused.response else {
      Issue.record("a folder is no picture")
      return
    }
  }

  /// 1,500 × 20 pixels, to be turned by a quarter.
  private static let picture = """
    iVBORw0KGgoAAAANSUhEUgAABdwAAAAUCAIAAAAY1GhNAAAAGmVYSWZNTQAqAAAACAABARIAAwAAAAEABgAAAAAAANZnS2k\
    AAACvSURBVHja7dhBCQAADAOx+je9ySiFQBTc83IJAMAoDQCAYRoAAKYMAIApAwBgygAApgwAgCkDAGDKAACYMgCAKQMAYM\
    oAAJgyAIApAwBgygAAmDIAAKYMAGDKAACYMgAApgwAgCkDAJgyAACmDACAKQMAmDIAAKYMAIApAwBgygAApgwAgCkDAGDKA\
    ACmDACAKQMAYMoAAJgyAIApAwBgygAAmDIAAKYMAGDKAAC0PKCrwZ3RC7SIAAAAAElFTkSuQmCC
    """
}
