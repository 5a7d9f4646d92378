/// Pieces of Markdown that are easy to get wrong, by the sections of CommonMark 0.31 and GFM.
enum TrickySnippets {
  static let all: [String] = tabs + blocks + lists + code + html + references + inlines + gfm + odd

  private static let tabs = [
    "\tcode after a tab", "  \tcode after two spaces and a tab", "    a\ta\n    ὐ\ta",
    "- item\n\n\tbelongs to it", "- item\n\n\t\tcode in it", ">\t\tquoted code", "-\t\tcode item",
    "#\tHeading after a tab", "*\t*\t*\t", "a\tb\n\tc",
  ]

  private static let blocks = [
    "***\n---\n___", "+++", "--", " ***\n  ***\n   ***\n    ***", "_____________", " - - -",
    "**  * ** * ** * **", "_ _ _ _ a", "*-*", "- a\n***\n- b", "Words\n---\nmore", "* a\n* * *",
    "# a\n## b\n### c\n#### d\n##### e\n###### f\n####### g", "#5 bolt\n\n#tag", "\\## a",
    "# a *b* \\*c\\*", "#                  a                     ", "## a ##\n### b ###    ",
    "# a ##################################", "### a ### b", "# a#", "## \n#\n### ###",
    "A *b*\n=====\n\nA *b*\n-----", "A *b\nc*\n====", "A\n-------------------------\n\nB\n=",
    "    A\n    ---", "A\n= =\n\nA\n--- -", "`A\n----\n`", "> a\n-----", "- a\n---", "\n====",
    "---\n---", "a\n\nb", "a\n     b\n          c", "   a\nb", "a     \nb     ",
    "  \n\na\n  \n\n# a\n\n  ",
    "> # A\n> b\n> c", "># A\n>b\n> c", "    > # A", "> a\nb\n> c", "> - a\n- b", ">     a\n    b",
    "> ```\na\n```", ">", ">\n>  \n> ", ">\n> a\n>  ", "> a\n\n> b", "a\n> b", "> a\n***\n> b",
    "> > > a\nb", ">>> a\n> b\n>>c", ">     code\n\n>    not code",
  ]

  private static let lists = [
    "A\nb.\n\n    code\n\n> Q", "1.  A\n    b.\n\n        code\n\n    > Q", "- a\n\n b",
    "- a\n\n  b", " -    a\n\n     b", "   > > 1.  a\n>>\n>>     b", ">>- a\n>>\n  >  > b",
    "-a\n\n2.b",
    "- a\n\n\n  b", "1.  a\n\n    ```\n    b\n    ```\n\n    c\n\n    > d", "123456789. ok",
    "1234567890. not ok", "0. ok", "003. ok", "-1. not ok", "- a\n\n      b", "1.     code\n\n   b",
    "-\n  a\n-\n  ```\n  b\n  ```\n-\n      c", "-   \n  a", "-\n\n  a", "- a\n-\n- b", "*",
    "a\n*\n\na\n1.",
    "  1.  a\nb.", "> 1. > a\nb", "- a\n  - b\n    - c\n      - d", "10) a\n    - b", "- - a",
    "1. - 2. a", "- # A\n- B\n  ---\n  c", "- a\n- b\n+ c", "1. a\n2. b\n3) c", "A\n- b\n- c",
    "The number is\n14.  The end", "- a\n\n- b\n\n\n- c", "- a\n\n<!-- -->\n\n- b",
    "- a\n - b\n  - c\n   - d",
    "- a\n- b\n\n- c", "* a\n*\n\n* c", "- a\n- b\n\n  c\n- d", "- a\n- ```\n  b\n\n\n  ```\n- c",
    "* a\n  > b\n  >\n* c",
    "1. ```\n   a\n   ```\n\n   b", "* a\n  * b\n\n  c", "- a\n  - b\n  - c\n\n- d\n  - e",
    "- [link]: /u\n- b",
  ]

  private static let code = [
    "    a simple\n      block", "    a\n\n    b\n  \n \n \n    c", "a\n    b", "    a\nb",
    "# H\n    a\nH\n---\n    b",
    "        a\n    b", "\n    \n    a\n    \n", "```\n<\n >\n```", "~~~\n<\n >\n~~~", "``\na\n``",
    "```\na\n~~~\n```",
    "````\na\n```\n``````", "```", "`````\n\n```\na", "> ```\n> a\n\nb", "```\n\n  \n```",
    "```\n```", "  ```\na\n  a\n```",
    "    ```\n    a\n    ```", "``` ```\na", "~~~~\na\n~~~ ~~", "a\n```\nb\n```\nc",
    "```ruby startline=3 $%@#$\ndef a\nend\n```",
    "~~~ aa ``` ~~~\na\n~~~", "```\n\ttab\ttab\n```", "`` a ` b ``", "` `` `", "`a\u{A0}b`",
    "`a\\`b`", "``a`b``", "*a`*`", "`<a href=\"`\">`",
  ]

  private static let html = [
    "<table><tr><td>\n<pre>\n**a**,\n\n_b_.\n</pre>\n</td></tr></table>",
    "<div>\n  *a*\n  <foo><a>", "</div>\n*a*",
    "<DIV CLASS=\"a\">\n\n*b*\n\n</DIV>", "<div id=\"a\n*b*", "<div *???-&&&-<---\n*a*",
    "<del>\n\n*a*\n\n</del>",
    "<script type=\"a\">\n// b\n\nc()\n</script>\nd",
    "<style\n  type=\"a\">\nh1 {}\n\np {}\n</style>", "<!-- A\n\nb\n   c -->\nd",
    "<?php\n\n  echo '>';\n\n?>\nd", "<!DOCTYPE html>", "<![CDATA[\na < b > c\n]]>\nd",
    "a <b><c/></b> <d e='f'>g</d>",
    "<33> <__>", "</a href=\"a\">", "foo <!-- a --> b <?php c ?> <!D e>", "<a href=\"&ouml;\">",
    "<textarea>\n\n*a*\n\n</textarea>",
  ]

