import FireflyPrograms
import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// `firefly serve`.
@Suite(.ownThreads) struct ServeTests {
  @Test func othersCanUseIt() throws {
    let (server, client) = (try Program(), try Program())
    let (process, output) = try server.start("serve", "--port", "0")
    defer { process.terminate() }
    let address = try Program.address(in: output)
    let result = try client.run("posts", "--server", address, "--limit", "2")
    #expect(result.lines.count == 2)
    // The client has opened no database of its own.
    let data = client.home.appendingPathComponent(".local/share/firefly").path
    #expect(!FileManager.default.fileExists(atPath: data))
  }

  /// What is pointed at or copied as a word is the address, with nothing behind it.
  @Test func theAddressStandsByItself() throws {
    let (process, output) = try Program().start("serve", "--port", "0")
    defer { process.terminate() }
    let line = String(decoding: output.fileHandleForReading.nextData(), as: UTF8.self)
    let words = line.split(whereSeparator: \.isWhitespace)
    #expect(words.contains { $0.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+/) != nil }, "\(line)")
  }

  @Test func aTakenPortIsNamed() throws {
    let program = try Program()
    let (process, output) = try program.start("serve", "--port", "0")
    defer { process.terminate() }
    let port = try #require(Program.address(in: output).split(separator: ":").last)
    let result = try Program().run("serve", "--port", String(port))
    #expect(result.status == 1)
    #expect(result.error == "firefly: Port \(port) is in use by another program.\n")
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func endingItIsNoFailure(signal: Int32) throws {
    let program = try Program()
    let (process, output) = try program.start("serve", "--port", "0")
    _ = try Program.address(in: output)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  @Test func serverOutlivesItsTerminalWithNohup() throws {
    let (process, output) = try Program().start(command: [
      "/bin/sh", "-c", "trap '' HUP; exec \"$0\" serve --open --port 0", BuiltProgram.firefly,
    ])
    defer { process.terminate() }
    let address = try Program.address(in: output)
    for _ in 1...2 {
      kill(process.processIdentifier, SIGHUP)
      #expect(try Program().run("posts", "--server", address, "--limit", "1").status == 0)
    }
  }

  @Test func aHostThatIsNoneOfOurs() throws {
    let result = try Program().run("serve", "--host", "nowhere", "--port", "0")
    #expect(result.status == 1)
    #expect(result.error == "firefly: Can't listen on nowhere, port 0: no such address.\n")
  }

  /// Far more connections than it may open files: the oldest make room, and whoever asks is answered.
  @Test func aCrowdIsSurvived() throws {
    let program = try Program()
    let (process, output) = try program.start(
      command: ["/bin/sh", "-c", "ulimit -n 128; exec \"$0\" serve --port 0", BuiltProgram.firefly])
    defer { process.terminate() }
    let address = try Program.address(in: output)
    let port = try #require(URL(string: address)?.port)
    var crowd: [Int32] = []
    defer { for file in crowd { close(file) } }
    // Beside more than 1,024 open files, Foundation may crash when it starts a program.
    for _ in 1...500 {
      guard let file = LocalSocket.connect(to: port) else { break }
      crowd.append(file)
    }
    #expect(crowd.count == 500)
    let client = try Program()
    #expect(try client.run("posts", "--server", address, "--limit", "2").lines.count == 2)
  }

  @Test func halfOfTheConnectionsMayBeEventStreams() throws {
    let house = try ServedHouse("--open", "--connections", "16")
    let result = try house.home.shell(
      """
      for i in 2 3 4 5 6 7 8 9; do
        mkfifo stream$i
        curl -sN --interface 127.0.0.$i -o stream$i \
          "\(house.address)/api/events?user_email=reader$i@example.org" &
        head -c 1 stream$i
        jobs="$jobs $!"
      done
      curl -s --interface 127.0.0.10 "\(house.address)/api/events?user_email=late@example.org"
      kill $jobs
      """)
    #expect(result.output.hasPrefix("::::::::{"))
    #expect(result.output.contains("Too many event streams are open. Poll instead."))
  }

  @Test func moreConnectionsThanFilesMayBeOpened() throws {
    let result = try Program().shell(
      "ulimit -n 1000; exec $FIREFLY serve --port 0 --connections 1000")
    #expect(result.status == 1)
    #expect(
      result.error == "firefly: The limit of open files is 1000; Firefly needs 1064. "
        + "Raise it, for example with `ulimit -n 1064`.\n")
  }

  @Test(arguments: ["15", "100001", "-1"])
  func aNumberOfConnectionsThatMakesNoSense(_ number: String) throws {
    let result = try Program().run("serve", "--port", "0", "--connections=\(number)")
    #expect(result.status == 64)
    #expect(result.error.contains("The number of connections must be from 16 to 100000."))
  }

  @Test(arguments: ["", "http://a", "a:80", "a b"])
  func aNameOfAProxyIsOnlyAName(_ name: String) throws {
    let result = try Program().run("serve", "--port", "0", "--host-name", name)
    #expect(result.status == 64)
    #expect(result.error.contains("is not a host name"))
  }
}
