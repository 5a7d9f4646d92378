import FireflyCore
import Foundation
import SeededRandom
import Testing

@testable import FireflyClient

/// Programs that write at random in the same places: nobody's words are ever lost, and no two drafts are
/// taken for one by a server.
@Suite struct DraftPropertyTests {
  @Test(arguments: 0..<60) func noWordIsLost(seed: UInt64) async throws {
    let home = TemporaryState()
    var random = SplitMix(seed: seed)
    let programs = (0..<3).map {
      WritingProgram(String("abc".dropFirst($0).prefix(1)), home.folder)
    }
    for step in 0..<60 {
      let program = programs[Int.random(in: 0..<3, using: &random)]
      await program.doSomething(step, &random)
      let missing = Self.missing(of: programs, home.folder)
      guard missing.isEmpty else {
        Issue.record("step \(step) of \(seed): \(missing) gone; \(programs.flatMap(\.story))")
        return
      }
    }
    for program in programs { program.leave() }
    for program in programs { program.parked = [:] }
    #expect(Self.missing(of: programs, home.folder) == [])
    let new = Self.drafts(home.folder).filter(\.key.target.isNew)
    #expect(Set(new.map(\.idempotencyKey)).count == new.count)
  }

  private static func drafts(_ folder: DraftFolder) -> [Draft] {
    folder.entries().compactMap { if case .draft(let kept) = $0 { kept.draft } else { nil } }
  }

  /// The words that were typed, are neither sent nor thrown away, and are nowhere.
  private static func missing(of programs: [WritingProgram], _ folder: DraftFolder) -> Set<String> {
    let given = programs.reduce(into: Set<String>()) { $0.formUnion($1.given) }
    let typed = programs.reduce(into: Set<String>()) { $0.formUnion($1.typed) }
    var there = drafts(folder).map(\.words.body)
    for program in programs {
      there += (program.editor.map { [$0] } ?? []).map(\.words.body)
      there += program.parked.values.map(\.words.body)
    }
    let words = there.reduce(into: Set<String>()) {
      $0.formUnion($1.split(separator: " ").map(String.init))
    }
    return typed.subtracting(given).subtracting(words)
  }
}

/// A program, as far as its drafts go: what `AppState` has the store do.
private final class WritingProgram {
  let name: String
  private let store: DraftStore
  var editor: Draft?
  var parked: [DraftTarget: Draft] = [:]
  private var thrown: Draft?
  private(set) var typed: Set<String> = []
  /// What was sent or thrown away.
  private(set) var given: Set<String> = []
  private(set) var story: [String] = []

  init(_ name: String, _ folder: DraftFolder) {
    self.name = name
    store = DraftStore(folder) { _ in }
  }

  func doSomething(_ step: Int, _ random: inout SplitMix) async {
    guard var draft = editor else {
      if Int.random(in: 0..<4, using: &random) == 0 { return undo(step) }
      let places: [DraftTarget] = [.newPost(below: nil), .edit(5), .newQuery, .edit(6)]
      return await begin(places[Int.random(in: 0..<4, using: &random)], step)
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<4:
      let word = "\(name)\(step)"
      typed.insert(word)
      draft.words.body += word + " "
      editor = draft
      store.save(draft)
      note("types \(word) in \(draft.key)")
    case 4:
      if draft.isWorthKeeping { parked[draft.key.target] = draft }
      leave()
      note("parks \(draft.key)")
    case 5:
      leave()
      note("leaves \(draft.key)")
    case 6:
      thrown = draft.isWorthKeeping ? draft : thrown
      end(draft)
      note("throws away \(draft.key)")
    default:
      end(draft)
      note("saves \(draft.key)")
    }
    store.flush()
  }

  func leave() {
    if let editor {
      store.save(editor)
      store.close(editor.key)
    }
    editor = nil
    store.flush()
  }

  private func end(_ draft: Draft) {
    given.formUnion(draft.words.body.split(separator: " ").map(String.init))
    store.remove(draft.key)
    editor = nil
  }

  private func begin(_ target: DraftTarget, _ step: Int) async {
    let key = Draft.Key(server: "s", account: "ada@example.org", target: target)
    if var draft = parked.removeValue(forKey: target) {
      if case .ready(_, let name) = await store.reopen(draft.key) {
        draft.idempotencyKey = name
        editor = draft
        store.save(draft)
      }
      note("goes on in \(draft.key)")
    } else {
      let (key, opening) = await store.openAny(key)
      if case .ready(let kept, let name) = opening {
        var draft = kept?.draft ?? Draft(key: key)
        draft.idempotencyKey = name
        if !target.isNew, draft.base == nil { draft.base = Draft.Base(words: PostText()) }
        editor = draft
        store.save(draft)
      }
      note("begins \(key)")
    }
    store.flush()
  }

  /// What was thrown away is a draft again, unless another one is known there.
  private func undo(_ step: Int) {
    guard let draft = thrown, parked[draft.key.target] == nil else { return }
    thrown = nil
    parked[draft.key.target] = draft
    given.subtract(draft.words.body.split(separator: " ").map(String.init))
    store.save(draft)
    store.close(draft.key)
    store.flush()
    note("takes back \(draft.key)")
  }

  private func note(_ words: String) { story.append("\(name) \(words)") }
}