  private static let references = [
    "[a]: /u \"t\"\n\n[a]", "   [a]: \n      /u  \n           't'  \n\n[a]",
    "[a]: /u '\nt\n1\n'\n\n[a]", "[a]:\n/u\n\n[a]", "[a]:\n\n[a]",
    "[a]: <>\n\n[a]", "[a]: <b>(c)\n\n[a]", "[A]\n\n[a]: first\n[a]: second", "[ΑΓΩ]: /φ\n\n[αγω]",
    "[a]: /u \"t\" b", "```\n[a]: /u\n```\n\n[a]",
    "# [A]\n[a]: /u\n> b", "[a]\n\n> [a]: /u", "[a][b][c]\n\n[c]: /u", "[a] []\n\n[a]: /u",
    "[a]: javascript:b\n\n[a]",
  ]

  private static let inlines = [
    "\\!\\\"\\#\\$\\%\\&\\'\\(\\)\\*", "\\a\\ \\3\\φ\\«", "a\\\nb",
    "&nbsp; &amp; &copy; &AElig; &Dcaron; &frac34;", "&#35; &#1234; &#992; &#0;",
    "&#X22; &#XD06; &#xcab; &#x110000;", "&nbsp &x; &#; &#x; &#87654321;", "*a b*", "a * a *",
    "a*\"b\"*", "*$*a.", "a*b*", "_a_b", "_(a)_",
    "пристаням_стремятся_", "a-_(b)_", "**a *b* c**", "***a** b*", "*a **b***", "****a*", "**a*",
    "*a`*`b", "**a<b c=\"**\">", "*[a*](b)",
    "[link](/uri \"title\")", "[link]()", "[link](<>)", "[link](/my uri)", "[link](</my uri>)",
    "[link](a\nb)", "[a](<b)c>)", "[a](a(b(c)))",
    "[a](b\\)\\:)", "[a](#f)", "[a](b&auml;)", "[a](\"t\")", "[a](/u \"t \"and\" t\")",
    "[a [b [c]]](/u)", "[a] b](/u)", "[a [b](/u)](/u)", "*[a*](/u)",
    "[a <b c=\"](d)\">", "[a`](/u)`", "![a *b*](t.jpg \"x\")", "![a ![b](/u)](/u2)",
    "![[a](/u)](/u2)", "!\\[a]", "\\![a](b)", "<http://a.b.c?d=e&f=g>",
    "<MAILTO:A@B.C>", "<made-up:a,b>", "<http://a.b/c d>", "<a@b.c>", "<>", "a  \nb", "a\\\nb",
    "*a  \nb*", "`a  \nb`", "### a\\", "a \n b", "a  ",
  ]

  private static let gfm = [
    "a[^1]\n\n[^1]: b", "> a[^1]\n\n- [^1]: b", "[^1]: [^2]: b[^1][^2]", "a[^1]: b\n[^1]: c",
    "[^1][^1]",
    "a[^1]\n\n[^1]:\n    > b\n\n        c", "![^1](a) [^1]\n\n[^1]: b", "[^a b]\n\n[^a b]: c",
    "| a | b |\n| - | - |\n| c | d |", "| a | b |\n|:-:|--:|\n c | d",
    "| a\\|b |\n| - |\n| `\\|` c |", "| a | b |\n| - | - |\n> c", "| a | b |\n| - |\n| c |",
    "| a | b |\n| - | - |\n| c |\n| d | e | f |", "| a |\n| - |", "a\n-|\nb", "|\n-\n",
    "| a | b |\n|---|---|\n| **c** | [d](http://e.f) |\n\n[x]: y",
    "~~a~~ ~b~", "~~a\n\nb~~", "~~~a~~~ b", "www.a.b", "www.a.b/c_(d)_.", "www.a.b/c&amp;d;",
    "http://a.b https://c.d/(e)) f@g.h+x", "a.b-c_d@e.f-",
    "- [ ] a\n- [x] b\n  - [ ] c", "- [ ]a\n- [] b\n- [y] c", "1. [x] a", "* [ ]", "> - [ ] a",
  ]

  private static let odd = [
    "", "\u{0}", "\u{FEFF}# a", "\u{2028}", "a\u{2029}b", "\u{301}",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}", "👩‍👩‍👧‍👦🇬🇧👍🏽1️⃣", "漢字「かな」、カナ。",
    "שלום (עולם) [a](http://b.c)", "مرحبا **عالم** 123", "> שלום\n> - עולם", "|א|ב|\n|-|-|\n|ג|d|",
    "می‌خواهم", "ไทยที่นี่", "क्‍ष",
    "supercalifragilisticexpialidocious-supercalifragilisticexpialidocious", "a\u{A0}b\u{3000}c",
    "\u{1B}[31mred", "`\u{202E}`",
    "[\u{202E}](http://a.b)", "- \u{200B}\n- \u{AD}", "# \u{0}\n\n> \u{7}", "\r\r\r", "a\rb\r\nc",
  ]
}
