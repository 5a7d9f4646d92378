import Eventually
import FireflyAPI
import Foundation
import Testing

@testable import FireflyClient

/// Programs of the user's whose output is read: shell scripts of a test.
@Suite struct ProgramOutputTests {
  /// A folder with scripts, removed when it goes.
  private final class Scripts {
    let folder = NSTemporaryDirectory() + "firefly scripts \(UUID().uuidString.prefix(8))"

    init() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Writes a script, and returns its path.
    func write(
      _ text: String, first: String = "#!/bin/sh\n", mode: Int = 0o700, named name: String = "x"
    ) throws -> String {
      let path = "\(folder)/\(name)"
      try (first + text + "\n").write(toFile: path, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      return path
    }

    /// Returns the process ID in a file that a script writes, as soon as it is there.
    func process(in name: String) async throws -> pid_t {
      var id: pid_t?
      _ = try await eventually {
        let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        id = text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        return id != nil
      }
      return try #require(id)
    }
  }

  private static let environment = ["PATH": "/usr/bin:/bin", "HOME": ""]

  private func program(
    _ words: [String], maximum: Int = 1 << 20, seconds: Double = 60
  ) -> ProgramOutput {
    ProgramOutput(
      name: "notes", words: words, environment: Self.environment, maximumBytes: maximum,
      seconds: seconds)
  }

  private func complaint(_ program: ProgramOutput) async -> String {
    while true {
      do throws(APIError) {
        return "printed: " + String(decoding: try await program.run(["list"]), as: UTF8.self)
      } catch {
        // Another test that starts a program may have inherited the file while it was written.
        if !error.sentence.contains("Text file busy") { return error.sentence }
      }
    }
  }

  private func expectEnd(of process: pid_t) async throws {
    #expect(try await eventually { process.hasEnded })
  }

  @Test func itGetsItsArgumentsAndNothingElse() async throws {
    let scripts = try Scripts()
    let path = try scripts.write(
      #"printf '%s|' "$@"; cat; test -t 0 || echo "no terminal"; (echo x > /dev/tty) 2>&- || echo none"#
    )
    let words = [path, "a b", "$HOME; *"]
    #expect(await complaint(program(words)) == "printed: a b|$HOME; *|list|no terminal\nnone\n")
    // The path of a program may contain spaces; other texts are separated.
    #expect(await complaint(program([path])) == "printed: list|no terminal\nnone\n")
    #expect(await complaint(program(["echo  a   b"])) == "printed: a b list\n")
    #expect(await complaint(program(["~/usr/bin/env echo ~/x"])) == "printed: ~/x list\n")
  }

  /// More than a pipe holds, to a program that does not read all of it.
  @Test(arguments: [0, 1, 5, 300_000, 3_000_000]) func itReadsItsInput(_ count: Int) async throws {
    let input = Data(repeating: 0x61, count: count)
    let counted = program(["wc -c"])
    #expect(
      String(decoding: try await counted.run([], input: input), as: UTF8.self) == "\(count)\n")
    let first = program(["head", "-c", "1"])
    if count > 0 { #expect(try await first.run([], input: input) == Data("a".utf8)) }
  }

  /// A command on a key may print nothing.
  @Test func aCommandMayBeSilent() async throws {
    let command = ProgramOutput(
      name: "“x”", words: ["true"], environment: Self.environment, maximumBytes: 10, seconds: 60,
      isOwnCommand: true)
    #expect(try await command.run([]) == Data())
    let missing = ProgramOutput(
      name: "“x”", words: ["no-such-program"], environment: Self.environment, maximumBytes: 10,
      seconds: 60, isOwnCommand: true)
    #expect(missing.problem?.hasSuffix("See commands in the configuration.") == true)
  }

