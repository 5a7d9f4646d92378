import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// `make install` and `make uninstall` below a home folder, where the user's posts are, too.
@Suite(.ownThreads) struct InstallTests {
  /// Runs make in the package, with the program under test as the release.
  private func make(_ target: String, in program: Program) throws {
    let release = URL(fileURLWithPath: BuiltProgram.firefly).deletingLastPathComponent().path
    let result = try program.shell(
      "make -s -C '\(Program.package.path)' \(target) release='\(release)' PREFIX=\"$HOME/.local\" DESTDIR="
    )
    #expect(result.status == 0, "\(result.error)")
  }

  private func mode(_ path: String, in program: Program) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: program.home.appendingPathComponent(path).path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func isThere(_ path: String, in program: Program) -> Bool {
    FileManager.default.fileExists(atPath: program.home.appendingPathComponent(path).path)
  }

  @Test func postsStayAndStayClosed() throws {
    let program = try Program()
    let id = try program.run("post", "--title", "precious").lines.first ?? ""
    try program.write("https://example.org/", to: ".local/share/firefly/feeds.txt")
    try make("install", in: program)
    #expect(try mode(".local/share/firefly", in: program) == 0o700)
    #expect(try mode(".local/share/firefly/firefly.sqlite", in: program) == 0o600)
    #expect(!isThere(".local/share/firefly/firefly_FireflyStore.resources", in: program))
    // The installed program finds its guide and its manual.
    let guide = try program.shell("$HOME/.local/bin/firefly posts --data $HOME/new")
    #expect(guide.output.contains("welcome to firefly"), "\(guide.error)")
    let manual = try program.shell(
      "PATH=/nowhere $HOME/.local/bin/firefly man | /usr/bin/head -n 3")
    #expect(manual.output.lowercased().contains("firefly"), "\(manual.error)")
    try make("uninstall", in: program)
    #expect(try program.run("posts", "--limit", "1").output.contains("\(id)\tprecious"))
    for path in [
      "bin/firefly", "share/firefly-program", "share/doc/firefly", "share/man/man1/firefly.1",
      "share/man/man1/firefly-import.1", "share/man/man5/firefly-config.5",
      "share/fish/vendor_completions.d/firefly.fish",
    ] {
      #expect(!isThere(".local/" + path, in: program), "\(path)")
    }
  }

  /// What an installed document links is installed, too.
  @Test func linksOfInstalledDocumentsLead() throws {
    let program = try Program()
    try make("install", in: program)
    let folder = program.home.appendingPathComponent(".local/share/doc/firefly")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let documents = (names ?? []).filter { $0.hasSuffix(".md") }
    #expect(documents.contains("README.md") && documents.contains("Documentation/limits.md"))
    for name in documents {
      let document = folder.appendingPathComponent(name)
      let text = try String(contentsOf: document, encoding: .utf8)
        .replacing(/`[^`\n]*`/, with: "")
      let links =
        text.matches(of: /\]\(([^)#:]+)[)#]/).map(\.1)
        + text.matches(of: /(?:src|srcset|href)="([^":#]+)"/).map(\.1)
      #expect(name != "README.md" || !links.isEmpty)
      for link in links {
        let path = document.deletingLastPathComponent().appendingPathComponent(String(link)).path
        #expect(FileManager.default.fileExists(atPath: path), "\(name): \(link)")
      }
    }
  }

  /// Earlier ones put the program's files among the user's, and opened all to others.
  @Test func anOldInstallationIsTidiedUp() throws {
    let program = try Program()
    _ = try program.run("post", "--title", "precious")
    for name in ["firefly_FireflyServer.resources/FieldGuide/field-guide.json", "man/firefly.1"] {
      try program.write("old", to: ".local/share/firefly/" + name)
    }
    try program.write("mine", to: ".local/share/firefly/mine.txt")
    _ = try program.shell("chmod -R u=rwX,go=rX $HOME/.local/share/firefly")
    try make("install", in: program)
    #expect(!isThere(".local/share/firefly/firefly_FireflyServer.resources", in: program))
    #expect(!isThere(".local/share/firefly/man", in: program))
    #expect(try mode(".local/share/firefly", in: program) == 0o700)
    #expect(try mode(".local/share/firefly/firefly.sqlite", in: program) == 0o600)
    // Others' files are not touched.
    #expect(try mode(".local/share/firefly/mine.txt", in: program) == 0o644)
    let posts = try program.run("posts", "--limit", "1")
    #expect(posts.output.contains("precious") && posts.error.isEmpty, "\(posts.error)")
  }

  @Test func foldersThatOthersCanReadAreClosedAtTheStart() throws {
    let program = try Program()
    _ = try program.run("post", "--title", "precious")
    let open = "chmod -R u=rwX,go=rX $HOME/.local/share/firefly"
    _ = try program.shell(open)
    let first = try program.run("posts", "--limit", "1")
    #expect(first.status == 0 && first.error.contains("Firefly has closed it to them."))
    for name in ["", "/firefly.sqlite", "/uploads"] {
      #expect(try mode(".local/share/firefly" + name, in: program) & 0o077 == 0, "\(name)")
    }
    #expect(try program.run("posts", "--limit", "1").error.isEmpty)
    // A folder that the user names may be meant so.
    _ = try program.shell(open)
    let named = try program.run(
      "posts", "--data", program.home.appendingPathComponent(".local/share/firefly").path)
    #expect(named.error.contains("Other users can read the posts in"))
    #expect(try mode(".local/share/firefly/firefly.sqlite", in: program) == 0o644)
  }
}
