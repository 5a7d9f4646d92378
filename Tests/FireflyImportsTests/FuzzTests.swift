import Foundation
import OddInputs
import SeededRandom
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Anything may be in a file: no converter crashes, takes long, or loses a post that it has decoded.
///
/// The variable `FIREFLY_FUZZ` is the number of inputs; 2,000 by default.
@Suite struct FuzzTests {
  private static let count =
    ProcessInfo.processInfo.environment["FIREFLY_FUZZ"].flatMap { Int($0) } ?? 2_000

  static let seeds: [(ImportFormat, String)] = [
    (
      .hn,
      #"{"id":1,"author":"a","title":"t","text":"<p>x","created_at_i":5,"children":[{"id":2,"author":"b","text":"y","children":[]}]}"#
    ),
    (
      .lobsters,
      #"{"short_id":"a","title":"t","comments":[{"short_id":"b","comment":"<p>c","parent_comment":null},{"short_id":"d","parent_comment":"b"}]}"#
    ),
    (
      .reddit,
      #"[{"kind":"Listing","data":{"children":[{"kind":"t3","data":{"name":"a","title":"t"}}]}},{"kind":"Listing","data":{"children":[{"kind":"t1","data":{"name":"b","body":"x","replies":{"kind":"Listing","data":{"children":[{"kind":"more","data":{"count":5}}]}}}}]}}]"#
    ),
    (
      .lemmy,
      #"{"post_view":{"post":{"id":1,"name":"t"},"creator":{"name":"a"}},"comments":[{"comment":{"id":2,"path":"0.2","content":"c"}}]}"#
    ),
    (
      .mastodon,
      #"{"ancestors":[{"id":"1","content":"<p>a"}],"descendants":[{"id":"2","in_reply_to_id":"1","content":"b","visibility":"direct"}],"orderedItems":[{"object":{"id":"x","content":"y","to":["as:Public"]}}]}"#
    ),
    (
      .discourse,
      #"{"id":5,"title":"t","post_stream":{"posts":[{"id":1,"post_number":1,"cooked":"<p>x"},{"id":2,"post_number":2,"reply_to_post_number":1}],"stream":[1,2,3]}}"#
    ),
    (
      .mail,
      "From x Mon\nFrom: =?utf-8?q?a=C3=A9?= <a@b.c>\nMessage-ID: <1@x>\nDate: Mon, 03 Nov 2025 10:31:24 +0100\nSubject: s\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; format=flowed; charset=koi8-r\nContent-Transfer-Encoding: quoted-printable\n\n> a =3D \n> b\n--b--\n\nFrom x Mon\nIn-Reply-To: <1@x>\nContent-Transfer-Encoding: base64\n\nYWJj\n"
    ),
    (
      .opml,
      "<?xml version=\"1.0\"?><opml><head><title>t</title></head><body><outline text=\"a &amp; b\"><outline text='c' _note='d'/></outline></body></opml>"
    ),
    (
      .org,
      "#+TITLE: t\ntext *b* /i/ [[https://a.b][c]]\n* TODO a :x:\n:PROPERTIES:\n:CREATED: [2024-01-01]\n:END:\n#+begin_src c\nx\n#+end_src\n** b\n- c\n"
    ),
    (.markdown, "---\ntitle: a\ndate: 2024-01-01\ntags: [a, b]\nid: 5\n---\n\n# b\n\ntext\n"),
    (
      .markdown,
      "---\ntitle: a: b\naliases:\n- c\n---\n> [!note]- d\n> ==e== %%f%% [[x|g]] ![[h.png]] [i](x.md) ^j\n\n`==k==`\n"
    ),
    (
      .org,
      "#+TODO: A | B\n* A [#A] =a= [[id:5]] :t:\nCLOSED: [2024-01-01]\n:LOGBOOK:\n- x \\\\\n:END:\n`q' *b /c/* a[fn:1] b[fn:: c]\n: fixed\n- t :: u\n[fn:1] note\n* COMMENT x\n"
    ),
    (
      .mail,
      "From: a\nSubject: Re: s\nContent-Type: text/plain\n\nHi Ada,\n\nOn Mon, b wrote:\n> +int x;\n> +int y;\n> @@ -1 +1 @@\n\n\tz(a);\n\tz(b);\n\tz(c);\n\nName   Value\na      b\n"
    ),
    (
      .mastodon,
      #"{"orderedItems":[{"type":"Announce","object":"x"},{"object":{"id":"1","content":"a","to":"as:Public","inReplyTo":"https://o.example/1","attachment":[{"mediaType":"image/png","url":"/media_attachments/1.png"}]}}]}"#
    ),
    (
      .json,
      #"{"posts":[{"id":1,"title":"a","source":"hn","source_key":"1","children":[{"title":"b"}]}]}"#
    ),
  ]

