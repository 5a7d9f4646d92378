import FireflyCore
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyImports

/// Returns a body with the labels of its links to posts only.
func withoutLinks(_ body: String) -> String {
  BodyLink.rewriting(body) { link, _ in .text(link.label) }
}

/// Returns the links of each post: its title, and the title of the post that is linked.
func links(_ conversion: Conversion) -> Set<String> {
  let items = conversion.document.items
  var targets: [String: String] = [:]
  for item in items { for name in item.linkNames { targets[name] = item.title } }
  var links: Set<String> = []
  for item in items {
    _ = BodyLink.rewriting(item.body) { link, name in
      links.insert("\(item.title): \(link.label) -> \(targets[name] ?? "?")")
      return nil
    }
  }
  return links
}

/// Links between the notes of an import lead from post to post.
@Suite struct BodyLinkTests {
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

  @Test func blocksOfLogseq() throws {
    let id = "0190a1b2-0000-4000-8000-00000000000"
    let conversion = try MarkdownFolder.convert(
      files([
        "pages/boat.md": "- the red [[boat]]\n  id:: \(id)1\n- second\n",
        "journals/2024_05_01.md":
          "- see ((\(id)1)) and ((\(id)2))\n- {{embed ((\(id)1))}}\n- (((\(id)1)))",
      ]))
    #expect(links(conversion) == ["2024-05-01: the red boat -> boat", "boat: boat -> boat"])
    let body = try #require(conversion.document.items.first { $0.title == "2024-05-01" }?.body)
    #expect(
      withoutLinks(body) == """
        - see the red boat and ((\(id)2))
        - the red boat
        - (the red boat)
        """)
  }

  @Test func namesAndAddressesOfMails() throws {
    let mbox = """
      From a
      From: Ada <ada@x.example>
      Message-ID: <1_a@x.example>
      Subject: The [red] boat

      See <2@x.example>, https://lore.example/list/2@x.example/ and <1_a@x.example>.

      From a
      From: Noor <noor@x.example>
      Message-ID: <2@x.example>
      Subject: A shop

      After <1_a@x.example> (mid:1_a@x.example), not <3@x.example>:
      https://lore.example/r/1_a%40x.example.

      """
    let conversion = try MailThreads.convert(mbox: Data(mbox.utf8))
    #expect(
      links(conversion) == [
        "The [red] boat: A shop -> A shop", "A shop: The \\[red\\] boat -> The [red] boat",
      ])
    let bodies = conversion.document.items.map { withoutLinks($0.body) }
    #expect(
      bodies.contains(#"See A shop, A shop and \<1\_a@x.example>."#), "\(bodies)")
  }

  @Test func pagesOfPostsOfTheSameThread() throws {
    func comment(_ id: Int, _ text: String) -> String {
      #"{"id":\#(id),"type":"comment","by":"noor","parent":1,"time":2,"text":"\#(text)"}"#
    }
    let page = "https:&#x2F;&#x2F;news.ycombinator.com&#x2F;item?id="
    let story = #"{"id":1,"type":"story","by":"ada","title":"Boats","kids":[2,3],"time":1}"#
    let items = [
      story, comment(2, #"As <a href=\"\#(page)1#3\">said</a>"#),
      comment(3, "\(page)1, \(page)9"),
    ].joined(separator: ",")
    let conversion = try ImportFormat.hn.convert("[\(items)]")
    #expect(
      links(conversion).map { $0.drop { $0 != ":" } }.sorted() == [
        ": Boats -> Boats", ": said -> Boats",
      ])
  }

  @Test(arguments: [
    ("reddit", "t1_y", "https://old.reddit.com/r/tea/comments/x/slug/y/?context=3", true),
    ("reddit", "t3_x", "https://www.reddit.com/r/tea/comments/x/slug/", true),
    ("reddit", "t3_x", "https://www.reddit.com/r/tea/comments/x2/", false),
    ("lobsters", "abc", "https://lobste.rs/s/abc/some_words", true),
    ("lobsters", "def", "https://lobste.rs/s/abc/some_words#c_def", true),
    ("mastodon", "https://m.example/users/ada/statuses/7", "https://m.example/@ada/7", true),
    ("mastodon", "https://m.example/users/ada/statuses/7", "https://n.example/@ada/7", false),
    ("lemmy", "https://l.example/post/7", "https://l.example/post/7", true),
    ("lemmy", "https://l.example/post/7", "https://l.example/comment/7", false),
    ("hn", "7", "https://news.ycombinator.com/user?id=7", false),
  ])
  func pagesAreKnownByTheirAddresses(
    _ source: String, _ key: String, _ address: String, _ isKnown: Bool
  ) {
    var posts = [ImportedPost(title: "target", key: key), ImportedPost(title: "other", key: "0")]
    posts[1].body = "[a](\(address) \"t\") <\(address)> \(address), `<\(address)>` [\(address)](b)"
    let before = posts[1].body
    PostAddresses(posts, of: source).link(&posts)
    #expect((posts[1].body != before) == isKnown)
    if isKnown {
      let link = posts[0].linkNames.map { "](post:\($0) \"\(address)\")" }[0]
      #expect(
        posts[1].body
          == "[a\(link) [target\(link) [target\(link), `<\(address)>` [\(address)](b)")
    }
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
