import Foundation

private let head = """
  From: Ada <ada@example.org>
  Date: Mon, 2 Mar 2020 10:00:00 +0100
  Message-ID: <odd@example.org>

  """

/// A mail of one part.
private func mail(_ subject: String, type: String, _ body: String) -> String {
  head + "Subject: \(subject)\nContent-Type: \(type)\n\n" + body
}

private let plain = "text/plain; charset=utf-8"

extension OddFile {
  static let mails: [OddFile] = [
    file(
      "ascii.eml",
      mail(
        "a cat", type: plain,
        """
          /\\_/\\
         ( o.o )
          > ^ <

        int purr(int);
        {
                return *cat & 1;
        }

        >> what Bob wrote
        > what Eve wrote
        what Ada wrote

        see http://example.org/the_cat_s_bowl and <http://example.org/bowl?size=2&colour=3>.

        """
      ).replacing("\n", with: "\r\n"),
      has: [
        "  /\\_/\\\n ( o.o )\n  > ^ <", "        return *cat & 1;",
        "http://example.org/the_cat_s_bowl",
        "<http://example.org/bowl?size=2&colour=3>",
      ],
      lacks: ["the\\_cat", "\\<http", "> > what Bob wrote\n> what Eve", "what Eve wrote\nwhat Ada"]),
    file(
      "html-meta-lies.eml",
      mail(
        "page", type: "text/html; charset=utf-8",
        "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=gb2312\"></head>"
          + "<body><p>把猫抱近 – Grüße, naïve café</p></body></html>"),
      has: ["把猫抱近 – Grüße, naïve café"]),
    file(
      "meta-iso-8859-1.eml",
      mail(
        "page", type: "text/html; charset=iso-8859-1",
        "<html><head><meta charset=\"iso-8859-1\"></head><body><p>First.</p><p>Grüße aus Köln</p>"
          + "<p>Last.</p></body></html>"),
      encoding: .isoLatin1, has: ["First.\n\nGrüße aus Köln\n\nLast."]),
    file(
      "meta-windows-1252.eml",
      mail(
        "page", type: "text/html; charset=windows-1252",
        "<html><head><meta charset=\"windows-1252\"></head><body><p>First.</p><p>Köln – “ja”</p>"
          + "<p>Last.</p></body></html>"),
      encoding: .windowsCP1252, has: ["First.\n\nKöln – “ja”\n\nLast."]),
    file(
      "subject-raw8bit.eml",
      head
        + "Subject: =?iso-8859-1?Q?Die_Kr\u{F6}te?=\nContent-Type: text/plain; charset=iso-8859-1\n\nx\n",
      encoding: .isoLatin1, has: ["Die Kröte\n"]),
    file(
      "parts.eml",
      mail(
        "parts", type: "multipart/mixed; boundary=B",
        """
        --B
        Content-Type: text/plain

        See the parts.
        --B
        Content-Type: text/calendar; name=tea.ics

        BEGIN:VCALENDAR
        --B
        Content-Type: text/x-patch; name=cup.patch
        Content-Disposition: inline

        diff --git a/cup b/cup
        @@ -1 +1 @@
        -a_b_c
        +*d*
        --B
        Content-Type: text/csv; name=cups.csv

        a,b
        --B--

        """),
      has: [
        "See the parts.", "```diff\ndiff --git a/cup b/cup\n@@ -1 +1 @@\n-a_b_c\n+*d*\n```",
        "tea.ics",
      ],
      lacks: ["VCALENDAR", "a,b"], report: ["left out: ", "tea.ics", "cups.csv"]),
    file(
      "review.eml",
      mail(
        "Re: [PATCH] cup", type: plain,
        """
        On Sun, 1 Mar 2020, Bob wrote:
        > +static int cup_set_time_of_the_last_tea_that_was_poured(struct cup_of_tea *cup, u32 time)
        > +{
        > +\tspin_lock_irqsave(&cup->lock_of_the_cup, flags);
        > +\tcup_write(cup, time & 0xffffffff, CUP_CLOCK_LOW_WORD);
        > +\tif (cup_read(cup, CUP_CLOCK_HIGH_WORD) != (time >> 31))

        The lock stays. Better:

        \tspin_lock_irqsave(&cup->lock_of_the_cup, flags);
        \tret = cup_write_both(cup, time);
        \tspin_unlock_irqrestore(&cup->lock_of_the_cup, flags);

        Name                 Default                          Meaning of the setting
        lock                 1                                whether to lock it at all times

        """),
      has: [
        "> +\tspin_lock_irqsave(&cup->lock_of_the_cup, flags);\n",
        "\n\tret = cup_write_both(cup, time);\n\tspin_unlock", "The lock stays. Better:",
      ],
      lacks: ["setting lock"]),
    file(
      "answers-itself.eml",
      head.replacing("odd@", with: "self@")
        + "Subject: it answers itself\nIn-Reply-To: <self@example.org>\n\nx\n",
      has: ["it answers itself\n"]),
    file(
      "mail-headers.mbox",
      """
      From a@x Mon Sep 17 00:00:00 2001
      Message-ID: <1@x>
      Date: Thu, 30 Apr 2026 08:57:00 MEST
      Content-Type: text/plain; charset=iso-8859-1
      Subject: Käse

      Brötchen

      From a@x Mon Sep 17 00:00:00 2001
      Message-ID: <2@x>
      Date: Mon, 05 Jan 2026 10:00:00 UTC+2
      Subject: Re: Käse
      In-Reply-To: =?utf-8?q?=3C1=40x=3E?=

      the answer

      """, encoding: .isoLatin1, has: ["Käse\n", "Brötchen", "06:57:00", "the answer"],
      report: ["1 post", "“Käse” is post 1"].suffix(1)),
    file(
      "from-in-body.mbox",
      """
      From a@x Mon Jan  5 10:00:00 2026
      Subject: one
      Message-ID: <a@x>

      Hello,

      From my side all is well.
      The paragraph that stays.

      From: a line like a field
      and more words

      From b@x Mon Jan  5 11:00:00 2026
      Subject: two
      Message-ID: <b@x>

      the second

      """, has: ["The paragraph that stays.", "and more words", "two\n", "the second"],
      report: ["2 posts"]),
    folder(
      "Maildir",
      [
        "new/.keep": "", "cur/1:2,S": mail("kept", type: plain, "in the box\n"), "tmp/.keep": "",
        ".Sent/new/.keep": "", ".Sent/tmp/.keep": "",
        ".Sent/cur/2:2,S": mail("sent", type: plain, "from the box\n").replacing(
          "odd@", with: "sent@"),
      ], has: ["in the box", "from the box"], report: ["2 posts"]),
  ]

