import FireflyCore
import FireflyServer
import Foundation
import Testing

@testable import FireflyImports

/// Returns a body with the labels of its links to posts only.
func withoutLinks(_ body: String) -> String { BodyLink.rewriting(body) { label, _ in label } }

/// Links between the notes of an import lead from post to post.
@Suite struct BodyLinkTests {
  /// Returns the links of each post: its title, and the title of the post that is linked.
  private func links(_ conversion: Conversion) -> Set<String> {
    let items = conversion.document.items
    var targets: [String: String] = [:]
    for item in items { for name in item.linkNames { targets[name] = item.title } }
    var links: Set<String> = []
    for item in items {
      _ = BodyLink.rewriting(item.body) { label, name in
        links.insert("\(item.title): \(label) -> \(targets[name] ?? "?")")
        return nil
      }
    }
    return links
  }

  private func files(_ texts: [String: String]) -> [ImportFile] {
    texts.sorted { $0.key < $1.key }.map { path, text in
      ImportFile(
        path: path.split(separator: "/").map(String.init), bytes: Data(text.utf8),
        url: URL(filePath: "/nowhere/\(path)"))
    }
  }

  @Test func linksBetweenNotes() throws {
    let text = "[[Kite]] [[Kite|a toy]] [[toy|Kite]] [it](Toys/Kite.md#how) [[none]]"
    let conversion = try MarkdownFolder.convert(
      files(["home.md": text, "Toys/Kite.md": "# The [red] kite\n\nback to [[home]]"]))
    #expect(
      links(conversion) == [
        "home: The \\[red\\] kite -> The [red] kite", "home: a toy -> The [red] kite",
        "home: toy -> The [red] kite", "home: it -> The [red] kite",
        "The [red] kite: home -> home",
      ])
    #expect(conversion.unresolvedLinks == 1)
  }

  @Test func relativePathsOfTheOwnExportOnly() throws {
    let head = "---\ntitle: a\nemail: a@b.c\nid: 7\n---\n"
    let conversion = try MarkdownFolder.convert(
      files([
        "x/a.md": head + "[up](../b.md) [[b]] [no](b.md)",
        "b.md": head.replacing("a\n", with: "b\n").replacing("7", with: "8"),
      ]))
    #expect(links(conversion) == ["a: up -> b"])
    #expect(conversion.unresolvedLinks == 0)
  }

  @Test func idsAndFilesOfOrg() throws {
    let first = """
      * boat
      :PROPERTIES:
      :ID: 11-aa
      :END:
      see [[file:other.org][the other]] and [[file:gone.org]]
      """
    let conversion = try OrgOutline.convert(
      files(["first.org": first, "other.org": "* shop\n[[id:11-aa]] or [[id:11-aa][mine]]\n"]),
      identity: nil)
    #expect(
      links(conversion) == [
        "boat: the other -> other", "shop: boat -> boat", "shop: mine -> boat",
      ])
  }
}
