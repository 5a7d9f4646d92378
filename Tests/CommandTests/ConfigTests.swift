import Foundation
import Testing

/// `firefly config`: what is in force, and whence.
@Suite struct ConfigTests {
  private static let file = ".config/firefly/config.yaml"

  @Test func withoutAConfigurationEverythingIsTheDefault() throws {
    let result = try Program().run("config")
    #expect(result.status == 0)
    #expect(result.error == "")
    #expect(try Program().run("config", "--data", "/there").output.contains("# posts: /there\n"))
    #expect(result.lines.first == "# ~/.config/firefly/config.yaml is not there")
    let settings = result.lines.filter { $0.contains(": ") && !$0.hasPrefix("#") }
    #expect(settings.count > 100)
    for line in settings { #expect(line.hasSuffix("# default"), "\(line)") }
  }

  @Test func eachLineSaysWhence() throws {
    let program = try Program()
    try program.write(
      """
      motion: reduced
      pictures: sharpish
      theme: dusk
      themes: {dusk: {base: dark, card: "#0A0b0c"}}
      keys: {down: [j, Ctrl-N], outline: {close: q}}
      """, to: Self.file)
    let result = try program.run(
      "config", environment: ["FIREFLY_MOUSE": "false", "FIREFLY_LOG_LEVEL": "loud"])
    func origin(_ start: String) -> String? {
      result.lines.first { $0.drop { $0 == " " }.hasPrefix(start) }?.split(separator: "# ").last
        .map(String.init)
    }
    let place = "~/" + Self.file
    #expect(origin("motion: reduced") == place)
    #expect(origin("pictures: auto") == "default", "what is wrong says nothing")
    #expect(origin("mouse: false") == "FIREFLY_MOUSE")
    #expect(origin("log-level: info") == "default")
    #expect(origin("theme: dusk") == place)
    #expect(origin("card: \"#0a0b0c\"") == place)
    #expect(origin("link: ") == "its base")
    #expect(origin("down: [\"j\", \"Ctrl-N\"]") == place)
    #expect(origin("up: ") == "default")
    #expect(result.error.contains("sharpish") && result.error.contains("loud"))
    #expect(result.status == 0)
  }

  /// What is printed is a configuration that says the same.
  @Test func whatIsPrintedCanBeRead() throws {
    let program = try Program()
    try program.write(
      """
      motion: none
      spelling: de_DE
      server: https://posts.example.org
      theme: dusk
      themes: {dusk: {base: dark, card: "#0a0b0c"}}
      keys: {down: [j, Ctrl-N], find: {cancel: ['"', "\\\\"]}, quit: []}
      """, to: Self.file)
    func values() throws -> [String] {
      let result = try program.run("config")
      #expect(result.error == "")
      return result.lines.filter { !$0.hasPrefix("#") }.map { line in
        String(line.split(separator: "  # ")[0]).trimmingCharacters(in: .whitespaces)
      }
    }
    let first = try values()
    try program.write(program.run("config").output, to: Self.file)
    #expect(try values() == first)
  }

  @Test func checkingSaysWhatIsWrong() throws {
    let program = try Program()
    #expect(try program.run("config", "--check").status == 0)
    try program.write("motion: fast\n", to: Self.file)
    let result = try program.run("config", "--check")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.error.contains("“fast” is none of full, reduced, none."))
  }
}
