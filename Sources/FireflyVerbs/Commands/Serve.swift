import ArgumentParser
import FireflyCore
import FireflyHTTP
import FireflyServer
import FireflyStore
import Foundation
import Logging

/// `firefly serve`: runs the embedded server for other people.
struct Serve: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run the server alone.",
    discussion: """
      By default anyone who can reach it can read, and signed-in users can write. Put a TLS proxy in front \
      of a server that others can reach.
      """)

  @Option(help: "Address to listen on; unix:PATH for a Unix socket.")
  var host = "127.0.0.1"

  @Option(help: "Port to listen on; 0 picks a free port.")
  var port = 8080

  @Option(
    name: .customLong("host-name"),
    help: ArgumentHelp(
      "Another name of the server, such as that of a proxy in front of it; may be repeated.",
      valueName: "name"))
  var hostNames: [String] = []

  @Option(
    name: .customLong("trusted-proxy"),
    help: ArgumentHelp(
      "Trust X-Forwarded-For from this proxy, or unix for those at a Unix socket; may be repeated.",
      valueName: "address|cidr"))
  var proxies: [HTTPNetwork] = []

  @Option(
    name: .customLong("metrics-listen"),
    help: ArgumentHelp(
      "Serve /metrics only at this address, not to local programs at the port above.",
      valueName: "address:port"))
  var metrics: MetricsAddress?

  @Option(
    help: ArgumentHelp(
      "Connections at most, of which half may be event streams.", valueName: "number"))
  var connections = HTTPLimits().connections

  @Option(
    name: .customLong("database-connections"),
    help: ArgumentHelp(
      "Connections to the database at most; two per core by default.", valueName: "number"))
  var databaseConnections: Int?

  @OptionGroup var serving: ServingOptions
  @OptionGroup var pictures: PictureOptions<StoringPictures>
  @OptionGroup var storage: DatabaseOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "serve")
    guard (0...65_535).contains(port) else {
      throw ValidationError("The port must be a number from 0 to 65535.")
    }
    guard Self.allowedConnections.contains(connections) else {
      throw ValidationError(
        "The number of connections must be from \(Self.allowedConnections.lowerBound) to "
          + "\(Self.allowedConnections.upperBound).")
    }
    if let databaseConnections, !(1...1_000).contains(databaseConnections) {
      throw ValidationError("The number of connections to the database must be from 1 to 1000.")
    }
    for name in hostNames where name.isEmpty || name.contains(where: { ":/ ".contains($0) }) {
      throw ValidationError("“\(name)” is not a host name. Leave out scheme and port.")
    }
  }

  func perform() throws {
    let manager = try ServiceManager()
    let (address, names, access) = (manager.socket ?? address, hostNames, serving.access)
    let (proxies, quota, metrics) = (proxies, serving.quota, metrics ?? .loopback)
    let limits = try limits()
    let context = try CommandContext(
      "server", common, database: storage.database, databaseConnections: databaseConnections)
    let ending = MainActor.assumeIsolated { Ending(context, manager) }
    try context.reportComplaints()
    let output = ServerOutput(log: context.log)
    let (store, deliver) = (
      try context.openStore(pictures: pictures.location()), delivery(context.log, output)
    )
    let (server, location, metricsURL) = try MainLoop.run {
      let server = try await EmbeddedServer(
        store: store, folder: context.paths.data, logger: context.log, limits: limits,
        deliver: deliver)
      let bound = try await server.start(
        on: address, names: names, proxies: proxies, access: access, quota: quota,
        metrics: metrics)
      await ending.begin(server)
      return (server, EmbeddedServer.location(of: bound), await server.metricsURL)
    }
    manager.ready()
    context.log.info("serving", metadata: ["address": "\(location)"])
    let lines =
      ["Firefly serves \(store.location) at \(location) (Ctrl-C stops it)."]
      + (Self.wayIn(to: location, names: names).map { [$0] } ?? [])
      + (names.isEmpty ? [] : ["Other names: \(names.joined(separator: ", "))."])
      + (proxies.isEmpty
        ? [] : ["Trusted proxies: \(proxies.map(\.description).joined(separator: ", "))."])
      + (pictures.uploads == nil ? [] : ["Pictures: \(store.pictures.location)"])
      + (metricsURL.map { ["Metrics: \($0.absoluteString)"] } ?? [])
      + serving.lines
    try output.begin(lines.map { "\(ForeignText.cleanLine($0))\n" }.joined())
    try MainLoop.run { await server.waitUntilClosed() }
    MainActor.assumeIsolated { ending.join() }
    throw Failure("Firefly can no longer listen at \(location).")
  }
}

