import FireflyPrograms
import Foundation
import PostgresHarness
import Testing

@testable import FireflyStore

/// Encrypted connections, as the options of libpq in an address demand them.
@Suite(
  .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"),
  .enabled(if: FileManager.default.isExecutableFile(atPath: openssl), "openssl is not installed"),
  .timeLimit(.minutes(10)))
struct TLSTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "firefly-tls-\(UUID().uuidString)")

  /// Makes a certificate for 127.0.0.1 that is its own authority.
  /// - Returns: the file; its key is beside it.
  private func makeCertificate(_ name: String) throws -> String {
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    let (certificate, key) = (folder.path + "/\(name).crt", folder.path + "/\(name).key")
    let process = ChildProgram()
    process.executableURL = URL(fileURLWithPath: openssl)
    process.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-days", "2", "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1",
      "-keyout", key, "-out", certificate,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    // Then the server runs as another user.
    if geteuid() == 0 { attributes[.ownerAccountName] = "nobody" }
    try files.setAttributes(attributes, ofItemAtPath: key)
    return certificate
  }

  private static func freePort() throws -> Int {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, size) == 0 && getsockname(file, $0, &size) == 0
      }
    }
    try #require(isBound)
    return Int(UInt16(bigEndian: address.sin_port))
  }

  @Test func certificatesAreChecked() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let own = try makeCertificate("own")
    let other = try makeCertificate("other")
    let port = try Self.freePort()
    let server = try #require(
      try PostgresServer.another(settings: [
        "port=\(port)", "listen_addresses=127.0.0.1", "ssl=on", "ssl_cert_file=\(own)",
        "ssl_key_file=\(own.replacing(".crt", with: ".key"))",
      ]))
    func connect(_ options: String, host: String = "127.0.0.1") async throws -> Bool {
      let address = try PostgresAddress(
        "postgres://\(PostgresServer.owner)@\(host):\(port)/postgres?hostaddr=127.0.0.1&\(options)")
      let connection = try await PostgresConnection.connect(to: address)
      let db = PostgresSession(connection: connection, end: .now + .seconds(10))
      return try db.isTrue("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
    }
    #expect(try await connect("sslmode=require"))
    #expect(try await connect("sslmode=verify-full&sslrootcert=\(own)"))
    func reason(_ options: String, host: String = "127.0.0.1") async -> String {
      do {
        return "\(try await connect(options, host: host))"
      } catch {
        return StoreFailure(error as? PostgresError ?? PostgresError(.lost)).message(about: "It")
      }
    }
    let wrong = await reason("sslmode=verify-full&sslrootcert=\(other)")
    #expect(wrong.contains("certificate verify failed"), "\(wrong)")
    let missing = await reason("sslmode=verify-full&sslrootcert=\(folder.path)/none.crt")
    #expect(missing.contains("none.crt\" does not exist"), "\(missing)")
    let name = await reason("sslmode=verify-full&sslrootcert=\(own)", host: "localhost")
    #expect(name.contains("does not match host name"), "\(name)")
    let plain = await reason("sslmode=disable")
    #expect(plain.contains("no encryption"), "\(plain)")
    withExtendedLifetime(server) {}
  }
}

private let openssl = "/usr/bin/openssl"
