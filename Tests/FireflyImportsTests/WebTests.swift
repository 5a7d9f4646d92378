import FireflyCore
import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Threads of the web, as their services' descriptions say they are.
@Suite struct WebTests {
  // MARK: Hacker News

  @Test func hackerNews() throws {
    let conversion = try ImportFormat.hn.convert(
      """
      {"id":100,"type":"story","author":"ada","title":"A loom","url":"https://www.example.org/x","points":1,
       "created_at_i":1700000000,"text":null,"options":[],"children":[
        {"id":101,"author":"ben","text":"<p>Hi <i>you</i><p>&gt; quoted","created_at_i":1700000100,"children":[
          {"id":102,"author":null,"text":null,"children":[{"id":103,"author":"cleo","text":"below"}]}]}]}
      """)
    #expect(
      conversion.lines == [
        "0 A loom|example.org · 1 point|<https://www.example.org/x>|ada",
        "1 |Hi you|Hi *you*\n\n> quoted|ben", "2 deleted||||".dropLast(1).description,
        "3 |below|below|cleo",
      ])
    #expect(conversion.deleted == 1 && conversion.keys == ["100", "101", "102", "103"])
    #expect(
      conversion.document.items[1].createdAt == Date(timeIntervalSince1970: 1_700_000_100))
  }

  @Test(arguments: [
    (
      #"{"id":1,"type":"job","title":"We hire","author":"co","text":"<p>x"}"#,
      "0 We hire|job|x|co"
    ),
    (#"{"id":1,"type":"unheard","title":"t"}"#, "0 t|||"), (#"{"id":1}"#, "0 deleted|||"),
    (#"{"id":"7","title":"t","author":"","children":null}"#, "0 t|||"),
    (#"{"id":1,"title":"t","url":"javascript:alert(1)"}"#, "0 t|||"),
    (#"{"id":1,"title":"t\u202e\u001b[31mx","author":"a\nb"}"#, "0 tx|||a b"),
    (#"{"id":1,"author":"a","text":"<script>x</script><b>y"}"#, "0 |y|**y**|a"),
    (#"{"id":1,"author":"a","text":"👩‍👩‍👧‍👦 שלום"}"#, "0 |👩‍👩‍👧‍👦 שלום|👩‍👩‍👧‍👦 שלום|a"),
    (#"{"id":2,"title":5,"author":[],"children":[1,"x",null]}"#, "0 deleted|||"),
  ])
  func oddItemsOfHackerNews(_ json: String, _ line: String) throws {
    #expect(try ImportFormat.hn.convert(json).lines == [line])
  }

  @Test func searchesOfHackerNews() throws {
    let conversion = try ImportFormat.hn.convert(
      """
      {"hits":[
        {"objectID":"9","author":"cy","comment_text":"two","story_id":1,"parent_id":5,"story_title":"A"},
        {"objectID":"1","author":"ada","title":"A","url":"https://e.org","points":5,"story_text":"<i>x</i>",
         "comment_text":null,"created_at_i":1700000000,"story_id":1,"num_comments":2,"children":[5]},
        {"objectID":"3","author":"ben","comment_text":"one","story_id":2,"parent_id":4,"story_title":"B"}],
       "nbHits":3}
      """)
    #expect(
      conversion.lines == [
        "0 A|e.org · 5 points|<https://e.org>\n\n*x*|ada", "1 |two|two|cy", "0 B||one|ben",
      ])
    #expect(conversion.keys == ["1", "9", "3"] && conversion.unresolvedLinks == 1)
    #expect(conversion.deleted == 0)
  }

  @Test func anItemOfTheOfficialHackerNews() throws {
    let json =
      #"{"by":"pg","descendants":15,"id":1,"kids":[15,2],"score":57,"time":1160418111,"title":"Y","type":"story","url":"http://y.com"}"#
    #expect(ImportFormat.recognised(Data(json.utf8), name: "") == .hn)
    let conversion = try ImportFormat.hn.convert(json)
    #expect(conversion.lines == ["0 Y|y.com · 57 points|<http://y.com>|pg"])
    #expect(conversion.missing == 15)
    #expect(
      conversion.document.items[0].createdAt == Date(timeIntervalSince1970: 1_160_418_111))
  }

  @Test(arguments: [
    #"{"title":"t","author":"a"}"#, #"[{"id":1,"title":"t"},{}]"#, #"{"hits":[{"title":"t"}]}"#,
  ])
  func itemsWithoutIDsAreRefused(_ json: String) {
    let error = ImportError.damaged(
      place: "document", reason: "an item of Hacker News has no id")
    #expect(throws: error) { try ImportFormat.hn.convert(json) }
  }

  @Test func aPollHasItsOptions() throws {
    let lines = try ImportFormat.hn.convert(
      #"{"id":1,"type":"poll","title":"p","options":[{"id":2,"author":"a","text":"yes"}],"children":[{"id":3,"author":"b","text":"c"}]}"#
    ).lines
    #expect(lines == ["0 p|poll||", "1 |yes|yes|a", "1 |c|c|b"])
  }

  @Test func depthIsBoundedByTheParserOnly() throws {
    func nested(_ levels: Int) -> String {
      (1...levels).map { #"{"id":\#($0),"author":"a","text":"b","children":["# }.joined()
        + String(repeating: "]}", count: levels)
    }
    #expect(try ImportFormat.hn.convert(nested(64)).document.count == 64)
    let error = ImportError.damaged(
      place: "document", reason: "the posts are nested too deeply to be read")
    #expect(throws: error) { try ImportFormat.hn.convert(nested(2_000)) }
    #expect(throws: ImportError.tooDeep) { try ImportFormat.json.convert(nested(2_000)) }
  }

  // MARK: Lobsters

  @Test func lobsters() throws {
    let conversion = try ImportFormat.lobsters.convert(
      """
      {"short_id":"abc","title":"Looms","url":"","description":"<p>d</p>","score":2,"submitter_user":"ada",
       "tags":["art","c"],"created_at":"2025-11-03T10:31:24.000-06:00","comments":[
        {"short_id":"c2","comment":"<p>deep</p>","parent_comment":"c1","commenting_user":"cleo"},
        {"short_id":"c1","comment_plain":"*one*","comment":"x","commenting_user":{"username":"ben"},"parent_comment":null},
        {"short_id":"c3","is_deleted":true,"parent_comment":"gone"}]}
      """)
    #expect(
      conversion.lines == [
        "0 Looms|2 points · art, c|d|ada", "1 |one|*one*|ben", "2 |deep|deep|cleo",
        "0 deleted|||",
      ])
    #expect(conversion.unresolvedLinks == 1 && conversion.deleted == 1)
    #expect(conversion.document.items[0].createdAt == WireDate.date("2025-11-03T16:31:24Z"))
  }

  // MARK: Reddit

  @Test func reddit() throws {
    let conversion = try ImportFormat.reddit.convert(
      """
      [{"kind":"Listing","data":{"children":[{"kind":"t3","data":{"name":"t3_a","title":"A &amp; b","author":"ada",
        "selftext":"x &lt; y","is_self":true,"score":5,"subreddit_name_prefixed":"r/weaving","created_utc":1700000000.0}}]}},
       {"kind":"Listing","data":{"children":[{"kind":"t1","data":{"name":"t1_b","author":"ben","body":"r","replies":
        {"kind":"Listing","data":{"children":[
          {"kind":"t1","data":{"name":"t1_c","author":"[deleted]","body":"[removed]","replies":""}},
          {"kind":"more","data":{"count":7,"children":["x"]}}]}}}}]}}]
      """)
    #expect(
      conversion.lines == [
        "0 A & b|r/weaving · 5 points|x < y|ada", "1 |r|r|ben", "2 deleted|||",
      ])
    #expect(conversion.missing == 7 && conversion.deleted == 1)
  }

  @Test func aListOfPostsOfReddit() throws {
    let thing =
      #"{"kind":"t3","data":{"name":"t3_NAME","title":"NAME","url":"https://a.b/c","selftext":""}}"#
    let children = ["x", "y"].map { thing.replacing("NAME", with: $0) }.joined(separator: ",")
    let lines = try ImportFormat.reddit.convert(
      "{\"kind\":\"Listing\",\"data\":{\"children\":[\(children)]}}"
    ).lines
    #expect(lines == ["0 x|a.b|<https://a.b/c>|", "0 y|a.b|<https://a.b/c>|"])
  }

  @Test func aListOfCommentsOfReddit() throws {
    let comment =
      #"{"kind":"t1","data":{"name":"t1_NAME","author":"me","body":"NAME","link_title":"L &amp; m","parent_id":"PARENT"}}"#
    let post = #"{"kind":"t3","data":{"name":"t3_p","title":"own","is_self":true}}"#
    let things = [("a", "t3_x"), ("b", "t1_y"), ("c", "t3_p"), ("d", "t3_z")].map {
      comment.replacing("NAME", with: $0).replacing("PARENT", with: $1)
    }
    let children = (things.prefix(2) + [post] + things.suffix(2)).joined(separator: ",")
    let conversion = try ImportFormat.reddit.convert(
      "{\"kind\":\"Listing\",\"data\":{\"children\":[\(children)]}}")
    #expect(
      conversion.lines == [
        "0 L & m||a|me", "0 L & m||b|me", "0 own|||", "1 L & m||c|me", "0 L & m||d|me",
      ])
    #expect(conversion.unresolvedLinks == 3)
  }

  // MARK: Lemmy

  @Test func lemmy() throws {
    let conversion = try ImportFormat.lemmy.convert(
      """
      {"post_view":{"post":{"id":7,"name":"Looms","body":"*b*","published":"2025-11-03T10:31:24.123456Z"},
        "creator":{"name":"ada"},"community":{"name":"weaving"},"counts":{"score":3}},
       "comments":[
        {"comment":{"id":9,"path":"0.8.9","post_id":7,"content":"nine"},"creator":{"name":"c","display_name":"Cleo"}},
        {"comment":{"id":8,"path":"0.8","post_id":7,"content":"eight","deleted":true},"creator":{"name":"ben"}},
        {"comment":{"id":10,"path":"0.99.10","post_id":7,"content":"lost"},"creator":{"name":"ben"}}]}
      """)
    #expect(
      conversion.lines == [
        "0 Looms|3 points · weaving|*b*|ada", "1 deleted|||", "2 |nine|nine|Cleo",
        "1 |lost|lost|ben",
      ])
    #expect(conversion.unresolvedLinks == 1)
  }

  @Test func commentsOfLemmyBringTheirPosts() throws {
    let conversion = try ImportFormat.lemmy.convert(
      """
      {"comments":[
        {"comment":{"id":9,"path":"0.8.9","content":"nine"},"post":{"id":7,"name":"Looms"},"creator":{"name":"ada"},"counts":{"score":2}},
        {"comment":{"id":8,"path":"0.8","content":"eight"},"post":{"id":7,"name":"Looms"},"creator":{"name":"ben"}},
        {"comment":{"id":4,"path":"0.3.4","content":"four"},
         "post":{"id":6,"name":"Yarn","ap_id":"https://l.org/post/6","body":"b","url":"https://e.org"},
         "community":{"name":"weaving"},"creator":{"name":"ada"}},
        {"comment":{"id":2,"path":"0.2","post_id":5,"content":"two"},"creator":{"name":"ada"}}]}
      """)
    #expect(
      conversion.lines == [
        "0 |two|two|ada", "0 Looms|||", "1 |eight|eight|ben", "2 |nine|nine|ada",
        "0 Yarn|e.org · weaving|<https://e.org>\n\nb|", "1 |four|four|ada",
      ])
    #expect(conversion.unresolvedLinks == 2)
    #expect(conversion.keys[4] == "https://l.org/post/6")
  }

  // MARK: Mastodon

  private static let context = """
    {"ancestors":[{"id":"1","content":"<p>root</p>","account":{"acct":"ada@x.org","display_name":"Ada"},"visibility":"public"}],
     "descendants":[{"id":"2","in_reply_to_id":"1","content":"<p>secret</p>","account":{"acct":"ben"},"visibility":"direct"},
      {"id":"3","in_reply_to_id":"1","spoiler_text":"cw","content":"<p>open</p>","account":{"acct":"cleo"},"visibility":"unlisted",
       "media_attachments":[{"url":"https://x.org/p.png","description":"a dot"}]}]}
    """

  @Test func mastodon() throws {
    let conversion = try ImportFormat.mastodon.convert(Self.context)
    #expect(
      conversion.lines == [
        "0 |root|root|Ada", "1 cw|content warning|open\n\n[a dot](https://x.org/p.png)|cleo",
      ])
    #expect(conversion.skipped == 1)
    // An account is no e-mail that a user of this server could have.
    #expect(conversion.document.items[0].authorEmail == "ada.at.x.org@mastodon.invalid")
    let all = try ImportFormat.mastodon.convert(Self.context, withPrivate: true)
    #expect(all.document.count == 3 && all.skipped == 0)
  }

  @Test func anArchiveOfMastodon() throws {
    let open = "\"to\":[\"https://www.w3.org/ns/activitystreams#Public\"]"
    let conversion = try ImportFormat.mastodon.convert(
      """
      {"orderedItems":[
        {"type":"Create","actor":"https://x.org/users/ada","object":{"id":"https://x.org/1","content":"<p>one</p>",\(open)}},
        {"type":"Create","actor":"https://x.org/users/ada","object":{"id":"https://x.org/2","inReplyTo":"https://x.org/1","content":"two","cc":"as:Public"}},
        {"type":"Create","actor":"https://x.org/users/ada","object":{"id":"https://x.org/3","content":"friends","to":["https://x.org/users/ada/followers"]}},
        {"type":"Announce","object":"https://y.org/5"},
        {"type":"Announce","object":{"id":"https://y.org/6","content":"theirs","to":["as:Public"]}}]}
      """)
    #expect(conversion.lines == ["0 |one|one|ada", "1 |two|two|ada"])
    #expect(conversion.skipped == 1 && conversion.leftOut.line == "2 boosts (https://y.org/5 …)")
  }

  @Test func boostsAndPollsOfMastodon() throws {
    let conversion = try ImportFormat.mastodon.convert(
      """
      [{"id":"3","content":"","visibility":"public","account":{"acct":"ada"},"reblog":
         {"id":"1","content":"<p>boosted</p>","visibility":"public","account":{"acct":"ben"}}},
       {"id":"4","content":"","account":{"acct":"ada"},"reblog":
         {"id":"5","content":"secret","visibility":"private","account":{"acct":"ada"}}},
       {"id":"2","content":"<p>Which?</p>","account":{"acct":"ada"},
        "poll":{"options":[{"title":"Tea & <milk>","votes_count":1},{"title":"Coffee","votes_count":null}]}},
       {"id":"1","content":"<p>boosted</p>","account":{"acct":"ben"}},
       {"id":"1","uri":"https://x.org/1","content":"<p>elsewhere</p>","account":{"acct":"cy"}}]
      """)
    #expect(
      conversion.lines == [
        "0 |boosted|boosted|ben",
        "0 |Which?|Which?\n\n- Tea & \\<milk>: 1 vote, 100 %\\\n  ████████████████████\n- Coffee|ada",
        "0 |elsewhere|elsewhere|cy",
      ])
    #expect(conversion.copies == 1 && conversion.skipped == 1)
  }

  @Test func theMediaOfAnArchiveOfMastodon() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firefly-archive-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let media = folder.appendingPathComponent("media_attachments/files")
    try FileManager.default.createDirectory(at: media, withIntermediateDirectories: true)
    for name in ["2.png", "../../out.png"] {
      try Data("x".utf8).write(to: media.appendingPathComponent(name))
    }
    func note(_ number: Int, _ more: String, _ media: [String]) -> String {
      let list = media.map {
        #"{"mediaType":"image/png","url":"/x/media_attachments/\#($0).png","name":"a \#($0)"}"#
      }
      return
        #"{"object":{"id":"https://x.org/\#(number)","content":"\#(number)","to":"as:Public"\#(more),"attachment":[\#(list.joined(separator: ","))]}}"#
    }
    let items = [
      note(1, "", ["files/1", "files/2"]), note(2, #","sensitive":true"#, ["files/2"]),
      note(3, "", ["../out"]),
      note(4, #","oneOf":[{"name":"Tea","replies":{"totalItems":2}}]"#, []),
      #"{"object":{"id":"5","content":"","to":"as:Public","attachment":{"mediaType":"video/mp4","url":"/media_attachments/5.mp4"}}}"#,
    ]
    let conversion = try ImportFormat.mastodon.convert(
      Data("{\"orderedItems\":[\(items.joined(separator: ","))]}".utf8), name: "outbox.json",
      folder: folder)
    #expect(
      conversion.document.items.map(\.body) == [
        "1\n\nPicture: a files/1\n\n![a files/2](picture:0)", "2\n\n![a files/2](picture:0)",
        "3\n\nPicture: a ../out", "4\n\n- Tea: 2 votes", "File: 5.mp4",
      ])
    let picture = ImportedPicture.file(media.appendingPathComponent("2.png"))
    #expect(conversion.document.items.map(\.picture) == [picture, nil, nil, nil, nil])
    #expect(
      conversion.document.items.map { $0.shownPictures.map(\.picture) } == [
        [picture], [picture], [], [], [],
      ])
  }

  /// An archive as a server writes it: signed, with its owner's name in a file of its own.
  @Test func signedArchiveOfMastodon() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firefly-archive-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let media = folder.appendingPathComponent("media_attachments")
    try FileManager.default.createDirectory(at: media, withIntermediateDirectories: true)
    for name in ["1.png", "2.png"] {
      try Data("x".utf8).write(to: media.appendingPathComponent(name))
    }
    let actor = #"{"id":"https://m.example/ap/users/7","preferredUsername":"ada","name":"Ada L."}"#
    try Data(actor.utf8).write(to: folder.appendingPathComponent("actor.json"))
    func activity(_ note: String) -> String {
      #"{"type":"Create","actor":"https://m.example/ap/users/7","object":\#(note),"signature":{"creator":"x"}}"#
    }
    let notes = [
      #"{"id":"https://m.example/1","content":"<p>First","to":"as:Public"}"#,
      #"{"id":"https://m.example/2","content":"<p>yes","to":"as:Public","inReplyTo":"https://o.example/77"}"#,
      #"{"id":"https://m.example/3","content":"<p>two","to":"as:Public","attachment":[{"mediaType":"image/png","url":"/media_attachments/1.png","name":null},{"mediaType":"image/png","url":"/media_attachments/2.png","name":"a kite"}]}"#,
    ]
    let boost = #"{"type":"Announce","object":"https://o.example/78"}"#
    let json = "{\"orderedItems\":[\((notes.map(activity) + [boost]).joined(separator: ","))]}"
    #expect(ImportFormat.recognised(Data(json.utf8), name: "outbox.json") == .mastodon)
    let conversion = try ImportFormat.mastodon.convert(
      Data(json.utf8), name: "outbox.json", folder: folder)
    #expect(
      conversion.lines == [
        "0 |First|First|Ada L.",
        "0 |yes In reply to https://o.example/77|yes\n\nIn reply to <https://o.example/77>|Ada L.",
        "0 |two ▣ a kite|two\n\n![a kite](picture:0)|Ada L.",
      ])
    #expect(conversion.document.items[0].authorEmail == "ada.at.m.example@mastodon.invalid")
    #expect(conversion.document.items[2].files.map(\.lastPathComponent) == ["1.png", "2.png"])
    #expect(conversion.leftOut.line == "1 boost (https://o.example/78)")
    // The text links to what is on another server.
    #expect(conversion.unresolvedLinks == 0)
  }

  // MARK: Discourse

  @Test func discourse() throws {
    let conversion = try ImportFormat.discourse.convert(
      """
      [{"id":5,"title":"Looms","posts_count":5,"post_stream":{"posts":[
         {"id":50,"post_number":1,"username":"ada","cooked":"<p>first</p>","topic_id":5},
         {"id":52,"post_number":3,"username":"cleo","name":"Cleo","cooked":"<p>third</p>","reply_to_post_number":2,"topic_id":5}],
         "stream":[50,51,52,53,54]}},
       {"post_stream":{"posts":[{"id":51,"post_number":2,"username":"ben","raw":"**second**","cooked":"x","topic_id":5},
         {"id":53,"post_number":4,"user_deleted":true,"topic_id":5,"reply_to_post_number":9}]}}]
      """)
    #expect(
      conversion.lines == [
        "0 Looms||first|ada", "1 |second|**second**|ben", "2 |third|third|Cleo",
        "1 deleted|||",
      ])
    #expect(conversion.missing == 1 && conversion.unresolvedLinks == 1)
  }

  @Test func actionsOfModeratorsHaveTitles() throws {
    let conversion = try ImportFormat.discourse.convert(
      """
      {"id":5,"title":"Looms","post_stream":{"posts":[
        {"id":50,"post_number":1,"cooked":"first","topic_id":5},
        {"id":51,"post_number":2,"cooked":"","topic_id":5,"action_code":"closed.enabled"},
        {"id":52,"post_number":3,"cooked":"why","topic_id":5,"action_code":"split_topic"}]}}
      """)
    #expect(
      conversion.lines.dropFirst() == [
        "1 Topic closed|||", "1 Posts moved to another topic|why|why|",
      ])
  }

  @Test(arguments: [(#""2025-01-01T00:00:00Z""#, "1 deleted|||"), ("null", "1 |late|late|")])
  func deletedPostsOfDiscourse(_ time: String, _ line: String) throws {
    let conversion = try ImportFormat.discourse.convert(
      """
      {"id":5,"title":"Looms","post_stream":{"posts":[
        {"id":50,"post_number":1,"cooked":"first","topic_id":5},
        {"id":51,"post_number":2,"cooked":"late","topic_id":5,"deleted_at":\(time)}]}}
      """)
    #expect(conversion.lines.last == line)
  }

  @Test func pollsAnswersAndSpoilersOfDiscourse() throws {
    let poll =
      #"<p>Which?</p><div class=\"poll\"><ul><li data-poll-option-id=\"a\">Tea</li><li data-poll-option-id=\"b\">Milk</li></ul><div class=\"poll-info\">0 voters</div></div>"#
    let answer =
      #"<p>Use it.</p><div class=\"spoiler\"><p>The butler.</p></div><a class=\"lightbox\" href=\"https://x.example/o.png\">kettle<div class=\"meta\"><span>1920×1080</span></div></a>"#
    let conversion = try ImportFormat.discourse.convert(
      """
      {"id":9,"title":"Tea &amp; milk","post_stream":{"posts":[
        {"id":91,"post_number":1,"username":"ada","cooked":"\(poll)",
         "polls":[{"options":[{"id":"a","votes":30},{"id":"b","votes":1}]}]},
        {"id":92,"post_number":2,"username":"ben","accepted_answer":true,"cooked":"\(answer)"}]}}
      """)
    #expect(
      conversion.document.items.map(\.body) == [
        "Which?\n\n- Tea: 30 votes\n- Milk: 1 vote",
        "**Accepted answer**\n\nUse it.\n\n> **Spoiler**\n>\n> The butler.\n\n[kettle](https://x.example/o.png)",
      ])
    #expect(conversion.document.items[0].title == "Tea & milk")
    #expect(conversion.document.items[1].summary == "Accepted answer Use it. kettle")
  }

  /// Comments of a person, without the posts that they are about.
  @Test func commentsOfRedditKnowTheirPages() throws {
    let conversion = try ImportFormat.reddit.convert(
      #"{"kind":"Listing","data":{"children":[{"kind":"t1","data":{"name":"t1_b","author":"mo","body":"x","edited":false,"link_title":"T","permalink":"/r/tea/comments/a/t/b/"}},{"kind":"t1","data":{"name":"t1_c","body":"y","permalink":"javascript:x"}}]}}"#
    )
    #expect(
      conversion.document.items.map(\.source?.page) == [
        "https://www.reddit.com/r/tea/comments/a/t/b/", nil,
      ])
  }

  /// Authors whose names differ in their signs only are different people.
  @Test func eachAuthorHasAnAddressOfTheirOwn() throws {
    let names = [
      "Foo Bar", "Foo, Bar", "foo.bar", "Foo  Bar", "Foo (Bar)", "foo@bar", "foo@bar.", "日本", "日.本",
    ]
    let items = names.enumerated().map {
      #"{"id":\#($0 + 1),"title":"t","by":"\#($1)","type":"story"}"#
    }
    let addresses = try items.map {
      try #require(try ImportFormat.hn.convert($0).document.items.first?.authorEmail)
    }
    #expect(addresses.first == "foo.bar@hn.invalid")
    // Several blanks are one.
    #expect(Set(addresses).count == names.count - 1, "\(addresses)")
    #expect(try ImportFormat.hn.convert(items[1]).document.items.first?.authorEmail == addresses[1])
  }

  /// Without an author, a post would be the user's own.
  @Test(arguments: [
    (ImportFormat.hn, #"{"id":1,"title":"t"}"#),
    (.reddit, #"{"kind":"t3","data":{"name":"t3_a","title":"t","author":"[deleted]"}}"#),
    (.lobsters, #"{"short_id":"a","title":"t"}"#),
    (.mastodon, #"{"id":"1","content":"t"}"#),
    (.lemmy, #"{"post_view":{"post":{"id":1,"name":"t"}}}"#),
    (.discourse, #"{"post_stream":{"posts":[{"id":1,"post_number":1,"cooked":"t"}]}}"#),
    (.mail, "Subject: t\nDate: Thu, 09 Oct 2025 08:53:20 +0000\n\nx\n"),
  ])
  func postsWithoutAnAuthorAreOfAnUnknownOne(_ format: ImportFormat, _ text: String) throws {
    let post = try #require(try format.convert(text).document.items.first)
    #expect(post.authorName == "unknown")
    #expect(post.authorEmail == "unknown@\(post.source?.name ?? "").invalid")
  }

  /// A file of a forum does not name it, but the pictures of its users and its own links do.
  @Test(arguments: [
    (#""avatar_template":"/user_avatar/forum.example/ada/{size}/1.png""#, "https://forum.example"),
    (
      #""avatar_template":"/board/user_avatar/f.example/ada/{size}/1.png""#,
      "https://f.example/board"
    ),
    (
      #""avatar_template":"https://cdn.example/x/user_avatar/forum.example/ada/{size}/1.png""#,
      "https://forum.example"
    ),
    (#""avatar_template":"/letter_avatar_proxy/v4/letter/a/{size}.png""#, nil),
    (#""avatar_template":"/user_avatar/a b.example/ada/{size}/1.png""#, nil),
    (#""avatar_template":"/user_avatar/localhost/ada/{size}/1.png""#, nil),
    (
      #""link_counts":[7,{"url":"https://o.example/t/1","internal":false},{"url":"https://f.example/t/x/9","internal":true}]"#,
      "https://f.example"
    ),
    (#""link_counts":[{"url":"/t/x/9","internal":true}]"#, nil),
    (#""link_counts":null,"avatar_template":7"#, nil),
  ])
  func pagesOfDiscourse(_ words: String, _ base: String?) throws {
    let conversion = try ImportFormat.discourse.convert(
      """
      [{"id":5,"title":"Looms","slug":"looms","post_stream":{"posts":[
         {"id":50,"post_number":1,"username":"ada","topic_id":5,\(words),
          "cooked":"<a href='/t/looms/5/2'>below</a> <a href='/t/other/6'>there</a> <a href='/about'>about</a>"}]}},
       {"post_stream":{"posts":[{"id":51,"post_number":2,"cooked":"x","topic_id":5}]}}]
      """)
    let pages = conversion.document.items.map(\.source?.page)
    guard let base else {
      #expect(pages == [nil, nil] && conversion.document.items[0].body == "below there about")
      return
    }
    #expect(pages == [base + "/t/5", base + "/p/51"])
    let body = conversion.document.items[0].body
    #expect(body.hasPrefix("[below](post:"), "\(body)")
    #expect(body.hasSuffix(") [there](\(base)/t/other/6) [about](\(base)/about)"), "\(body)")
  }

  @Test func marksOfLemmyAndReddit() throws {
    let lemmy = try ImportFormat.lemmy.convert(
      #"{"post_view":{"post":{"id":1,"name":"Tea &amp; milk","url":"https://p.example/k.jpg","alt_text":"a kettle","nsfw":true,"locked":true},"creator":{"name":"ada"}}}"#
    )
    #expect(
      lemmy.lines == [
        "0 Tea & milk|p.example · NSFW · locked|<https://p.example/k.jpg>\n\nPicture: a kettle|ada"
      ])
    let reddit = try ImportFormat.reddit.convert(
      #"{"kind":"t3","data":{"name":"t3_a","title":"T","subreddit":"tea","link_flair_text":"Help &amp; tips","over_18":true,"is_self":true,"selftext":"a&amp;nbsp;b &amp;#x200B; &gt;!c!&lt; ![img](x1)","author":"ada"}}"#
    )
    #expect(
      reddit.lines == [
        "0 T|r/tea · Help & tips · NSFW|a\u{A0}b  (spoiler: c) ![picture](https://www.reddit.com/media/x1)|ada"
      ])
  }

  @Test func formatsAreRecognisedByKeysThatComeLate() {
    let actions = String(repeating: #"{"can_act":false,"count":0},"#, count: 1_000)
    let topic = #"{"actions_summary":[\#(actions)1],"post_stream":{"posts":[]}}"#
    #expect(ImportFormat.recognised(Data(topic.utf8), name: "") == .discourse)
    let other = #"{"actions_summary":[\#(actions)1]}"#
    #expect(ImportFormat.recognised(Data(other.utf8), name: "") == .json)
  }

  @Test func topicsOfDiscourseHaveTheirTags() throws {
    let lines = try ImportFormat.discourse.convert(
      """
      {"post_stream":{"posts":[{"id":1,"post_number":1,"username":"ada","cooked":"<p>x</p>","topic_id":9}],"stream":[1]},
       "id":9,"title":"Tea","posts_count":1,"tags":["tea","hot-drinks"],"closed":true}
      """
    ).lines
    #expect(lines == ["0 Tea|tea hot-drinks · closed|x|ada"])
  }

  @Test func commentsOfRedditHaveTheirMarks() throws {
    let lines = try ImportFormat.reddit.convert(
      """
      [{"kind":"Listing","data":{"children":[
        {"kind":"t3","data":{"name":"t3_a","title":"T","stickied":true,"distinguished":"moderator","edited":1700000000.0}}]}},
       {"kind":"Listing","data":{"children":[
        {"kind":"t1","data":{"name":"t1_b","author":"mo","body":"Rules.","stickied":true,"distinguished":"moderator"}}]}}]
      """
    ).lines
    #expect(
      lines == [
        "0 T|pinned · moderator · edited||",
        "1 |pinned · moderator: Rules.|**pinned · moderator:**\n\nRules.|mo",
      ])
  }

  @Test func textsOfRedditAreUnescapedOnce() throws {
    let text =
      #"&gt; said\n\nTom &amp; Eva &lt;3 a&nbsp;b\n\n&amp;#x200B;\n\n![gif](giphy|a1B2) ![gif](giphy|c3|downsized) ![gif](other|x)"#
    let conversion = try ImportFormat.reddit.convert(
      #"{"kind":"t3","data":{"name":"t3_a","title":"Tom &amp;amp; Eva","is_self":true,"selftext":"\#(text)"}}"#
    )
    let post = conversion.document.items[0]
    #expect(post.title == "Tom &amp; Eva")
    #expect(
      post.body
        == "> said\n\nTom & Eva <3 a\u{A0}b\n\n\n\n"
        + "![gif](https://media.giphy.com/media/a1B2/giphy.gif) "
        + "![gif](https://media.giphy.com/media/c3/giphy.gif) ![gif](other|x)")
  }

  /// A preview of another page: its picture and its title are two words.
  @Test func theOpeningOfAPreviewKeepsItsWordsApart() throws {
    let preview =
      #"<aside class=\"onebox\"><header><a href=\"https://e.example/a\">Example</a></header><article><img src=\"https://e.example/i.png\" width=\"690\" height=\"362\"><h3><a href=\"https://e.example/a\">A page</a></h3><p>About it.</p></article></aside><p>Thanks!</p>"#
    let conversion = try ImportFormat.discourse.convert(
      #"{"id":9,"title":"t","post_stream":{"posts":[{"id":92,"post_number":2,"username":"ben","cooked":"\#(preview)"}]}}"#
    )
    #expect(
      conversion.document.items[0].summary == "Example ▣ picture · A page · About it. Thanks!")
  }

  /// Pictures are bounded in number, size and time; each address is asked once.
  @Test func loadingPicturesEnds() async throws {
    func conversion(_ count: Int) throws -> Conversion {
      let pictures = (0..<count).map {
        "![p](https://p.example/\($0).gif) ![p](https://p.example/0.gif)"
      }
      let posts = stride(from: 0, to: count, by: 50).map { start in
        let text = pictures[start..<min(count, start + 50)].joined(separator: " ")
        return
          #"{"kind":"t3","data":{"name":"t3_\#(start)","title":"t","is_self":true,"selftext":"\#(text)"}}"#
      }
      return try ImportFormat.reddit.convert(
        #"{"kind":"Listing","data":{"children":[\#(posts.joined(separator: ","))]}}"#)
    }
    var many = try conversion(503)
    var asked: [String] = []
    try await many.loadPictures { address in
      asked.append(address)
      return address.hasSuffix("7.gif") ? nil : Data([1])
    }
    #expect(asked.count == 500 && Set(asked).count == 500)
    #expect(
      many.leftOut.line
        == "50 pictures that could not be loaded (https://p.example/7.gif …), "
        + "3 pictures beyond the first 500 or 64 MB (https://p.example/500.gif …)")
    #expect(many.document.items[0].shownPictures.isEmpty == false)
    var large = try conversion(10)
    try await large.loadPictures { _ in Data(count: 16 << 20) }
    #expect(large.leftOut.line.hasPrefix("6 pictures beyond"))
    var slow = try conversion(10)
    var time = 0.0
    try await slow.loadPictures(clock: { time }) { _ in
      time += 299
      throw CocoaError(.fileReadUnknown)
    }
    #expect(time == 897 && slow.leftOut.line.hasPrefix("10 pictures that could not"))
  }

  /// A post of Lemmy with everything that one may have.
  @Test func aWholePostOfLemmy() throws {
    let text =
      #"See ![jug](https://p.example/j.png) and [!tea@l.example](https://l.example/c/tea).\n\n::: spoiler Who?\nThe **cat**.\n:::\n\n| a | b |\n|--|--|\n| 1 | 2 |"#
    let conversion = try ImportFormat.lemmy.convert(
      """
      {"post_view":{"post":{"id":101,"name":"Jug &amp; tea","url":"https://p.example/jug.jpg","body":"\(text)",
       "locked":true,"nsfw":true,"featured_community":true,"updated":"2024-05-02T10:00:00Z","alt_text":"a red jug",
       "published":"2024-05-01T10:00:00.123456Z","ap_id":"https://l.example/post/101",
       "thumbnail_url":"https://p.example/t.jpg"},
       "creator":{"name":"ada","display_name":"Ada","actor_id":"https://l.example/u/ada"},
       "community":{"name":"tea"},"counts":{"comments":2,"score":-3}}}
      """)
    let post = conversion.document.items[0]
    #expect(
      conversion.lines == [
        """
        0 Jug & tea|p.example · -3 points · 2 replies · tea · pinned · NSFW · locked · edited|\
        <https://p.example/jug.jpg>

        Picture: a red jug

        See ![jug](https://p.example/j.png) and [!tea@l.example](https://l.example/c/tea).

        **Who?**

        The **cat**.


        | a | b |
        |--|--|
        | 1 | 2 ||Ada
        """
      ])
    #expect(post.source?.key == "https://l.example/post/101" && post.source?.page == nil)
    // Sensitive pictures are not shown.
    #expect(post.imageURL == nil)
  }

  @Test func galleriesAndCrosspostsOfReddit() throws {
    let conversion = try ImportFormat.reddit.convert(
      """
      {"kind":"t3","data":{"name":"t3_a","title":"T","is_self":true,"selftext":"Look:",
       "gallery_data":{"items":[{"media_id":"x","caption":"a [kite]"},{"media_id":"y"},{"media_id":"gone"}]},
       "media_metadata":{"x":{"s":{"u":"https://p.example/x.jpg?a=1&amp;s=2"}},"y":{"s":{"u":"https://p.example/y.jpg"}},"gone":{}},
       "crosspost_parent_list":[{"permalink":"/r/kites/comments/b/up/","subreddit":"kites","selftext":"x &lt; y"}]}}
      """)
    #expect(
      conversion.document.items.map(\.body) == [
        """
        Look:

        ![a kite](<https://p.example/x.jpg?a=1&s=2>)

        ![picture](<https://p.example/y.jpg>)

        Crosspost of r/kites <https://www.reddit.com/r/kites/comments/b/up/>

        x < y
        """
      ])
  }

  @Test func messagesOfRedditHaveTheirSubjects() throws {
    let conversion = try ImportFormat.reddit.convert(
      """
      {"kind":"Listing","data":{"children":[
       {"kind":"t4","data":{"name":"t4_a","subject":"Kites &amp; more","author":"ada","body":"Hi","replies":
        {"kind":"Listing","data":{"children":[{"kind":"t4","data":{"name":"t4_b","subject":"re: Kites","author":"ben","body":"Ho"}}]}}}},
       {"kind":"t2","data":{"name":"ada"}},{"kind":"modaction","data":{}},{"kind":"t2","data":{"name":"ben"}}]}}
      """)
    #expect(conversion.lines == ["0 Kites & more||Hi|ada", "1 re: Kites||Ho|ben"])
    #expect(conversion.leftOut.line == "3 things of another kind (t2 …)")
  }

  // MARK: All

  @Test(
    arguments: ["", "nonsense", "{", "[1,2", "{\"a\":}"],
    [
      ImportFormat.hn, .lobsters, .reddit, .lemmy, .mastodon, .discourse,
    ])
  func invalidJSONIsReported(_ text: String, _ format: ImportFormat) {
    #expect(throws: ImportError.self) { try format.convert(text) }
  }

  @Test(
    arguments: [
      (#"\ud83d\ude00 \ud800"#, 14, #"\ud800 is half of a character"#),
      (#"\\ud800 \uDC00\ud800"#, 9, #"\uDC00 is half of a character"#),
      (#"\ud800\n"#, 1, #"\ud800 is half of a character"#),
    ], [ImportFormat.json, .hn])
  func halfACharacterIsNamed(_ words: (String, Int, String), _ format: ImportFormat) {
    let error = ImportError.damaged(place: "line 2, column \(words.1 + 19)", reason: words.2)
    let json = "{\"id\":1,\n\"posts\":[{\"title\":\"\(words.0)\"}]}\n"
    #expect(throws: error) { try format.convert(json) }
  }

  @Test(arguments: [#"{"id":1,"title":"\ud800"#, #"{"id":1 "title":"\ud800"}"#])
  func otherErrorsKeepTheirWords(_ text: String) throws {
    let error = try #require(throws: ImportError.self) { try ImportFormat.hn.convert(text) }
    #expect(!"\(error)".contains("half"))
  }

  @Test func postsThatAnswerThemselvesAreKept() throws {
    let comments = [("a", "b"), ("b", "a"), ("c", "c"), ("d", "a")].map {
      #"{"short_id":"\#($0.0)","comment":"\#($0.0)","parent_comment":"\#($0.1)"}"#
    }
    let conversion = try ImportFormat.lobsters.convert(
      "{\"short_id\":\"s\",\"title\":\"t\",\"comments\":[\(comments.joined(separator: ","))]}")
    #expect(conversion.document.count == 5)
    #expect(Set(conversion.keys) == ["s", "a", "b", "c", "d"])
  }

  @Test func ofTheSameKeyTheFirstIsKnown() throws {
    let item = #"{"id":1,"author":"a","text":"x","children":[{"id":1,"author":"b","text":"y"}]}"#
    let conversion = try ImportFormat.hn.convert(item)
    #expect(conversion.keys.first == "1" && Set(conversion.keys).count == 2)
    // Importing it again adds nothing.
    let again = try ImportFormat.hn.convert(item).keys
    #expect(again == conversion.keys && !again.contains(nil))
  }

  @Test(arguments: [
    (#"{"posts":[{"title":"a"}]}"#, "", ImportFormat.json),
    (#"{"title":"a","created_at":"x"}"#, "", .json),
    (#"{"id":1,"created_at_i":5}"#, "", .hn), (#"{"short_id":"a"}"#, "x.json", .lobsters),
    (#"[{"kind":"Listing","data":{"modhash":""}}]"#, "", .reddit),
    (#"{"post_view":{}}"#, "", .lemmy),
    (#"{"ancestors":[]}"#, "", .mastodon), (#"{"@context":"x","orderedItems":[]}"#, "", .mastodon),
    (#"{"post_stream":{}}"#, "", .discourse), ("From a@b Mon\nFrom: a\n", "", .mail),
    ("Subject: a\nFrom: b\n\nc", "", .mail), ("x", "a.mbox", .mail), ("<?xml?><opml>", "", .opml),
    ("* a\n** b", "", .org), ("#+TITLE: a", "", .org), ("# a\n", "", .markdown),
    ("a", "b.md", .markdown),
    ("\u{FEFF}{\"short_id\":1}", "", .lobsters), ("---\r\ntitle: a\r\n---", "", .markdown),
    ("From a@b Mon\r\nFrom: a\r\n", "", .mail), ("nonsense", "", nil), ("", "", nil),
    ("<html>", "a.html", nil),
    (#"{"id":1,"parent_id":null,"title":"creator","template_name":"post"}"#, "", .json),
  ])
  func formatsAreRecognised(_ text: String, _ name: String, _ format: ImportFormat?) {
    #expect(ImportFormat.recognised(Data(text.utf8), name: name) == format)
  }
}
