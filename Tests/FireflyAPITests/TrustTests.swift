import Eventually
import FireflyCore
import Foundation
import Glibc
import Testing

@testable import FireflyAPI

/// Servers with certificates of a private authority, and those that prove nothing.
@Suite(.serialized) struct TrustTests {
  /// Why a server is refused, or nil, by the certificate it has.
  @Test(arguments: [
    ("good", true, CertificateProblem?.none), ("good", false, .unknownAuthority),
    ("other-name", true, .wrongName), ("expired", true, .expired),
    ("self-signed", true, .selfSigned),
  ])
  func theReasonIsSaid(certificate: String, isTrusted: Bool, problem: CertificateProblem?)
    async throws
  {
    let folder = try CertificateFolder()
    let server = try TLSServer(certificate, in: folder)
    defer { server.stop() }
    var address = try ServerAddress("https://localhost:\(server.port)")
    address.authorities = TrustedAuthorities(
      file: isTrusted ? folder.authority : folder.path + "/self-signed.pem")
    let client = LiveClient.test(address)
    do throws(APIError) {
      _ = try await client.extensions()
      #expect(problem == nil)
    } catch .untrusted(let host, let found) {
      #expect(host == "localhost:\(server.port)")
      #expect(found == problem)
    }
  }

  /// A server on this machine that speaks http waits for the rest of what it takes for a request.
  @Test func aServerWithoutEncryptionIsSaid() async throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var name = sockaddr_in()
    (name.sin_family, name.sin_addr.s_addr) = (sa_family_t(AF_INET), inet_addr("127.0.0.1"))
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        #expect(bind(listener, address, length) == 0 && listen(listener, 4) == 0)
        #expect(getsockname(listener, address, &length) == 0)
      }
    }
    let address = try ServerAddress("https://127.0.0.1:\(UInt16(bigEndian: name.sin_port))")
    let error = await #expect(throws: APIError.untrusted(host: address.host, .missing)) {
      try await LiveClient.test(address).extensions()
    }
    #expect(error?.sentence.hasSuffix("Write http:// before its name.") == true)
  }

  @Test func theEnvironmentNamesAuthoritiesAsForOthers() async throws {
    let folder = try CertificateFolder()
    let server = try TLSServer("good", in: folder)
    defer { server.stop() }
    for environment in [
      ["SSL_CERT_FILE": folder.authority], ["SSL_CERT_DIR": try folder.hashedAuthorities()],
    ] {
      var address = try ServerAddress("https://localhost:\(server.port)")
      address.authorities = TrustedAuthorities(environment: environment)
      #expect(try await LiveClient.test(address).extensions().isEmpty)
    }
    var address = try ServerAddress("https://localhost:\(server.port)")
    address.authorities = TrustedAuthorities(
      file: "/dev/null/none", environment: ["SSL_CERT_FILE": folder.authority])
    await #expect(throws: APIError.untrusted(host: address.host, .unreadableAuthorities)) {
      try await LiveClient.test(address).extensions()
    }
  }

  @Test func sentencesSayWhatToDo() {
    let sentence = APIError.untrusted(host: "h", .unknownAuthority).sentence
    #expect(sentence.hasPrefix("Can't verify the identity of h: ") && sentence.contains("ca-file"))
    #expect(APIError.untrusted(host: "h", .expired).sentence.hasSuffix("has expired."))
    #expect(CertificateProblem(verifyResult: 12_345) == nil)
  }
}

