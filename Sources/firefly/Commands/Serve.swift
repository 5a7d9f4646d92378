import ArgumentParser
import FireflyCore
import FireflyHTTP
import FireflyServer
import Foundation
import Logging

/// The embedded server by itself, for others to point `--server` at.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the server by itself.",
    discussion: """
      Anyone who can reach it can read, and who has signed in can write, unless it is told \
      otherwise. For a network, put a proxy before it that encrypts.
      """)

  @Option(help: "Address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "Port to listen on; 0 takes a free one.")
  var port = 8080

  @Option(
    name: .customLong("host-name"),
    help: ArgumentHelp(
      "A name that the server is reached by, such as that of a proxy before it; may be repeated.",
      valueName: "name"))
  var hostNames: [String] = []

  @Option(
    name: .customLong("trusted-proxy"),
    help: ArgumentHelp(
      "A proxy whose X-Forwarded-For names the client; may be repeated.",
      valueName: "address|cidr"))
  var proxies: [HTTPNetwork] = []

  @OptionGroup var serving: ServingOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "serve")
    guard (0...65_535).contains(port) else {
      throw ValidationError("A port is a number from 0 to 65535.")
    }
    for name in hostNames where name.isEmpty || name.contains(where: { ":/ ".contains($0) }) {
      throw ValidationError("“\(name)” is no name of a host: it has neither scheme nor port.")
    }
  }

  func run() throws {
    let (host, port, names, access) = (host, port, hostNames, serving.access)
    let (proxies, quota) = (proxies, serving.quota)
    let ending = MainActor.assumeIsolated { Ending() }
    do {
      let context = try CommandContext.make("server", common)
      try context.complain()
      let (store, deliver) = (try context.openStore(), delivery(context.log))
      let (server, url) = try MainLoop.run {
        let server = try await EmbeddedServer(
          store: store, folder: context.places.data, logger: context.log, deliver: deliver)
        let url = try await server.start(
          host: host, port: port, names: names, proxies: proxies, access: access, quota: quota)
        await ending.begin(server)
        return (server, url)
      }
      context.log.info("serving", metadata: ["address": "\(url.absoluteString)"])
      let lines =
        ["Firefly serves \(context.places.data.path) at \(url.absoluteString) (Ctrl-C ends it)."]
        + (names.isEmpty ? [] : ["Its names besides: \(names.joined(separator: ", "))."])
        + (proxies.isEmpty
          ? [] : ["Trusted proxies: \(proxies.map(\.description).joined(separator: ", "))."])
        + serving.lines
      try StandardStreams.output(lines.map { "\(ForeignText.cleanLine($0))\n" }.joined())
      try MainLoop.run { await server.waitUntilClosed() }
      MainActor.assumeIsolated { ending.join() }
      throw Failure("The system doesn't let Firefly listen at \(url.absoluteString) any more.")
    } catch {
      Failure(error).end()
    }
  }
}

extension HTTPNetwork: ExpressibleByArgument {
  /// Reads an address, or one with the length of its network: `10.0.0.0/8`.
  public init?(argument: String) { self.init(argument) }
}

extension Serve {
  /// How sign-in codes get to whom they are for.
  private func delivery(_ log: Logger) -> Router.CodeDelivery {
    if let command = serving.mailCommand {
      return { code, email in try await command.send(code, to: email) }
    }
    return { code, email in
      log.notice("The sign-in code for \(email) is \(code), good for ten minutes.")
      // Who can't be told any more has ended the program, or will.
      try? StandardStreams.output("The sign-in code for \(email) is \(code).\n")
    }
  }
}

/// How a server ends that is told to by a signal: answers under way are finished, if that doesn't take
/// long; another signal ends it at once.
@MainActor
private final class Ending {
  private static let grace = Duration.seconds(5)

  private let signals = SignalSources()
  private var server: EmbeddedServer?
  private var isUnderWay = false

  init() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signals.on(number) { self.end(number) } }
  }

  /// There is a server that has to be stopped first.
  func begin(_ server: EmbeddedServer) { self.server = server }

  /// Waits for the end, if it is under way.
  func join() {
    while isUnderWay { MainLoop.turn() }
  }

  private func end(_ number: Int32) {
    // Ctrl-C is no failure of a server.
    let code = number == SIGINT || number == SIGTERM ? 0 : 128 + number
    guard let server, !isUnderWay else { exit(code) }
    isUnderWay = true
    Task {
      await server.stop(grace: Self.grace)
      exit(code)
    }
  }
}
