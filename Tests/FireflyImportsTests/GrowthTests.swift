import FireflyCore
import Foundation
import OddInputs
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Files of other programs are read in linear time.
@Suite(.serialized) struct GrowthTests {
  @Test(arguments: mails + notes + outlines + lists) func isLinear(_ row: GrowthRow) async throws {
    try await row.expect()
  }

  private static func file(
    _ name: String, _ format: ImportFormat, _ count: Int,
    _ text: @escaping @Sendable (Int) -> String
  ) -> GrowthRow {
    GrowthRow("\(format): \(name)", count, of: { Data(text($0).utf8) }) { data in
      let conversion = try format.convert(data, name: "file")
      #expect(conversion.document.count > 0)
    }
  }

  private static func folder(
    _ name: String, _ count: Int, _ text: @escaping @Sendable (Int, Int) -> String,
    convert: @escaping @Sendable ([ImportFile]) throws -> Conversion
  ) -> GrowthRow {
    GrowthRow(
      name, count,
      of: { count in
        (0..<count).map { number in
          ImportFile(
            path: ["folder\(number % 10)", "note \(number).md"],
            bytes: Data(text(number, count).utf8), url: URL(fileURLWithPath: "/notes/\(number).md"))
        }
      }
    ) { files in
      let conversion = try convert(files)
      #expect(conversion.document.count > 0)
    }
  }

  // MARK: Mail

  private static let mails: [GrowthRow] = [
    file("mailbox", .mail, 200) { count in
      (0..<count).map { number in
        """
        From a@b.c Mon Nov  3 10:31:24 2025
        From: Ada <ada@example.org>
        Message-ID: <\(number)@x>
        In-Reply-To: <\(number / 2)@x>
        Date: Mon, 03 Nov 2025 10:31:24 +0100
        Subject: Re: s

        > Quoted words
        > of the other mail.

        Some words of a mail.


        """
      }.joined()
    },
    file("mails that each answer the one before", .mail, 200) { count in
      (1...count).map { number in
        """
        From a@b.c Mon Nov  3 10:31:24 2025
        Message-ID: <\(number)@x>
        References: \((max(1, number - 20)..<number).map { "<\($0)@x>" }.joined(separator: " "))
        Subject: s

        w


        """
      }.joined()
    },
    file("parts", .mail, 400) { count in
      mail(String(repeating: "--b\nContent-Type: text/plain\n\nSome words.\n", count: count))
    },
    file("attached parts", .mail, 200) { count in
      mail(
        String(
          repeating:
            "--b\nContent-Type: application/pdf; name=x.pdf\nContent-Disposition: attachment\n\nx\n",
          count: count))
    },
    file("boundary lines", .mail, 20_000) { mail(String(repeating: "--b\n", count: $0)) },
    file("boundary lines with a word", .mail, 20_000) {
      mail(String(repeating: "--b\nx\n", count: $0))
    },
    file("lines of quotations", .mail, 1_000) { count in
      "Subject: s\n\n" + String(repeating: "> > words of\n> others\n\nmine\n", count: count)
    },
    file("lines of a patch", .mail, 2_000) { count in
      "Subject: s\n\n---\n" + String(repeating: "@@ -1 +1 @@\n+int x;\n-int y;\n", count: count)
    },
    file("lines of code and tables", .mail, 1_000) { count in
      "Subject: s\n\n" + String(repeating: "\tcode(a);\n\nName   Value\na      b\n\n", count: count)
    },
    file("lines of a header", .mail, 10_000) { count in
      "Subject: s\n" + String(repeating: " more words\n", count: count) + "\n\nx"
    },
    file("encoded words", .mail, 40_000) { count in
      "Subject: " + String(repeating: "=?utf-8?q?=C3=A9?= ", count: count) + "\n\nx"
    },
    file("people of a mail", .mail, 20_000) { count in
      "From: " + String(repeating: "\"a\" <a@b.c>, ", count: count) + "\nSubject: s\n\nx"
    },
    file("HTML", .mail, 3_000) { count in
      "Subject: s\nContent-Type: text/html\n\n"
        + String(repeating: "<p>Some <b>w</b>", count: count)
    },
  ]

  private static func mail(_ body: String) -> String {
    "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n\(body)--b--\n"
  }

  // MARK: Notes

  private static let notes: [GrowthRow] = [
    folder(
      "vault", 100,
      { number, count in
        """
        ---
        title: note \(number)
        tags: [a, b]
        ---
        Some words, [[note \(number / 2)]] and [x](note%20\((number + 1) % count).md) ![[x.png]] #tag

        - an item `code`
        """
      }
    ) { try MarkdownFolder.convert($0) },
    file("lines", .markdown, 800) { count in
      String(repeating: "- Some *words* and [[links]] %%hidden%% ==marked== `code`\n", count: count)
    },
    file("quotations and fences", .markdown, 2_000) { count in
      String(repeating: "> [!note] a\n> words\n\n```c\nx\n```\n", count: count)
    },
    file("fences that don't end", .markdown, 20_000) { count in
      String(repeating: "````\n```\n", count: count)
    },
    file("properties of Logseq", .markdown, 1_000) { count in
      "- " + String(repeating: "a:: b\n  id:: 5\n- ((x)) {{embed [[y]]}}\n", count: count)
    },
    file("brackets", .markdown, 6_000) { String(repeating: "[[![", count: $0) },
    file("front matter in YAML", .markdown, 1_500) { count in
      "---\ntitle: a\n" + (0..<count).map { "k\($0): 1\n" }.joined() + "---\nbody\n"
    },
    file("front matter that is not YAML", .markdown, 2_500) { count in
      "---\ntitle: a: b\n" + (0..<count).map { "k\($0): 1\n" }.joined() + "---\nbody\n"
    },
    file("front matter in TOML", .markdown, 1_500) { count in
      "+++\ntitle = \"a\"\n" + (0..<count).map { "k\($0) = 1\n" }.joined() + "+++\nbody\n"
    },
    file("list in front matter", .markdown, 4_000) { count in
      "---\ntitle: a\ntags:\n" + (0..<count).map { "- t\($0)\n" }.joined() + "---\nbody\n"
    },
  ]

