import Testing

@testable import FireflyApp

/// The words of the user's own commands.
@Suite struct OwnCommandTests {
  private func command(_ words: String...) -> OwnCommand { OwnCommand(name: "save", words: words) }

  private func filled(
    _ command: OwnCommand, _ values: [OwnCommand.Value: String]
  ) -> Result<[String], OwnCommand.Problem> {
    do throws(OwnCommand.Problem) {
      return .success(try command.filled(values))
    } catch {
      return .failure(error)
    }
  }

  /// Whatever a stranger writes stays in the argument where it was put.
  @Test(arguments: [
    "a b", "$(id)", "'; rm -rf ~; '", "\"", "{id}", "{{url}}", "\\n", "a\nb", "*", "`id`", "&& id",
    "日本語", "=--", "{", "}",
  ])
  func aValueIsAPartOfOneArgument(_ words: String) {
    let values: [OwnCommand.Value: String] = [.title: words, .id: "7"]
    #expect(filled(command("x", "{title}", "{id}"), values) == .success(["x", words, "7"]))
    #expect(
      filled(command("x", "--t={title}!{id}"), values) == .success(["x", "--t=\(words)!7"]))
  }

  /// For every value: a missing one is a sentence, and an option is none, unless it may be one.
  @Test(arguments: OwnCommand.Value.allCases)
  func missingValuesAndOptions(_ value: OwnCommand.Value) {
    let name = "{\(value.rawValue)}"
    #expect(command("x", name).values == [value])
    for values in [[:], [value: ""], [value: "\0"]] {
      #expect(filled(command("x", name), values) == .failure(.init(sentence: value.absence)))
    }
    guard case .failure(let problem) = filled(command("/bin/x", "-a", name), [value: "-rf"]) else {
      Issue.record("an option")
      return
    }
    #expect(problem.sentence.contains("which x would take for an option: put \"--\" before"))
    #expect(
      filled(command("x", "--", name), [value: "-rf"]) == .success(["x", "--", "-rf"]))
    #expect(filled(command("x", "a\(name)"), [value: "-rf"]) == .success(["x", "a-rf"]))
    // A value that begins an argument whose first value is empty is one, too.
    #expect(filled(command("x", "--\(name)"), [value: "-"]) == .success(["x", "---"]))
  }

  /// A stranger's words are never a part of a script, whatever runs it.
  @Test(arguments: [
    ["sh", "-c", "echo {title}"], ["/bin/bash", "-e", "-c", "x '{title}'"],
    ["env", "A=b", "zsh", "-c", "{title}"], ["python3", "-c", "print('{title}')"],
    ["perl", "-e", "{title}"], ["nice", "-n", "5", "sh", "-c", "{title}"],
  ])
  func valuesInScripts(_ words: [String]) {
    #expect(OwnCommand(name: "x", words: words).valuesInScripts == ["title"])
    #expect(
      OwnCommand(name: "x", words: words.dropLast() + ["echo \"$1\"", "--", "{title}"])
        .valuesInScripts.isEmpty)
    #expect(OwnCommand(name: "x", words: ["grep", "-e", "{title}"]).valuesInScripts.isEmpty)
  }

  @Test func bracesThatMeanNothing() {
    let words = ["x", "{{title}}", "{ id }", "{print $1}", "{1}", "{}", "}{", "{{id}"]
    let plain = OwnCommand(name: "x", words: words)
    #expect(OwnCommand.names(in: Array(words.dropLast())) == [])
    #expect(
      filled(plain, [.id: "7"])
        == .success(["x", "{title}", "{ id }", "{print $1}", "{1}", "{}", "}{", "{7"]))
    #expect(OwnCommand.names(in: ["{foo}", "{body_file}"]) == ["foo", "body_file"])
  }
}