  static let notes: [OddFile] = [
    file(
      "pictures.md",
      """
      # Pictures

      Before ![a cat](https://pics.example/cat.png) after.

      [![badge](https://pics.example/b.svg)](https://example.org/ci)

      End.
      """,
      has: [
        "![a cat](https://pics.example/cat.png)",
        "[![badge](https://pics.example/b.svg)](https://example.org/ci)", "End.",
      ]),
    file(
      "date-only.md", "---\ntitle: a day\ndate: 2026-03-29\n---\n\ntext\n",
      has: ["a day\n", "29 Mar 2026", "text"]),
    file(
      "table-alias.md",
      "# T\n\n| a | b |\n|---|---|\n| [[table-alias\\|itself]] | x |\n\n![[pic.png|100]]\n",
      has: ["| [itself](post:1) | x |"], lacks: ["![[", "|100"], report: ["pic.png"]),
    folder(
      "cover",
      [
        "Rose.md":
          "---\ncover: \"[[c.png]]\"\ntags: [book]\nauthor: \"[[Umberto]]\"\nrating: 7\n---\n"
      ], pictures: ["img/c.png"], has: ["#book", "Umberto", "| rating | 7 |"], lacks: ["[["],
      report: ["1 picture"]),
    folder(
      "dendron",
      [
        "toys.md": "---\nid: a3\ntitle: Toys\ncreated: 1610000000000\n---\nT\n",
        "toys.boat.md": "---\nid: a2\ntitle: Boat\ncreated: 1610000000000\n---\nB\n",
        "toys.kite.md":
          "---\nid: a1\ntitle: Kite\ncreated: 1610000000000\n---\nA [[Boat|toys.boat]] and [[toys.boat]]\n",
      ], has: ["Toys\n", "07 Jan 2021", "A [Boat](post:", " and [Boat](post:"], lacks: ["[["],
      report: ["3 posts"]),
    folder(
      "logseq",
      [
        "journals/2024_05_01.md": "- Today\n",
        "pages/Toys___Kites.md": "- below\n",
        "pages/Kite.md": """
        tags:: toy, wind
        alias:: dragon

        - # Kite
        - A block with [[Toys/Kites]] and #wind
          id:: 64a1b2c3-0000-4000-8000-000000000001
          collapsed:: true
        \t- a nested block
        \t\t- TODO deeper
        \t- see ((64a1b2c3-0000-4000-8000-000000000001))
        - ```clojure
          (+ 1 2)
          ```
        - after [[dragon]]
        """,
      ], has: ["01 May 2024", "#toy", "](post:", "(+ 1 2)", "a nested block"],
      lacks: ["[[", "((", "collapsed::", "id::"]),
    folder(
      "vault",
      [
        "Home.md": """
        ---
        tags: [start, map]
        aliases: [Index]
        rating: 5
        related: "[[Projects/Kite]]"
        ---
        See [[Kite]], [[Projects/Kite|the kite]], [[Kite#Plan]], [[Nowhere]], [a link](Projects/Kite.md) and
        [a boat](<Projects/Our boat.md>), [hull](Projects/Our%20boat.md#hull).

        > [!warning]- Careful
        > It is strong.

        This is ==bright==, %%hidden%% and a #tag/nested. ^block-1

        ![[first.png|300]]
        Between.
        ![[second.png]]
        ![third](attachments/third.png)
        ![[paper.pdf]]

        - [/] half done

        Footnote[^1] and ^[an inline one].

        [^1]: The footnote.
        """,
        "Projects/Kite.md": "# Kite\n\n## Plan\nBack to [[Home]].\n",
        "Projects/Our boat.md": "Red.\n",
        "Projects/2019-08-07-jekyll-post.md": "# A heading\n",
        "Projects/colon.md":
          "---\ntitle: Broken: a title\ndate: 2023-01-02\ntags: [x]\n---\nIts text.\n",
        "Projects/zola.md":
          "+++\ntitle = \"Zola\"\ndate = 2021-03-04\n[taxonomies]\ntags = [\"a\"]\n+++\nZ\n",
        "Projects/empty.md": "---\ntitle: empty one\n---\n",
        "Projects/board.canvas": "{}", "attachments/paper.pdf": "%PDF-1.4",
      ], pictures: ["attachments/first.png", "attachments/second.png", "attachments/third.png"],
      has: [
        "#start #map", "| rating | 5 |", "[the kite](post:", "[a boat](post:", "[hull](post:",
        "Broken: a title\n", "02 Jan 2023", "07 Aug 2019", "Zola\n", "04 Mar 2021", "empty one\n",
        "The footnote.", "Between.", "](/uploads/", "Back to [Home](post:",
      ], lacks: ["[[Kite", "[[Home", "[[Proj", "![[", "%%", "==bright", "^block", "[!warning]"],
      report: ["3 pictures", "1 link unresolved", "left out: ", "paper.pdf", "board.canvas"]),
  ]