extension MetricsAddress: ExpressibleByArgument {
  /// Parses an address with a port: `127.0.0.1:9464`, `[::1]:9464`.
  package init?(argument: String) { self.init(argument) }
}

extension HTTPNetwork: ExpressibleByArgument {
  /// Parses an address, or a block of addresses: `10.0.0.0/8`.
  package init?(argument: String) { self.init(argument) }
}

extension Serve {
  /// Returns how people come in, as a line; nil where the address is not known.
  ///
  /// - Parameters:
  ///   - location: where the server listens, as an address.
  ///   - names: the other names of the server.
  static func wayIn(to location: String, names: [String]) -> String? {
    if let name = names.first { return "To come in: firefly \(name)" }
    guard location.contains(":") else { return nil }
    let everywhere = ["//0.0.0.0:", "//[::]:"].first { location.contains($0) }
    let address =
      everywhere.map {
        location.replacing($0, with: "//\(ProcessInfo.processInfo.hostName):")
      } ?? location
    let isHereOnly = ["//127.", "//[::1]:"].contains { location.contains($0) }
    return "To come in\(isHereOnly ? ", from this machine only" : ""): firefly \(address)"
  }

  private static let allowedConnections = 16...100_000

  /// Returns the limits of clients, and raises the limit of open files for them.
  /// - Throws: `Failure` if the system doesn't allow as many connections.
  private func limits() throws(Failure) -> HTTPLimits {
    var limits = HTTPLimits()
    guard connections != limits.connections else { return limits }
    limits.connections = connections
    let files = rlim_t(connections + HTTPLimits.otherFiles)
    try ProcessSetup.allowFiles(files, needed: files)
    return limits
  }

  /// The address of the options; an IPv6 address may have the brackets that it has before a port.
  private var address: HTTPAddress {
    if host.hasPrefix(Self.socketPrefix) {
      return .unixSocket(path: String(host.dropFirst(Self.socketPrefix.count)))
    }
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    return .tcp(host: isBracketed ? String(host.dropFirst().dropLast()) : host, port: port)
  }

  private static let socketPrefix = "unix:"

  /// Returns how sign-in codes are delivered.
  private func delivery(_ log: Logger, _ output: ServerOutput) -> Router.CodeDelivery {
    if let command = serving.mailCommand {
      return { code, email in try await command.send(code, to: email) }
    }
    return { code, email in
      log.notice("The sign-in code for \(email) is \(code), valid for ten minutes.")
      output.print("The sign-in code for \(email) is \(code).\n")
    }
  }
}

/// Stops the server after a signal.
///
/// It stops listening and ends event streams at once, and finishes other responses within a grace
/// period. Another signal stops it at once. SIGHUP reopens the log, unless it means that the terminal has gone.
@MainActor
private final class Ending {
  private static let grace = Duration.seconds(10)

  private let manager: ServiceManager
  private let signals = SignalSources()
  private var server: EmbeddedServer?
  private var isUnderWay = false

  init(_ context: CommandContext, _ manager: ServiceManager) {
    self.manager = manager
    let hadTerminal = Self.hasTerminal
    signals.onEnds { number in
      if number == SIGHUP, Self.hasTerminal || !hadTerminal {
        context.logFile.reopen()
        context.log.info("log opened again")
      } else {
        self.end(number)
      }
    }
  }

  /// Whether the process has a controlling terminal.
  private static var hasTerminal: Bool {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    if terminal >= 0 { close(terminal) }
    return terminal >= 0
  }

  /// Sets the server to stop.
  func begin(_ server: EmbeddedServer) { self.server = server }

  /// Waits until the server has stopped, if it is stopping.
  func join() {
    while isUnderWay { MainLoop.turn() }
  }

  private func end(_ number: Int32) {
    // Ctrl-C is a normal end of a server.
    let code = number == SIGINT || number == SIGTERM ? 0 : 128 + number
    guard let server, !isUnderWay else { exit(code) }
    isUnderWay = true
    manager.stopping()
    Task {
      await server.stop(grace: Self.grace)
      exit(code)
    }
  }
}