  // MARK: Outlines

  private static let outlines: [GrowthRow] = [
    folder(
      "folder of Org files", 100,
      { number, _ in
        "#+title: note \(number)\n"
          + (0..<5).map { "* headline \($0) of \(number)\nwords\n" }.joined()
      }
    ) { try OrgOutline.convert($0, identity: nil) },
    file("headlines", .org, 800) { count in
      (0..<count).map { "\(String(repeating: "*", count: $0 % 4 + 1)) TODO h \($0) :t:\nwords\n" }
        .joined()
    },
    file("lines", .org, 1_000) { count in
      "* h\n"
        + String(repeating: "- Some *words* /and/ =code= [[https://e.example][x]]\n", count: count)
    },
    file("one paragraph", .org, 4_000) { count in
      "* h\n" + String(repeating: "words *of /a\n", count: count)
    },
    file("footnotes", .org, 800) { count in
      (0..<count).map { "* h \($0)\nwords[fn:\($0)]\n" }.joined()
        + (0..<count).map { "[fn:\($0)] note\n" }.joined()
    },
    file("drawers", .org, 3_000) { count in
      "* h\n:PROPERTIES:\n" + (0..<count).map { ":K\($0): v\n" }.joined() + ":END:\nwords\n"
    },
    file("keywords", .org, 5_000) { count in
      (0..<count).map { "#+key\($0): value\n" }.joined() + "* h\nwords\n"
    },
    file("titles", .opml, 1_000) { count in
      outline((0..<count).map { #"<outline text="a &amp;amp; b \#($0)"/>"# }.joined())
    },
    file("lone brackets in a title", .opml, 1_500) { count in
      outline("<outline text=\"\(String(repeating: "&lt;a b='&lt;", count: count))\"/>")
    },
    file("nested outlines", .opml, 250) { count in
      outline(String(repeating: #"<outline text="a">"#, count: count))
    },
  ]

  private static func outline(_ body: String) -> String {
    "<opml><head><title>t</title></head><body>\(body)</body></opml>"
  }

  // MARK: Lists

  private static let lists: [GrowthRow] = [
    file("replies", .hn, 900) { count in
      let replies = (2...count).map { #"{"id":\#($0),"author":"a","text":"<p>w","children":[]}"# }
      return #"{"id":1,"title":"t","children":[\#(replies.joined(separator: ","))]}"#
    },
    file("comments", .lobsters, 900) { count in
      let comments = (0..<count).map {
        #"{"short_id":"c\#($0)","comment":"<p>w","parent_comment":"c\#($0 - 1)"}"#
      }
      return #"{"short_id":"a","title":"t","comments":[\#(comments.joined(separator: ","))]}"#
    },
    file("posts", .discourse, 900) { count in
      let posts = (1...count).map {
        #"{"id":\#($0),"post_number":\#($0),"reply_to_post_number":\#($0 - 1),"cooked":"<p>w"}"#
      }
      return #"{"id":5,"title":"t","post_stream":{"posts":[\#(posts.joined(separator: ","))]}}"#
    },
    file("comments", .lemmy, 900) { count in
      let comments = (2...count).map {
        #"{"comment":{"id":\#($0),"path":"0.\#($0)","content":"c"}}"#
      }
      return
        #"{"post_view":{"post":{"id":1,"name":"t"}},"comments":[\#(comments.joined(separator: ","))]}"#
    },
    file("statuses", .mastodon, 800) { count in
      let items = (1...count).map {
        #"{"object":{"id":"\#($0)","content":"<p>w","to":["as:Public"],"inReplyTo":"\#($0 - 1)"}}"#
      }
      return #"{"orderedItems":[\#(items.joined(separator: ","))]}"#
    },
    file("comments", .reddit, 900) { count in
      let comments = (1...count).map { #"{"kind":"t1","data":{"name":"c\#($0)","body":"w"}}"# }
      return #"""
        [{"kind":"Listing","data":{"children":[{"kind":"t3","data":{"name":"a","title":"t"}}]}},
        {"kind":"Listing","data":{"children":[\#(comments.joined(separator: ","))]}}]
        """#
    },
    file("posts", .json, 6_000) { count in
      (1...count).map { #"{"id":\#($0),"parent_id":\#($0 - 1),"title":"a","body":"w"}"# }
        .joined(separator: "\n")
    },
  ]
}
