import Foundation
import TerminalHarness

extension Contestant {
  /// Firefly, among 10,000 children of one post on its embedded server.
  ///
  /// - `program`: Path of the binary.
  @MainActor
  static func firefly(_ program: String, in workspace: Workspace) async throws -> Contestant {
    // The first run brings the field guide, unless it is an import; one of its pictures does for all.
    _ = try workspace.run([program, "posts", "--limit", "1"])
    let plain = try importList("bench plain", picture: nil, with: program, in: workspace)
    let uploads = "\(workspace.path)/data/firefly/uploads"
    let picture = (try? FileManager.default.contentsOfDirectory(atPath: uploads))?
      .sorted().first { $0.hasSuffix(".jpg") }
    let pictures = try importList(
      "bench pictures", picture: picture.map { "/uploads/\($0)" }, with: program, in: workspace)
    let own = try ownHome(program, in: workspace)
    FileHandle.standardError.write(
      Data("firefly: posts \(plain) and \(pictures) have 10,000 children each\n".utf8))
    return Contestant(
      name: "firefly", command: [program, "--post", plain], isReady: showsItems, home: "g",
      position: { session in
        session.screenText.firstMatch(of: /(\d+) of \d+/).flatMap { Int($0.1) }
      },
      motion: Motion(plain: [program, "--post", plain], pictures: [program, "--post", pictures]),
      thread: [program, "--post", try importThread(with: program, in: workspace)],
      own: own, network: try await network(with: program, in: workspace),
      serving: Serving(
        command: serve(program), branch: try importBranch(with: program, in: workspace),
        logIndex: "\(workspace.path)/data/firefly/firefly.sqlite-shm"),
      writing: try writing(with: program, in: workspace), imports: [program, "import"])
  }

  /// Starts a server that believes everybody, without limits.
  static func serve(_ program: String) -> [String] {
    [program, "serve", "--port", "0", "--open", "--quota", "none"]
  }

  /// Imports a post with 1,000 posts below it, on three levels.
  ///
  /// - Returns: the post's id.
  static func importBranch(with program: String, in workspace: Workspace) throws -> String {
    func posts(_ counts: [Int]) -> [[String: Any]] {
      guard let count = counts.first else { return [] }
      return (1...count).map {
        [
          "title": SampleText.title($0), "body": SampleText.body($0),
          "children": posts(Array(counts.dropFirst())),
        ]
      }
    }
    let root: [String: Any] = ["title": "bench branch", "children": posts([10, 9, 10])]
    let document = try JSONSerialization.data(withJSONObject: ["posts": [root]])
    let output = try workspace.run([program, "import", "-"], input: document)
    return output.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Imports a post with 4,759 posts below it, on up to four levels; the newest reply has 2,000.
  ///
  /// - Returns: the post's id.
  private static func importThread(
    with program: String, in workspace: Workspace
  ) throws -> String {
    func posts(_ counts: [Int]) -> [[String: Any]] {
      guard let count = counts.first else { return [] }
      return (1...count).map {
        ["title": "", "body": SampleText.body($0), "children": posts(Array(counts.dropFirst()))]
      }
    }
    // 2,758 posts, then the newest reply with 2,000.
    let fold: [String: Any] = ["title": "", "body": "the fold", "children": posts([20, 3, 32])]
    let children = posts([14, 14, 13]) + [fold]
    let root: [String: Any] = ["title": "bench thread", "body": "4,759", "children": children]
    let document = try JSONSerialization.data(withJSONObject: ["posts": [root]])
    let output = try workspace.run([program, "import", "-"], input: document)
    return output.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// A home with a post of 10,000 words on top, and a new post.
  private static func writing(with program: String, in workspace: Workspace) throws -> Writing {
    let environment = try home("writing", with: program, in: workspace)
    let variables = environment.map { "\($0.key)=\($0.value)" }
    _ = try workspace.run(
      ["env"] + variables + [program, "post", "--title", "an essay", "--summary", "of many words"],
      input: Data(SampleText.essay("It begins").utf8))
    func opening(_ ready: String, _ key: String) -> Writing.Opening {
      // Ctrl-Home goes to the beginning, from wherever the body is entered.
      Writing.Opening(
        command: [program], environment: environment, ready: ready,
        steps: [(key, "Ctrl-S save"), ("<tab><tab>\u{1B}[1;5H", "Ctrl-S save")])
    }
    return Writing(
      long: opening("an essay", "e"), empty: opening("an essay", "n"),
      save: ("<c-s>", "Ctrl-S save"))
  }

  /// A home with the field guide, which the first run writes, and nothing else.
  private static func ownHome(_ program: String, in workspace: Workspace) throws -> Own {
    let environment = try home("own", with: program, in: workspace)
    return Own(
      command: [program], environment: environment, cache: environment["XDG_CACHE_HOME"] ?? "",
      title: "welcome to firefly")
  }

  /// Makes a home, which the first run fills; the variables that lead there.
  static func home(
    _ name: String, with program: String, in workspace: Workspace
  ) throws -> [String: String] {
    let environment = ["DATA", "STATE", "CACHE", "CONFIG"].reduce(into: [String: String]()) {
      $0["XDG_\($1)_HOME"] = "\(workspace.path)/\(name)/\($1.lowercased())"
    }
    let variables = environment.map { "\($0.key)=\($0.value)" }
    _ = try workspace.run(["env"] + variables + [program, "posts"])
    return environment
  }

  /// Imports a post with 10,000 children, of whom the first and the last have children too.
  ///
  /// - Returns: The post's id.
  private static func importList(
    _ title: String, picture: String?, with program: String, in workspace: Workspace
  ) throws -> String {
    let children = (1...SampleText.count).map { index in
      var child: [String: Any] = [
        "title": SampleText.title(index), "summary": "summary \(SampleText.number(index))",
        "body": SampleText.body(index),
      ]
      if let picture { child["image_url"] = picture }
      if index == 1 || index == SampleText.count {
        child["children"] = (1...20).map {
          ["title": "grandchild \($0)", "body": SampleText.body($0)]
        }
      }
      return child
    }
    let root: [String: Any] = ["title": title, "body": "for the bench", "children": children]
    let document = try JSONSerialization.data(withJSONObject: ["posts": [root]])
    let output = try workspace.run([program, "import", "-"], input: document)
    return output.split(separator: "\n").first.map(String.init) ?? ""
  }
}
