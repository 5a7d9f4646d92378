import ArgumentParser
import FireflyServer
import Foundation

/// The embedded server by itself, for others to point `--server` at.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the server by itself.",
    discussion: """
      It asks nobody for a password: anyone who can reach it can write. Keep it on this machine \
      unless you know who is on your network.
      """)

  @Option(help: "Address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "Port to listen on; 0 takes a free one.")
  var port = 8080

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "serve")
    guard (0...65_535).contains(port) else {
      throw ValidationError("A port is a number from 0 to 65535.")
    }
  }

  func run() throws {
    let signals = MainActor.assumeIsolated {
      let signals = SignalSources()
      for number in [SIGINT, SIGTERM, SIGHUP] { signals.on(number) { endServing(number) } }
      return signals
    }
    let (host, port) = (host, port)
    do {
      let context = try CommandContext.make("server", common)
      try context.complain()
      let server = try EmbeddedServer(folder: context.places.data, logger: context.log)
      let url = try MainLoop.run { try await server.start(host: host, port: port) }
      context.log.info("serving", metadata: ["address": "\(url.absoluteString)"])
      try StandardStreams.output(
        "Firefly serves \(context.places.data.path) at \(url.absoluteString). Ctrl-C ends it.\n")
      withExtendedLifetime((server, signals)) {
        while true { MainLoop.turn() }
      }
    } catch {
      Failure(error).end()
    }
  }
}

/// Ends as a program that a signal stopped on its wish: Ctrl-C is no failure of a server.
private func endServing(_ number: Int32) {
  exit(number == SIGINT || number == SIGTERM ? 0 : 128 + number)
}