  static let others: [OddFile] = [
    file(
      "states.org",
      """
      #+TITLE: Reading list
      #+FILETAGS: :books:
      #+TODO: READ(r) READING(g@/!) | FINISHED(f!)

      Intro with `quoted' words.

      * READING The Rose                                     :novel:
        SCHEDULED: <2024-05-02 Thu> CLOSED: [2024-05-03 Fri 10:00]
        :PROPERTIES:
        :ID:       1234
        :AUTHOR:   Umberto Eco
        :END:
        :LOGBOOK:
        - State "READING"    from "READ"       [2024-05-02 Thu 09:00]
        :END:
        Text with =code= and a footnote[fn:1].
        An image: [[file:rose.png]] and [[id:1234][this note]].
      * [#A] Important
      * COMMENT hidden
      #+begin_src python
      ,* not a headline
      #+end_src

      [fn:1] The footnote.
      """,
      has: [
        "Reading list\n", "‘quoted’", "reading · novel", "| AUTHOR | Umberto Eco |",
        "[this note](post:",
        "The footnote.", "`code`", "| priority | A |",
      ], lacks: ["[[", "hidden"], report: ["1 commented headline", "rose.png"]),
    file(
      "empty-text.opml",
      """
      <?xml version="1.0"?><opml version="2.0"><body>
      <outline text="" title="a title only" htmlUrl="https://example.org/b"/>
      </body></opml>
      """, has: ["a title only\n", "https://example.org/b"]),
    file(
      "reddit-escaped.json",
      """
      [{"kind":"Listing","data":{"children":[{"kind":"t3","data":{"subreddit":"tea","title":"Cup &amp; pot",
      "selftext":"&gt; quoted\\n\\nTea &lt;3\\n\\n&gt;!it was green!&lt;\\n\\n![gif](giphy|abc)","name":"t3_abc1",
      "id":"abc1","author":"ada","score":5,"created_utc":1700000000.0,"permalink":"/r/tea/comments/abc1/x/",
      "is_self":true,"num_comments":2,"over_18":true,"link_flair_text":"Help"}}]}},{"kind":"Listing","data":
      {"children":[{"kind":"t1","data":{"id":"c1","name":"t1_c1","parent_id":"t3_abc1","link_id":"t3_abc1",
      "author":"bob","body":"I &lt;3 it","score":3,"created_utc":1700000100.0,"replies":"","stickied":true}},
      {"kind":"more","data":{"count":7,"children":["c2"]}}]}}]
      """,
      has: [
        "Cup & pot\n", "r/tea", "Help", "NSFW", "> quoted", "Tea <3", "it was green", "giphy.com",
        "I <3 it",
        "pinned",
      ], lacks: ["&lt;", "&amp;", "giphy|"], report: ["7 not in the file"]),
    file(
      "reddit-picture.json",
      """
      [{"kind":"Listing","data":{"children":[{"kind":"t3","data":{"subreddit":"tea","title":"T","name":"t3_z",
      "selftext":"Look: ![img](abc123) and ![a pot](https://pics.example/k.png) end","id":"z","author":"ada",
      "score":1,"created_utc":1700000000}}]}}]
      """, has: ["![a pot](https://pics.example/k.png) end"], lacks: ["(abc123)"]),
    file(
      "lemmy_post.json",
      """
      {"post_view":{"post":{"id":101,"name":"Pot &amp; tea","url":"https://pics.example/pot.jpg",
      "body":"See ![pot](https://pics.example/p.png)\\n\\n::: spoiler The answer\\nGreen.\\n:::","creator_id":5,
      "community_id":3,"removed":false,"locked":true,"published":"2024-05-01T10:00:00.123456Z","deleted":false,
      "nsfw":true,"ap_id":"https://lemmy.example/post/101","local":true,"language_id":37,
      "featured_community":true,"featured_local":false,"alt_text":"a red pot"},"creator":{"id":5,"name":"ada",
      "display_name":"Ada","actor_id":"https://lemmy.example/u/ada","local":true,"deleted":false},
      "community":{"id":3,"name":"tea","title":"Tea","actor_id":"https://lemmy.example/c/tea","local":true},
      "counts":{"post_id":101,"comments":2,"score":-3,"upvotes":2,"downvotes":5}}}
      """, has: ["Pot & tea\n", "NSFW", "locked", "a red pot", "Green.", "01 May 2024"],
      lacks: [":::"]),
    file(
      "discourse-poll-onebox.json",
      """
      {"post_stream":{"posts":[{"id":91,"post_number":1,"username":"ada","name":"Ada L.",
      "created_at":"2024-05-01T10:00:00.000Z","cooked":"<p>Which one?</p><div class=\\"poll\\" \
      data-poll-name=\\"poll\\"><ul><li data-poll-option-id=\\"a1\\">Tea</li><li data-poll-option-id=\\"b2\\">Milk\
      </li></ul></div>","topic_id":9,"topic_slug":"q","post_type":1,"polls":[{"name":"poll","type":"regular",
      "status":"closed","voters":35,"options":[{"id":"a1","html":"Tea","votes":30},{"id":"b2","html":"Milk",
      "votes":5}]}]},{"id":92,"post_number":2,"username":"bob","name":"","created_at":"2024-05-02T10:00:00.000Z",
      "cooked":"<p>Use a pot.</p><div class=\\"spoiler\\"><p>It is green.</p></div>","reply_to_post_number":1,
      "topic_id":9,"topic_slug":"q","post_type":1,"accepted_answer":true}],"stream":[91,92]},"id":9,
      "title":"A question","posts_count":2,"created_at":"2024-05-01T10:00:00.000Z","slug":"q","tags":["tea"]}
      """, has: ["A question\n", "30", "Milk", "It is green.", "Accepted answer", "Use a pot."],
      report: ["2 posts"]),
    folder(
      "mastodon-archive",
      [
        "actor.json":
          #"{"type":"Person","id":"https://m.example/users/ada","preferredUsername":"ada","name":"Ada L."}"#,
        "outbox.json": """
        {"@context":"https://www.w3.org/ns/activitystreams","id":"outbox.json","type":"OrderedCollection",
        "totalItems":3,"orderedItems":[
        {"id":"https://m.example/users/ada/statuses/1/activity","type":"Create",
        "actor":"https://m.example/users/ada","published":"2024-05-01T10:00:00Z",
        "to":["https://www.w3.org/ns/activitystreams#Public"],"object":{
        "id":"https://m.example/users/ada/statuses/1","type":"Note","published":"2024-05-01T10:00:00Z",
        "url":"https://m.example/@ada/1","to":["https://www.w3.org/ns/activitystreams#Public"],
        "content":"<p>Two cups.</p>","attachment":[
        {"type":"Document","mediaType":"image/png","url":"/media_attachments/files/1/original/aa.png",
        "name":"a red cup"},{"type":"Document","mediaType":"image/png",
        "url":"/media_attachments/files/1/original/bb.png","name":"a blue cup"}]},
        "signature":{"type":"RsaSignature2017","creator":"https://m.example/users/ada#main-key"}},
        {"id":"https://m.example/users/ada/statuses/2/activity","type":"Create",
        "actor":"https://m.example/users/ada","published":"2024-05-02T10:00:00Z",
        "to":["https://www.w3.org/ns/activitystreams#Public"],"object":{
        "id":"https://m.example/users/ada/statuses/2","type":"Note","published":"2024-05-02T10:00:00Z",
        "inReplyTo":"https://other.example/users/bob/statuses/77","url":"https://m.example/@ada/2",
        "to":["https://www.w3.org/ns/activitystreams#Public"],"content":"<p>An answer.</p>"}},
        {"id":"https://m.example/users/ada/statuses/3/activity","type":"Announce",
        "actor":"https://m.example/users/ada","published":"2024-05-03T10:00:00Z",
        "to":["https://www.w3.org/ns/activitystreams#Public"],
        "object":"https://other.example/users/bob/statuses/88"}]}
        """,
      ],
      pictures: [
        "media_attachments/files/1/original/aa.png", "media_attachments/files/1/original/bb.png",
      ],
      has: [
        "Ada L.", "Two cups.", "![a blue cup](/uploads/", "An answer.",
        "https://other.example/users/bob/statuses/77", "01 May 2024",
      ], report: ["2 posts", "2 pictures", "1 boost"]),
    file(
      "new-emoji.json",
      #"{"posts":[{"title":"goose [🪿]","body":"b"},{"title":"face [🫩]","body":"b"}]}"#,
      has: ["goose [🪿]", "face [🫩]"]),
    file(
      "links-and-punctuation.json",
      #"{"posts":[{"title":"cjk","body":"詳細はhttps://example.org/x。次 と（https://example.org/y）"}]}"#,
      has: ["https://example.org/x。次"]),
  ]
}