  @Test func whyItFailedIsSaid() async throws {
    let scripts = try Scripts()
    let name = "The program of notes"
    for (text, sentence) in [
      ("exit 4", "\(name) failed (exit code 4)."),
      (
        "echo one >&2; printf 'no\\033[2J such forum\\n\\n' >&2; exit 1",
        "\(name) failed (exit code 1): no such forum"
      ),
      ("kill -9 $$", "\(name) failed (signal 9)."), ("true", "\(name) printed nothing."),
      ("echo; echo '  '", "\(name) printed nothing."),
      (
        "head -c 3000000 /dev/zero",
        "\(name) printed more than 1 MB and was ended: its output is lost."
      ),
      ("exec >&-; echo late >&2; exit 2", "\(name) failed (exit code 2): late"),
    ] {
      #expect(await complaint(program([try scripts.write(text)])) == sentence)
    }
    #expect(
      await complaint(program(["no-such-program", "x"]))
        == "\(name), no-such-program, was not found. See sources in the configuration.")
    let plain = try scripts.write("", mode: 0o600)
    #expect(
      await complaint(program([plain]))
        == "\(name), \(plain), is not executable. Run: chmod +x \(plain)")
    #expect(
      await complaint(program([try scripts.write("echo x", first: "")]))
        .hasSuffix("A script needs a first line such as #!/bin/sh."))
    #expect(
      await complaint(program([try scripts.write("echo x", first: "#!/no/such/shell\n")]))
        .hasSuffix("Its first line may name a missing program."))
    #expect(await complaint(program([])).contains("was not found"))
  }

  @Test func whatItWritesToErrorsIsNoOutput() async throws {
    let scripts = try Scripts()
    let path = try scripts.write("yes | head -c 5000000 >&2; echo done")
    #expect(await complaint(program([path])) == "printed: done\n")
  }

  @Test func muchOutputArrivesWhole() async throws {
    let scripts = try Scripts()
    let path = try scripts.write("head -c 900000 /dev/zero; sleep 0.1; printf end")
    let output = await complaint(program([path]))
    #expect(output.utf8.count == 900_012 && output.hasSuffix("end"))
  }

  @Test(arguments: [
    ("sleep 1000", "The program of notes took more than 1 seconds and was ended."),
    ("yes", "The program of notes printed more than 1 MB and was ended: its output is lost."),
    ("exec >&-; sleep 1000", "The program of notes took more than 1 seconds and was ended."),
  ])
  func aProgramWithoutEndIsEndedWithItsChildren(_ text: String, _ sentence: String) async throws {
    let scripts = try Scripts()
    let path = try scripts.write("sleep 1000 & echo $! > '\(scripts.folder)/child'\n\(text)")
    #expect(await complaint(program([path], seconds: 1)) == sentence)
    try await expectEnd(of: scripts.process(in: "child"))
  }

  /// A child that has the output open delays nothing, even out of reach in a session of its own.
  @Test(arguments: [("", true), ("setsid ", false)])
  func childrenAreNotWaitedFor(_ how: String, _ isEnded: Bool) async throws {
    let scripts = try Scripts()
    let path = try scripts.write(
      "\(how)sh -c 'echo $$ > \"\(scripts.folder)/child\"; exec sleep 1000' &\n"
        + "while ! test -s '\(scripts.folder)/child'; do sleep 0.01; done; echo done")
    #expect(await complaint(program([path], seconds: 500)) == "printed: done\n")
    let child = try await scripts.process(in: "child")
    if isEnded { try await expectEnd(of: child) } else { kill(child, SIGKILL) }
  }

  /// What leaves the program's session stays, although it does so only after the program has ended.
  @Test(arguments: ["setsid -f", "sleep 0.02; exec setsid"])
  func whatLeavesTheSessionStays(_ how: String) async throws {
    let scripts = try Scripts()
    for number in 0..<8 {
      let file = "\(scripts.folder)/child\(number)"
      let path = try scripts.write(
        "(\(how) sh -c 'echo $$ > \"\(file)\"; exec sleep 1000') > /dev/null 2>&1 &\necho started")
      #expect(await complaint(program([path])) == "printed: started\n")
    }
    try await Task.sleep(for: .seconds(2))
    for number in 0..<8 {
      let text = try? String(contentsOfFile: "\(scripts.folder)/child\(number)", encoding: .utf8)
      let child = text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      #expect(child.map { kill($0, SIGKILL) } == 0, "\(number)")
    }
  }

  /// A command that succeeds leaves what it has started, as a program that holds the clipboard; others don't.
  @Test func aCommandThatSucceedsLeavesWhatItStarted() async throws {
    let scripts = try Scripts()
    func run(_ name: String, exit: Int, isOwnCommand: Bool) async throws -> pid_t {
      let path = try scripts.write(
        "sleep 1000 > /dev/null 2>&1 &\necho $! > '\(scripts.folder)/\(name)'\necho done\nexit \(exit)"
      )
      let program = ProgramOutput(
        name: name, words: [path], environment: ProcessInfo.processInfo.environment,
        maximumBytes: 1_000, seconds: 500, isOwnCommand: isOwnCommand)
      _ = await complaint(program)
      return try await scripts.process(in: name)
    }
    let holder = try await run("holder", exit: 0, isOwnCommand: true)
    // These end after the time in which the first one would.
    try await expectEnd(of: try await run("failed", exit: 3, isOwnCommand: true))
    try await expectEnd(of: try await run("source", exit: 0, isOwnCommand: false))
    #expect(kill(holder, SIGKILL) == 0)
  }

  @Test func aCancelledTaskEndsIt() async throws {
    let scripts = try Scripts()
    let path = try scripts.write("echo $$ > '\(scripts.folder)/self'; sleep 1000")
    let program = program([path], seconds: 500)
    let task = Task { await complaint(program) }
    let process = try await scripts.process(in: "self")
    task.cancel()
    #expect(await task.value == APIError.cancelled.sentence)
    try await expectEnd(of: process)
  }

  /// The most memory that this process has had so far, in bytes.
  private static func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber))) << 10
  }

  @Test func errorsWithoutAnEndTakeNoMemory() async throws {
    let scripts = try Scripts()
    // 1.2 GB of errors, and the last line of them.
    let path = try scripts.write(
      "head -c 1200000000 /dev/zero | tr '\\0' '\\n' >&2\necho the end >&2\nexit 3")
    let before = try Self.peak()
    #expect(
      await complaint(program([path]))
        == "The program of notes failed (exit code 3): the end")
    // Other tests run at the same time.
    #expect(try Self.peak() - before < 600 << 20)
  }
}
