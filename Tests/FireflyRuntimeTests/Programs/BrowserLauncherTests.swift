import Foundation
import Synchronization
import Testing

@testable import FireflyClient

@Suite struct BrowserLauncherTests {
  /// A browser that writes down what it is asked for, in a folder of its own.
  private final class FakeBrowser: Sendable {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-browser-\(UUID().uuidString)")
    var program: String { folder.appendingPathComponent("browser").path }
    /// One argument a line; nil while it has not been asked.
    var asked: String? {
      try? String(contentsOf: folder.appendingPathComponent("asked"), encoding: .utf8)
    }

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try """
      #!/bin/sh
      printf '%s\\n' "$@" > "\(folder.path)/asking"
      mv "\(folder.path)/asking" "\(folder.path)/asked"
      """.write(toFile: program, atomically: false, encoding: .utf8)
      chmod(program, 0o700)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  @Test(arguments: [
    "http://example.org", "https://example.org/a?b=c&d='e'#f", "mailto:ada@example.com",
    "HTTPS://EXAMPLE.ORG/$(touch%20x)`id`;true",
  ])
  func addressesOfTheWebAreOpened(_ address: String) async throws {
    let browser = try FakeBrowser()
    let launcher = BrowserLauncher(environment: [
      "BROWSER": browser.program, "PATH": "/usr/bin:/bin",
    ])
    #expect(await launcher.open(address) == nil)
    try await waitUntil("the browser") { browser.asked != nil }
    #expect(browser.asked == address + "\n")
  }

  @Test(arguments: [
    ("http://e.example/a.mp3", true), ("https://e.example/A.MP4?x=y", true),
    ("https://e.example/mp3", false), ("mailto:a@e.example?subject=x.mp3", false),
    ("https://e.example/?a.mp3", false),
  ])
  func recordingsGoToThePlayer(_ address: String, _ isRecording: Bool) throws {
    let (player, browser) = (try FakeBrowser(), try FakeBrowser())
    let launcher = BrowserLauncher(environment: [
      "PLAYER": player.program + " --quiet", "BROWSER": browser.program, "PATH": "/usr/bin:/bin",
    ])
    let words = launcher.commands(for: address).map(\.words)
    let played = [[player.program, "--quiet", address]]
    #expect(words == (isRecording ? played : []) + [[browser.program, address]])
    // Who knows what it is says so.
    let known = launcher.commands(for: address, true).map(\.words)
    #expect(known == played + [[browser.program, address]])
  }

  @Test(arguments: [
    ("mailto:a@b", "mailto:a@b"),
    ("mailto:a@b?subject=x&attach=/etc/passwd&body=y", "mailto:a@b?subject=x&body=y"),
    ("MAILTO:a@b?ATTACH=x", "MAILTO:a@b"), ("mailto:a@b?%61ttach=x", "mailto:a@b"),
    ("mailto:?to=a@b&attachment=x&Cc=c@d", "mailto:?to=a@b&Cc=c@d"),
    ("https://a.example/?attach=x", "https://a.example/?attach=x"),
  ])
  func aMailTakesNoFilesAlong(_ address: String, _ opened: String) {
    #expect(BrowserLauncher.withoutAttachments(address) == opened)
  }

  @Test(arguments: [
    "", "example.org", "file:///etc/passwd", "javascript:alert(1)", "-version", "ssh://host",
    "http", " https://example.org", "data:text/html,hi",
  ])
  func nothingElseIs(_ address: String) async throws {
    let browser = try FakeBrowser()
    let launcher = BrowserLauncher(environment: [
      "BROWSER": browser.program, "PATH": "/usr/bin:/bin",
    ])
    #expect(await launcher.open(address) == "Only web and mail addresses can be opened.")
    #expect(browser.asked == nil)
  }

  @Test func theBrowserMayHaveArguments() async throws {
    let browser = try FakeBrowser()
    for (command, asked) in [
      ("\(browser.program) --new-tab", "--new-tab\nhttps://example.org\n"),
      ("\(browser.program) --url=%s --wait", "--url=https://example.org\n--wait\n"),
    ] {
      let launcher = BrowserLauncher(environment: ["BROWSER": command, "PATH": "/usr/bin:/bin"])
      #expect(await launcher.open("https://example.org") == nil)
      try await waitUntil("\(asked)") { browser.asked == asked }
    }
  }

