import Foundation
import OwnThreads
import Testing

/// What lists say to other programs: one shape, dates that are compared as text, fields by name.
@Suite(.ownThreads) struct ListFieldsTests {
  /// A home with a post that has everything, and a reply to it.
  private func sample() throws -> (Program, id: Int) {
    let program = try Program()
    let document = """
      {"posts":[{"title":"Lamps","summary":"What\\tburns.","body":"![A lamp](https://example.org/a.png)\\n\\nOil.",
        "author_name":"Ada","created_at":"Tue, 03 Nov 2026 10:31:24 GMT","children":[{"title":"Brass"}]}]}
      """
    let id = try #require(program.run("import", "-", input: document).lines.first)
    return (program, try #require(Int(id)))
  }

  private func json(_ program: Program, _ arguments: String...) throws -> [String: [[String: Any]]]
  {
    let result = try program.run(arguments + ["--json"])
    #expect(result.status == 0 && result.error == "", "\(arguments)")
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(value as? [String: [[String: Any]]])
  }

  /// Facts are fields by their names, dates are in UTC; nothing is of the layout, and what is not known is left out.
  @Test func postsHaveFields() throws {
    let (program, id) = try sample()
    let listed = try json(program, "posts", "--parent", "\(id)", "--tree")
    #expect(listed.keys.sorted() == ["posts"])
    let post = try #require(try json(program, "show", "\(id)", "--thread")["posts"]?.first)
    #expect(post["date"] as? String == "2026-11-03T10:31:24Z")
    #expect(post["author"] as? String == "Ada" && post["replies"] as? Int == 1)
    #expect(post["kind"] as? String == "post" && post["parent"] == nil && post["points"] == nil)
    let pictures = try #require(post["pictures"] as? [[String: String]])
    #expect(pictures == [["address": "https://example.org/a.png", "description": "A lamp"]])
    #expect((post["children"] as? [[String: Any]])?.first?["title"] as? String == "Brass")
    #expect(post.keys.allSatisfy { !$0.contains("_") && !$0.contains("offset") })
  }

  /// Fields come in the order of their names in the option; a tab within one is a space.
  @Test func fieldsAreLines() throws {
    let (program, id) = try sample()
    let fields = "title, date,summary,parent"
    let lines = try program.run("show", "\(id)", "\(id + 1)", "--fields", fields).lines
    #expect(lines[0] == "Lamps\t2026-11-03T10:31:24Z\tWhat burns.\t")
    #expect(lines[1].hasPrefix("Brass\t") && lines[1].hasSuffix("\t\t\(id)"))
    for verb in [["posts"], ["posts", "--unread"], ["search", "brass"], ["posts", "--later"]] {
      let result = try program.run(verb + ["--fields", "id,title"])
      #expect(
        result.status == 0 && result.lines.allSatisfy { $0.split(separator: "\t").count == 2 })
    }
    // In JSON, only these, also where they are not known.
    let output = try program.run("show", "\(id)", "--fields", "points,id", "--json").output
    #expect(output.contains("\"points\" : null") && !output.contains("title"))
    for verb in [["posts"], ["posts", "--later"], ["show", "\(id)"], ["search", "brass"]] {
      for names in ["", ",", "id,"] {
        #expect(try program.run(verb + ["--fields", names]).status == 64, "\(verb): \(names)")
      }
      let odd = try program.run(verb + ["--fields", "id,colour"])
      #expect(
        odd.status == 64 && odd.output == ""
          && odd.error.contains("No field “colour”. There are id, "))
      #expect(odd.error.contains("\nUsage: firefly \(verb[0]) "))
      #expect(odd.error.contains("See 'firefly \(verb[0]) --help'"))
      #expect(odd.error.components(separatedBy: "\n").dropFirst().allSatisfy { $0.count <= 80 })
    }
  }

  /// Each list has one name around it.
  @Test func allListsHaveOneShape() throws {
    let (program, _) = try sample()
    let lists: [(verb: [String], name: String, field: String)] = [
      (["posts"], "posts", "id"), (["users"], "users", ""), (["accounts"], "accounts", ""),
      (["whoami"], "accounts", "handle"), (["users", "--members"], "members", ""),
      (["drafts"], "drafts", ""), (["draft", "list"], "drafts", ""),
      (["config"], "settings", "origin"), (["account", "show"], "accounts", "handle"),
      (["sources"], "sources", "server"), (["feeds", "--list"], "feeds", ""),
      (["posts", "--later"], "posts", ""), (["search", "brass"], "posts", "title"),
    ]
    for (verb, name, field) in lists {
      let result = try program.run(verb + ["--json"])
      let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      let list = try #require((value as? [String: [[String: Any]]])?[name], "\(verb)")
      #expect(result.status == 0 && (field.isEmpty || list.first?[field] != nil), "\(verb)")
    }
  }

  /// Asking for what is unread is no first contact: nothing that was there counts as read afterwards.
  @Test func askingMarksNothing() throws {
    let program = try Program()
    #expect(try json(program, "posts")["posts"]?.contains { $0["unread"] != nil } == false)
    _ = try program.run("posts", "--unread")
    let posts = try #require(try json(program, "posts")["posts"])
    #expect(!posts.isEmpty && posts.allSatisfy { $0["unread"] as? Bool == false })
    let id = try #require(posts[0]["id"] as? Int)
    #expect(try program.run("mark", "\(id)", "--unread").status == 0)
    #expect(try json(program, "posts")["posts"]?[0]["unread"] as? Bool == true)
  }

  /// What is muted is not unread, as on the screen.
  @Test func whatIsMutedIsNotUnread() throws {
    let program = try Program()
    _ = try program.run("posts", "--unread")
    let post = try #require(try json(program, "posts")["posts"]?[0])
    let (id, title) = (post["id"] as? Int ?? 0, post["title"] as? String ?? "")
    _ = try program.run("mark", "\(id)", "--unread")
    #expect(try program.run("posts", "--unread").lines.count == 1)
    try program.write("[\"\(title)\"]", to: ".local/state/firefly/muted-words.json")
    #expect(try program.run("posts", "--unread").output.isEmpty)
    #expect(try json(program, "posts")["posts"]?[0]["unread"] as? Bool == false)
  }

  /// The address of the server inside is of this run.
  @Test func theOwnServerIsNamed() throws {
    #expect(try Program().run("whoami", "--fields", "server,current").output == "own server\t*\n")
  }

  /// What `sources` shows as an example is a command.
  @Test func eachSourceHasItsCommand() throws {
    let program = try Program()
    let examples = try program.run("sources", "--fields", "example").lines
    #expect(examples.count > 6)
    for example in examples {
      let words = example.split(separator: " ").map(String.init)
      let options = words.dropFirst().prefix(1) + ["--help"]
      #expect(words[0] == "firefly" && words.count > 1, "\(example)")
      #expect(try words[1].hasPrefix("-") || program.run(Array(options)).status == 0, "\(example)")
    }
  }
}
