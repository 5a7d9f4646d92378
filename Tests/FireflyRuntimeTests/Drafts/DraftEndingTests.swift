import FireflyCore
import FireflyPrograms
import Foundation
import SeededRandom
import TerminalHarness
import Testing

@testable import FireflyClient

/// Programs that write drafts and are ended at any moment.
@Suite struct DraftEndingTests {
  private let home = TemporaryState()
  private static let key = Draft.Key(
    server: "probe", account: "ada@example.org", target: .newQuery)

  private func lines() throws -> Int {
    guard let kept = try home.folder.draft(Self.key.id) else { return 0 }
    let lines = kept.draft.words.body.split(separator: "\n")
    for (index, line) in lines.enumerated() {
      #expect(line == "\(index + 1) words that must not be lost")
    }
    return lines.count
  }

  private func start(_ script: String) throws -> (ChildProgram, Pipe) {
    let process = ChildProgram()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", script, "sh", BuiltProgram.path(of: "FireflyDraftsProbe"), home.state.path,
    ]
    process.standardOutput = output
    try process.run()
    return (process, output)
  }

  /// The number in the last line of the output that begins with a word.
  private func last(_ word: String, in output: String) -> Int? {
    // The last line may be cut.
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .last { $0.hasPrefix(word + " ") }.flatMap { Int($0.dropFirst(word.count + 1)) }
  }

  @Test func killedAtAnyMomentNothingThatWasKeptIsLost() throws {
    var random = SplitMix(seed: 7)
    for _ in 0..<12 {
      let (process, output) = try start(#"exec "$1" "$2""#)
      var text = ""
      while !text.contains("kept") {
        let data = output.fileHandleForReading.nextData()
        try #require(!data.isEmpty)
        text += String(decoding: data, as: UTF8.self)
      }
      usleep(UInt32.random(in: 0...30_000, using: &random))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      text += String(
        decoding: output.fileHandleForReading.remainingData(), as: UTF8.self)
      let told = try #require(last("kept", in: text))
      // One more may have come to the disk without a chance to say so.
      #expect((told...(told + 1)).contains(try lines()))
      // Nobody is kept out by who is dead.
      let lock = try home.folder.lock(Self.key.id)
      _ = lock
    }
  }

  @Test func killedWhileTypingOnlyTheLastMomentIsLost() throws {
    let (process, output) = try start(#"exec "$1" "$2" --patient"#)
    var typed: [(line: Int, time: ContinuousClock.Instant)] = []
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(3) {
      let text = String(decoding: output.fileHandleForReading.nextData(), as: UTF8.self)
      if let line = last("typed", in: text) { typed.append((line, .now)) }
    }
    let end = ContinuousClock.now
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    // A second is what is promised; the other one is a busy machine's.
    let old = typed.last { end - $0.time > .seconds(2) }
    #expect(try lines() >= #require(old).line)
  }

  /// A limit of the size of files stands for a disk that fills up: the file that was whole stays so.
  @Test func fullDiskIsReportedAndKeepsOldData() throws {
    let (process, output) = try start(#"ulimit -f 8; exec "$1" "$2""#)
    let text = String(decoding: output.fileHandleForReading.remainingData(), as: UTF8.self)
    process.waitUntilExit()
    let told = try #require(last("kept", in: text))
    #expect(try lines() == told)
    #expect(
      text.contains(
        "The draft could not be written to the disk: File too large. You can keep writing"))
    #expect(try home.files() == [Self.key.id + ".json"])
  }
}