  @Test func programIsFoundInPath() async throws {
    let browser = try FakeBrowser()
    let launcher = BrowserLauncher(environment: [
      "BROWSER": "browser", "PATH": "/nowhere:\(browser.folder.path):/usr/bin:/bin",
    ])
    #expect(await launcher.open("https://example.org") == nil)
    try await waitUntil("the browser") { browser.asked != nil }
  }

  @Test(arguments: [["BROWSER": "/nowhere/browser"], ["BROWSER": ""], ["BROWSER": "  "], [:]])
  func missingBrowserIsReported(_ environment: [String: String]) async {
    let launcher = BrowserLauncher(environment: environment.merging(["PATH": "/nowhere"]) { $1 })
    #expect(await launcher.open("https://example.org")?.contains("Set $BROWSER") == true)
  }

  private func launcher(_ browser: FakeBrowser, _ list: String, _ more: [String: String] = [:])
    -> BrowserLauncher
  {
    BrowserLauncher(
      environment: ["BROWSER": list, "PATH": "\(browser.folder.path):/usr/bin:/bin"]
        .merging(more) { $1 })
  }

  @Test func failingBrowserIsReported() async throws {
    let browser = try FakeBrowser()
    let complaint = await launcher(browser, "false").open("https://example.org")
    #expect(complaint == "false could not open it (exit code 1).")
  }

  @Test(arguments: ["/nowhere/x:browser", "false:browser --tab:true", ":browser"])
  func theFirstOfTheListThatCan(list: String) async throws {
    let browser = try FakeBrowser()
    #expect(await launcher(browser, list).open("https://example.org") == nil)
    #expect(browser.asked?.hasSuffix("https://example.org\n") == true)
  }

  @Test func aBrowserOfTheTerminalGetsIt() async throws {
    let browser = try FakeBrowser()
    try FileManager.default.copyItem(
      atPath: browser.program, toPath: browser.folder.appendingPathComponent("w3m").path)
    let opened = Mutex<[BrowserLauncher.Command]>([])
    for (list, display) in [("w3m -N", ":0"), ("", "")] {
      let launcher = launcher(browser, list, ["DISPLAY": display, "PATH": browser.folder.path])
      let complaint = await launcher.open("https://example.org") { command in
        opened.withLock { $0.append(command) }
        return .opened
      }
      #expect(complaint == nil && browser.asked == nil)
    }
    let program = browser.folder.appendingPathComponent("w3m").path
    #expect(
      opened.withLock { $0.map(\.words) } == [
        [program, "-N", "https://example.org"], [program, "https://example.org"],
      ])
  }

  /// edbrowse reads pages by lines: it needs the terminal as the others do.
  @Test func edbrowseGetsTheTerminal() async throws {
    let browser = try FakeBrowser()
    let program = browser.folder.appendingPathComponent("edbrowse").path
    try FileManager.default.copyItem(atPath: browser.program, toPath: program)
    let opened = Mutex<[[String]]>([])
    for list in ["edbrowse", ""] {
      let launcher = launcher(browser, list, ["PATH": browser.folder.path])
      _ = await launcher.open("https://example.org") { command in
        opened.withLock { $0.append(command.words) }
        return .opened
      }
    }
    #expect(opened.withLock { $0 } == Array(repeating: [program, "https://example.org"], count: 2))
  }

  @Test func withADisplayTheDesktopChooses() {
    let launcher = BrowserLauncher(environment: ["WAYLAND_DISPLAY": "wayland-0", "PATH": "/bin"])
    #expect(launcher.commands(for: "https://example.org").allSatisfy { $0.name == "xdg-open" })
  }
}

extension BrowserLauncher {
  /// Opens an address where no program needs the terminal.
  fileprivate func open(_ address: String) async -> String? {
    await open(address) { command in
      Issue.record("\(command.name) wants the terminal")
      return .opened
    }
  }
}
