import Eventually
import FireflyApp
import FireflyModel
import Foundation
import Synchronization
import Testing

@testable import FireflyClient
@testable import FireflyRuntime

/// The small files of this machine: none is lost, and nothing is lost in silence.
@Suite struct JSONFileTests {
  private final class Reports: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock(\.self) }
    func add(_ sentence: String) { list.withLock { $0.append(sentence) } }
  }

  private let state = FileManager.default.temporaryDirectory
    .appendingPathComponent("firefly-files-\(UUID().uuidString)")
  private let reports = Reports()
  private var url: URL { state.appendingPathComponent("numbers.json") }
  private var file: JSONFile<[Int]> {
    JSONFile(
      file: PrivateFile(url: url), maximumBytes: 100, loss: { _ in "There are no numbers now." },
      report: reports.add)
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: state.appendingPathComponent(name), encoding: .utf8)
  }

  /// At the start, and while the program runs.
  @Test(arguments: ["", "{", "{\"version\":2}", "null", "\u{0}"], [false, true])
  func whatCannotBeDecodedIsSetAside(_ damage: String, isRunning: Bool) throws {
    for name in ["numbers.json.damaged", "numbers.json.damaged-2"] {
      if isRunning { try file.update { $0 = [1] } }
      try write(damage)
      if isRunning {
        try file.update { $0 = ($0 ?? []) + [2] }
        #expect(file.read() == [2])
      } else {
        #expect(file.read() == nil)
      }
      #expect(try text(name) == damage)
      #expect(reports.all.last?.hasSuffix("kept as \(name). There are no numbers now.") == true)
    }
    #expect(reports.all.count == 2)
  }

  @Test func programsAtOnceLoseNothingOfEachOther() async throws {
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          for _ in 0..<20 { file.keep("Numbers") { $0 = [($0?.first ?? 0) + 1, number] } }
          let words = PersonalWords(file: PrivateFile(url: state.appendingPathComponent("words")))
          for index in 0..<10 { try? words.add("word\(number)of\(index)") }
        }
      }
    }
    #expect(file.read()?.first == 160 && reports.all.isEmpty)
    #expect(try text("words").split(separator: "\n").count == 80)
  }

  /// Names of files are fingerprints: two owners may have one.
  @Test func contentsOfAnotherOwnerCountAsNone() throws {
    var file = file
    file.isOwn = { $0.first == 1 }
    try write("[2,20]")
    #expect(file.read() == nil)
    #expect(try file.updated(from: [1]) { $0.append(10) } == [1, 10])
    #expect(file.read() == [1, 10])
    #expect(try file.updated(from: [1]) { $0.append(11) } == [1, 10, 11])
    file.keep("Numbers", from: [1]) { $0.removeLast() }
    #expect(file.read() == [1, 10] && reports.all.isEmpty)
  }

  @Test func whatIsTooLargeLeavesTheOldContents() throws {
    try file.update { $0 = [1] }
    file.keep("Numbers") { $0 = Array(0..<100) }
    #expect(reports.all == ["Numbers can't be kept: it would be too large."])
    #expect(file.read() == [1])
  }

  /// As on a full disk, whoever runs the tests; a burst of read marks is a write.
  @Test func whatCannotBeWrittenIsSaid() throws {
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    for folder in ["marks", "views", "places", "searches"] {
      try Data().write(to: state.appendingPathComponent(folder))
    }
    let visits = state.appendingPathComponent("visits.json")
    try FileManager.default.createDirectory(at: visits, withIntermediateDirectories: true)
    PlacesFile(state: state, report: reports.add).record(.init(id: "", name: "your own posts"))
    let marks = ReadMarkStore(state: state, server: "one", report: reports.add)
    for id in 1...100 { marks.apply([.read([id])], to: nil) }
    marks.flush()
    #expect((1..<10).contains(reports.all.count))
    let views = ViewStore(state: state, server: "one", report: reports.add)
    views.choose(.mine, in: .posts)
    views.flush()
    PositionsFile(state: state, server: "one", report: reports.add).write(
      SavedPositions(explorer: "users"))
    LeftoverSearches(state: state, server: "one", report: reports.add).add(
      .init(account: "a", words: "b", id: 1))
    for words in [
      "Which posts are read", "What the tabs show", "Where you are",
      "Which temporary searches to delete", "The list of places",
    ] {
      #expect(reports.all.contains { $0.hasPrefix("\(words) can't be kept: ") })
    }
  }

  @Test func aBurstOfReadMarksIsOnTheDiskWithoutFlush() async throws {
    let marks = ReadMarkStore(state: state, server: "one", report: reports.add)
    for id in 1...3 { marks.apply([.read([id])], to: nil) }
    let folder = state.appendingPathComponent("marks").path
    let isThere = try await eventually {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.contains { $0.hasSuffix(".json") }
    }
    #expect(isThere)
    let other = ReadMarkStore(state: state, server: "one", report: reports.add).marks(of: nil)
    #expect((1...3).allSatisfy { !other.isUnread($0, createdAt: nil) })
  }
}
