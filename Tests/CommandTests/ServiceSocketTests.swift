import FireflyPrograms
import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// `firefly serve` on a Unix socket, and under a service manager.
@Suite(.ownThreads) struct ServiceSocketTests {
  private let program: Program
  private let path: String

  init() throws {
    program = try Program()
    path = program.home.appendingPathComponent("s").path
  }

  /// Starts the server, and waits until it prints its address.
  private func start(_ options: [String]) throws -> (process: ChildProgram, opening: String) {
    let (process, output) = try program.start(["serve"] + options)
    return (process, Self.opening(of: output))
  }

  private static func opening(of output: Pipe) -> String {
    var text = ""
    while !text.contains("Ctrl-C") {
      let data = output.fileHandleForReading.nextData()
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    return text
  }

  private func ping(_ fields: String...) throws -> String {
    try Program.curl(
      ["--unix-socket", path] + fields.flatMap { ["-H", $0] } + ["http://localhost/api/ping"])
  }

  @Test func aUnixSocketIsServedAndRemovedAtTheEnd() throws {
    let (process, opening) = try start(["--host", "unix:\(path)"])
    defer { process.terminate() }
    #expect(opening.contains("at unix:\(path) "))
    #expect(try ping().contains(#""status":"ok""#))
    // A second server does not take the socket.
    let second = try program.run("serve", "--host", "unix:\(path)", "--data", "other")
    #expect(second.status == 1)
    #expect(second.error.contains("another program is listening there"), "\(second.error)")
    #expect(try ping().contains(#""status":"ok""#))
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func theSocketOfAKilledServerIsReplacedAndOtherFilesStay() throws {
    let (killed, _) = try start(["--host", "unix:\(path)"])
    kill(killed.processIdentifier, SIGKILL)
    killed.waitUntilExit()
    #expect(FileManager.default.fileExists(atPath: path))
    let (process, _) = try start(["--host", "unix:\(path)"])
    #expect(try ping().contains(#""status":"ok""#))
    process.terminate()
    process.waitUntilExit()
    try program.write("mine", to: "s")
    let refused = try program.run("serve", "--host", "unix:\(path)")
    #expect(refused.status == 1)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test func pathsThatAreTooLongAreRefusedInWords() throws {
    let long = "/tmp/" + String(repeating: "x", count: 120)
    let result = try program.run("serve", "--host", "unix:\(long)")
    #expect(result.status == 1)
    #expect(result.error.contains("Can't listen on the socket \(long)"), "\(result.error)")
    #expect(result.error.contains("the path of a socket has at most 107 bytes"))
    let none = try program.run("serve", "--host", "unix:")
    #expect(none.status == 1)
    #expect(
      none.error
        == "firefly: Can't listen on the socket: name its path, as in unix:/run/firefly.sock.\n")
    try program.write("mine", to: "file")
    let file = try program.run("serve", "--host", "unix:\(program.home.path)/file")
    #expect(file.status == 1 && file.error.contains("something else than a socket"))
  }

  /// Behind a socket, limits count by forwarded addresses once these are trusted.
  @Test func forwardedAddressesOfASocketCountIfTrusted() throws {
    for (options, isLimited) in [([], true), (["--trusted-proxy", "unix"], false)] {
      let (process, _) = try start(
        ["--host", "unix:\(path)", "--data", "data\(options.count)"] + options)
      // One address may send three in a minute.
      var statuses = Set<String>()
      for number in 1...5 {
        statuses.insert(
          try Program.curl([
            "--unix-socket", path, "-o", "/dev/null", "-w", "%{http_code}",
            "-H", "X-Forwarded-For: 192.0.2.\(number)", "-H", "Content-Type: application/json",
            "-d", #"{"email":"a\#(number)@example.org"}"#, "http://localhost/api/auth/send-code",
          ]))
      }
      #expect(statuses.contains("429") == isLimited, "\(options): \(statuses)")
      process.terminate()
      process.waitUntilExit()
    }
  }

  /// The protocol of sd_listen_fds(3) and sd_notify(3), as systemd speaks it.
  @Test(arguments: ["unix", "tcp"])
  func aServiceManagerPassesTheSocketAndIsNotified(kind: String) throws {
    let notices = program.home.appendingPathComponent("notify").path
    let listener = try #require(DatagramSocket(at: notices))
    let open =
      kind == "unix"
      ? "socket(S, PF_UNIX, SOCK_STREAM, 0); bind(S, sockaddr_un($ENV{AT}));"
      : "socket(S, PF_INET, SOCK_STREAM, 0); bind(S, sockaddr_in(0, INADDR_LOOPBACK));"
    let script =
      "use Socket; use POSIX; $^F = 9; \(open) listen(S, 9) or die; POSIX::dup2(fileno(S), 3); "
      + "$ENV{LISTEN_PID} = $$; $ENV{LISTEN_FDS} = 1; exec @ARGV;"
    try program.write("env > \"$1\"\n", to: "mail.sh")
    let mail = program.home.appendingPathComponent("mail.sh").path
    let seen = program.home.appendingPathComponent("seen")
    let (process, output) = try program.start(command: [
      "/usr/bin/env", "AT=\(path)", "NOTIFY_SOCKET=\(notices)", "perl", "-e", script,
      BuiltProgram.firefly, "serve", "--port", "1", "--mail-command", "sh \(mail) \(seen.path)",
    ])
    defer { process.terminate() }
    let opening = Self.opening(of: output)
    #expect(listener.receive() == "READY=1")
    if kind == "unix" {
      #expect(opening.contains("at unix:\(path) "))
      #expect(try ping().contains(#""status":"ok""#))
      // They are the server's: a program that it starts doesn't get them.
      _ = try Program.curl([
        "--unix-socket", path, "-H", "Content-Type: application/json", "-d",
        #"{"email":"ada@example.org"}"#, "http://localhost/api/auth/send-code",
      ])
      let variables = try String(contentsOf: seen, encoding: .utf8)
      #expect(variables.contains("PATH=") && !variables.contains("NOTIFY_SOCKET"))
      #expect(!variables.contains("LISTEN_"))
    } else {
      let address = try #require(opening.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)).0
      #expect(try Program.curl(["\(address)/api/ping"]).contains(#""status":"ok""#))
    }
    process.terminate()
    #expect(listener.receive() == "STOPPING=1")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func socketsForAnotherProcessAreIgnored() throws {
    let result = try program.shell(
      "LISTEN_PID=1 LISTEN_FDS=1 $FIREFLY serve --host unix:/nonexistent/folder/s")
    #expect(result.status == 1)
    #expect(result.error.contains("unix") || result.error.contains("/nonexistent/folder/s"))
  }

  @Test func severalSocketsAreRefused() throws {
    let result = try program.shell("LISTEN_PID=$$ LISTEN_FDS=2 exec $FIREFLY serve")
    #expect(result.status == 1)
    #expect(result.error.contains("passes 2 sockets"), "\(result.error)")
  }
}

/// A socket that receives datagrams.
private final class DatagramSocket {
  private let descriptor: Int32

  init?(at path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound else { return nil }
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Returns the next datagram; nil if none arrives.
  func receive() -> String? {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
  }
}