/// Certificates for localhost: of an authority of its own, of that authority for another name or another
/// time, and self-signed.
private final class CertificateFolder {
  let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    func files(_ name: String) -> [String] { ["-keyout", "\(name).key", "-out", "\(name).pem"] }
    try openssl(
      ["req", "-x509", "-days", "2", "-subj", "/CN=Test CA"] + key + files("authority"))
    try openssl(
      [
        "req", "-x509", "-days", "2", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost",
      ] + key + files("self-signed"))
    for (name, host, times) in [
      ("good", "localhost", ["-days", "2"]), ("other-name", "elsewhere.test", ["-days", "2"]),
      ("expired", "localhost", ["-days", "-1"]),
    ] {
      try openssl(
        ["req", "-new", "-subj", "/CN=\(host)", "-keyout", "\(name).key", "-out", "\(name).csr"]
          + key)
      try Data("subjectAltName=DNS:\(host)\n".utf8)
        .write(to: URL(fileURLWithPath: "\(path)/\(name).ext"))
      try openssl(
        [
          "x509", "-req", "-in", "\(name).csr", "-CA", "authority.pem", "-CAkey", "authority.key",
          "-CAcreateserial", "-extfile", "\(name).ext", "-out", "\(name).pem",
        ] + times)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var authority: String { path + "/authority.pem" }

  /// A folder with the authority under the hash of its name.
  func hashedAuthorities() throws -> String {
    let folder = path + "/hashed"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let hash = try openssl(["x509", "-hash", "-noout", "-in", "authority.pem"])
    let name = folder + "/" + hash.trimmingCharacters(in: .whitespacesAndNewlines) + ".0"
    try? FileManager.default.copyItem(atPath: authority, toPath: name)
    return folder
  }

  @discardableResult private func openssl(_ arguments: [String]) throws -> String {
    let output = path + "/output"
    guard try OpenSSL(arguments, in: path, output: output).wait() == 0 else {
      throw POSIXError(.EINVAL)
    }
    return try String(contentsOfFile: output, encoding: .utf8)
  }
}

/// A running `openssl`.
///
/// Foundation's `Process` is not used: waiting for its end can take forever where many threads start
/// programs.
private struct OpenSSL {
  private let id: pid_t

  /// Starts it without any of this process's files.
  init(_ arguments: [String], in folder: String, output: String = "/dev/null") throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let script =
      "for file in /proc/self/fd/*; do file=${file##*/}; "
      + #"if [ "$file" -gt 2 ]; then eval "exec $file>&-"; fi; done; "#
      + #"cd "$0" && exec openssl "$@""#
    var words = (["bash", "-c", script, folder] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var id: pid_t = 0
    guard posix_spawn(&id, "/bin/bash", &actions, nil, &words, environ) == 0 else {
      throw POSIXError(.ENOENT)
    }
    self.id = id
  }

  /// Waits for its end; returns its status.
  @discardableResult func wait() -> Int32 {
    var status: Int32 = -1
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Ends it.
  func stop() {
    kill(id, SIGKILL)
    wait()
  }
}

/// `openssl s_server` with one of the certificates; it answers every request with an empty ping.
private final class TLSServer {
  let port: Int
  private let process: OpenSSL

  init(_ certificate: String, in folder: CertificateFolder) throws {
    port = try Self.freePort()
    try Data("HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{}".utf8)
      .write(to: URL(fileURLWithPath: folder.path + "/api-ping"))
    try FileManager.default.createDirectory(
      atPath: folder.path + "/api", withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: folder.path + "/api-ping", toPath: folder.path + "/api/ping")
    process = try OpenSSL(
      [
        "s_server", "-accept", "127.0.0.1:\(port)", "-cert", "\(certificate).pem", "-key",
        "\(certificate).key", "-HTTP", "-quiet",
      ], in: folder.path)
    try #require(eventuallyBlocking { Self.accepts(port) })
  }

  func stop() { process.stop() }

  private static func socket() -> Int32 { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }

  private static func freePort() throws -> Int {
    let file = socket()
    defer { close(file) }
    var own = address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &own) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, length) == 0 && getsockname(file, $0, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRINUSE) }
    return Int(in_port_t(bigEndian: own.sin_port))
  }

  private static func accepts(_ port: Int) -> Bool {
    let file = socket()
    defer { close(file) }
    var other = address(port)
    return withUnsafePointer(to: &other) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