  private static let pieces = [
    "{", "}", "[", "]", "\"", ":", ",", "null", "true", "-1", "1e999", "99999999999999999999",
    "\\u0000", "\\ud800",
    "\u{0}", "\u{202E}", "é", "👩‍👩‍👧‍👦", "<", ">", "<p>", "</p>", "<pre>", "&#0;", "&amp;", "\n", "\r\n",
    "\n\n", " ", "\t", ">", "=",
    "=?utf-8?b?", "?=", "--b", "From ", "* ", "** ", "#+begin_src", "#+end_src", ":END:", "---\n",
    "&a *a", "<outline", "/>",
    "%%", "==", "> [!a] ", " ^a", "[fn:", "]]", "](x.md)", "`", "'", "~", "@@ ", "+++ ", "id:: ",
    "  ",
    "\"children\":[", "\"id\":", "\"parent_comment\":", "0.1.2", "../", "[[", "]]",
  ]

  private static func mutated(_ text: String, _ random: inout SplitMix) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0...(random.next() % 6) {
      let place = Int(random.next() % UInt64(bytes.count + 1))
      let end = min(bytes.count, place + Int(random.next() % 24))
      switch random.next() % 6 {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3: bytes = Array(bytes.prefix(max(1, place)))
      case 4:
        let piece = Array(pieces[Int(random.next() % UInt64(pieces.count))].utf8)
        let times = random.next() % 40 == 0 ? 600 : 1
        bytes.insert(contentsOf: Array(repeatElement(piece, count: times).joined()), at: place)
      default: if place < bytes.count { bytes[place] ^= 1 << UInt8(random.next() % 8) }
      }
    }
    return bytes
  }

  /// How many posts a file has, by a second count; nil for formats that can't be counted so simply.
  private static func nodes(in bytes: [UInt8], _ format: ImportFormat) -> Int? {
    func objects(_ value: Any?) -> [[String: Any]] {
      if let object = value as? [String: Any] { return [object] }
      return (value as? [Any] ?? []).compactMap { $0 as? [String: Any] }
    }
    guard [.hn, .lobsters, .discourse].contains(format),
      let json = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    else { return nil }
    var (waiting, count) = (objects(json), 0)
    while let object = waiting.popLast() {
      switch format {
      case .hn:
        count += 1
        waiting += objects(object["options"]) + objects(object["children"])
      case .lobsters: count += 1 + objects(object["comments"]).count
      default: count += objects((object["post_stream"] as? [String: Any])?["posts"]).count
      }
    }
    return count
  }

  @Test func anything() throws {
    var random = SplitMix(seed: 2_025)
    var (posts, errors) = (0, 0)
    let begin = ProcessorTime.now
    for number in 0..<Self.count {
      let (format, text) = Self.seeds[number % Self.seeds.count]
      let bytes = Self.mutated(text, &random)
      // Now and then as another format than it is.
      let other =
        random.next() % 10 == 0
        ? Self.seeds[Int(random.next() % UInt64(Self.seeds.count))].0 : format
      do {
        let document = try other.convert(
          Data(bytes), name: "x", identity: number.isMultiple(of: 2) ? "y" : nil
        ).document
        posts += document.count
        if let nodes = Self.nodes(in: bytes, other), nodes != document.count {
          Issue.record("\(other): \(document.count) of \(nodes) posts in \(bytes)")
          return
        }
        for (index, item) in document.items.enumerated() {
          guard item.parent.map({ $0 < index }) ?? true else {
            Issue.record("\(other): a parent behind its child in \(bytes)")
            return
          }
        }
      } catch {
        errors += 1
      }
      _ = ImportFormat.recognised(Data(bytes), name: "")
    }
    // Most are still of use, and some are not.
    #expect(posts > Self.count / 2)
    #expect(errors > Self.count / 20)
    #expect(ProcessorTime.now - begin < 0.02 * Double(Self.count) + 60)
  }

  /// Trees by their keys, in any order, with parents that are missing, wrong or in rings.
  @Test func noPostIsLost() throws {
    var random = SplitMix(seed: 7)
    for _ in 0..<2_000 {
      var tree = ForeignTree("x", isOutline: random.next() % 2 == 0)
      let count = Int(random.next() % 12)
      for index in 0..<count {
        var post = ImportedPost(key: random.next() % 5 == 0 ? nil : "\(random.next() % 10)")
        post.parentKey = random.next() % 3 == 0 ? nil : "\(random.next() % 14)"
        if random.next() % 4 == 0 { post.parent = Int(random.next() % 14) }
        post.title = "\(index)"
        _ = tree.add(post)
      }
      let items = try tree.converted().document.items
      #expect(Set(items.map(\.title)) == Set((0..<count).map(String.init)))
      #expect(items.count == count)
    }
  }

  @Test func tenThousandRepliesAreQuick() throws {
    let replies = (2...10_000).map {
      #"{"id":\#($0),"author":"user\#($0 % 300)","text":"<p>reply <i>\#($0)</i> with some words","created_at_i":\#(1_700_000_000 + $0),"children":[]}"#
    }
    let json = #"{"id":1,"title":"t","author":"a","children":[\#(replies.joined(separator: ","))]}"#
    let begin = ProcessorTime.now
    #expect(try ImportFormat.hn.convert(json).document.count == 10_000)
    // A debug build takes two or three seconds, a release build a tenth of that.
    #expect(ProcessorTime.now - begin < 60)
  }
}
