/// Feeds as they are found, and what is read from them.
///
/// A record has a name, the kind of document that its lines stand in, the lines, and what is expected of the first
/// entry; `feed.` is about the feed, `count` is the number of entries. `⏎` is a line break, `␀` a control character.
let feedFixtures = #"""

  ## rss: the usual entry
  rss
  <title>A</title><link>http://e.example/a</link><description>text</description><guid>g</guid>
  > title: A
  > link: http://e.example/a
  > text: text
  > key: g
  ## atom: a text in base64
  atom
  <content type="text/html" mode="base64">PHA+b25lPC9wPjxwPnR3bzwvcD4=</content>
  > text: one⏎⏎two
  ## atom: an author with a link
  atom
  <title>A</title><author><name>&lt;a href="https://e.example/@ada"&gt;Ada&lt;/a&gt;</name></author>
  > author: Ada
  ## rss: an author with a link to a mail
  rss
  <title>A</title><author>&lt;a href="mailto:ada@e.example"&gt;Ada&lt;/a&gt;</author>
  > author: Ada
  ## atom: a title without a type is plain
  atom
  <title>plain &lt;b&gt; &amp;amp; x</title><summary>a &lt; b
    c</summary>
  > title: plain <b> &amp; x
  > text: a \< b c
  ## atom: a text of the type text keeps its lines
  atom
  <content type="text">
  one &lt;b&gt;
  two

  three
  </content>
  > text: one \<b>\⏎two⏎⏎three
  ## json: a plain text keeps its lines
  json
  "id":"a","content_text":"one\ntwo\n\nthree"
  > text: one\⏎two⏎⏎three
  ## rss: a title with markup that is escaped twice
  rss
  <title>a &amp;lt;b&amp;gt; c</title>
  > title: a <b> c
  ## rss: a title with escaped markup
  rss
  <title>a &lt;i&gt;b&lt;/i&gt; c</title>
  > title: a b c
  ## rss: a title in CDATA
  rss
  <title><![CDATA[a & b]]></title>
  > title: a & b
  ## rss: a title in CDATA with markup
  rss
  <title><![CDATA[a <em>b</em>]]></title>
  > title: a b
  ## rss: a title on several lines
  rss
  <title>
    a
    b
  </title>
  > title: a b
  ## rss: an ampersand alone in a title
  rss
  <title>AT&T</title>
  > title: AT&T
  ## rss: an ampersand twice escaped in a title
  rss
  <title>AT&amp;amp;T</title>
  > title: AT&T
  ## rss: a number as a reference
  rss
  <title>caf&#233; &#x2014; bar</title>
  > title: café — bar
  ## rss: references of Windows-1252
  rss
  <title>it&#146;s &#147;so&#148;</title>
  > title: it’s “so”
  ## rss: a name of HTML
  rss
  <title>caf&eacute;&nbsp;x</title>
  > title: café x
  ## rss: an unknown reference
  rss
  <title>a &nosuch; b</title>
  > title: a &nosuch; b
  ## rss: no title
  rss
  <description>only text</description>
  > title:
  > text: only text
  ## rss: an empty title
  rss
  <title/><description>x</description>
  > title:
  > text: x
  ## rss: a title of Dublin Core
  rss
  <dc:title>A</dc:title>
  > title: A
  ## rss: the own title before that of media
  rss
  <title>A</title><media:title>B</media:title>
  > title: A
  ## rss: a title of media alone
  rss
  <media:content url="http://e.example/a.jpg" type="image/jpeg"><media:title>B</media:title></media:content>
  > title: B
  > picture: http://e.example/a.jpg
  ## rss: the title after that of a picture in the entry
  rss
  <image><title>no</title><url>http://e.example/p.png</url></image><title>A</title>
  > title: A
  > picture: http://e.example/p.png
  ## rss: markup that is not escaped in a text
  rss
  <description>a <b>b</b> c</description>
  > text: a **b** c
  ## rss: markup that is escaped
  rss
  <description>a &lt;b&gt;b&lt;/b&gt;&lt;br&gt;c</description>
  > text: a **b**\⏎c
  ## rss: a text of two paragraphs without markup
  rss
  <description>one

  two</description>
  > text: one⏎⏎two
  ## rss: the whole text before its summary
  rss
  <description>short</description><content:encoded><![CDATA[<p>long</p>]]></content:encoded>
  > text: long
  ## rss: the whole text before its summary, in the other order
  rss
  <content:encoded><![CDATA[<p>long</p>]]></content:encoded><description>short</description>
  > text: long
  ## rss: a blank whole text
  rss
  <content:encoded> </content:encoded><description>short</description>
  > text: short
  ## rss: a body of XHTML
  rss
  <body xmlns="http://www.w3.org/1999/xhtml"><p>a &lt; b</p></body>
  > text: a \< b
  ## rss: a summary of a recording
  rss
  <itunes:summary>about it</itunes:summary>
  > text: about it
  ## rss: the lines of a film's description
  rss
  <guid>1</guid><media:group><media:description>Tom &amp; Jerry
  at home

  More: http://e.example/x</media:description></media:group>
  > text: Tom & Jerry\⏎at home⏎⏎More: <http://e.example/x>
  ## rss: a film's description in HTML
  rss
  <guid>1</guid><media:description>&lt;p&gt;a
  b&lt;/p&gt;</media:description>
  > text: a b
  ## atom: a type with the prefix of its namespace
  raw
  <a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title a:type="html">&lt;i&gt;F&lt;/i&gt;</a:title><a:entry><a:id>1</a:id><a:link a:href="/l" a:rel="alternate"/><a:content a:type="html">&lt;b&gt;x&lt;/b&gt;</a:content></a:entry></a:feed>
  > feed.title: F
  > text: **x**
  > link: http://e.example/l
  ## atom: a type with another prefix of Atom
  atom
  <content atom:type="html">&lt;b&gt;x&lt;/b&gt;</content>
  > text: **x**
  ## atom: a type of another module counts for nothing
  atom
  <content thr:type="html">&lt;b&gt;x</content>
  > text: \<b>x
  ## atom: a type with parameters
  atom
  <content type="Text/HTML; charset=utf-8">&lt;b&gt;x&lt;/b&gt;</content>
  > text: **x**
  ## atom: a file with parameters of its type
  atom
  <title>A</title><content type="application/pdf; x=text/">JVBE</content>
  > text:
  ## rss: a picture with parameters of its type
  rss
  <enclosure url="/a" type="Image/PNG ; q=1"/>
  > picture: http://e.example/a
  ## rss: a text of media
  rss
  <media:group><media:description>about it</media:description></media:group>
  > text: about it
  ## rss: a description of Dublin Core
  rss
  <dc:description>x</dc:description>
  > text: x
  ## rss: a script in a text
  rss
  <description>a&lt;script&gt;alert(1)&lt;/script&gt;b</description>
  > text: ab
  ## rss: a link that is a script
  rss
  <description>&lt;a href="javascript:x()"&gt;a&lt;/a&gt;</description>
  > text: a
  ## rss: an image that is a script
  rss
  <description>&lt;img src="javascript:x()" alt="a"&gt;</description>
  > text: a
  > picture:
  ## rss: a style and a frame
  rss
  <description>&lt;style&gt;p{}&lt;/style&gt;a&lt;iframe src="http://x.example"&gt;&lt;/iframe&gt;</description>
  > text: a⏎⏎<http://x.example>
  ## rss: control characters
  rss
  <title>a&#27;[31mb&#0;c&#8238;d</title>
  > title: abcd
  ## rss: a relative link
  rss
  <link>/a</link>
  > link: http://e.example/a
  ## rss: a relative link without a slash
  rss
  <link>a b</link>
  > link: http://e.example/dir/a%20b
  ## rss: a link without a scheme
  rss
  <link>//f.example/a</link>
  > link: http://f.example/a
  ## rss: a link that can't be opened
  rss
  <link>ftp://e.example/a</link><title>A</title>
  > link:
  ## rss: a link in CDATA
  rss
  <link><![CDATA[http://e.example/a?b=1&c=2]]></link>
  > link: http://e.example/a?b=1&c=2
  ## rss: a link with references
  rss
  <link>http://e.example/a?b=1&amp;c=2</link>
  > link: http://e.example/a?b=1&c=2
  ## rss: a link with a bare ampersand
  rss
  <link>http://e.example/a?b=1&c=2</link>
  > link: http://e.example/a?b=1&c=2
  ## rss: a name that is the link
  rss
  <guid>http://e.example/a</guid>
  > link: http://e.example/a
  > key: http://e.example/a
  ## rss: a name that says it is the link
  rss
  <guid isPermaLink="true">http://e.example/a</guid>
  > link: http://e.example/a
  ## rss: a name that is no link
  rss
  <guid isPermaLink="false">http://e.example/a</guid><title>A</title>
  > link:
  ## rss: the link before the name
  rss
  <guid>http://e.example/a</guid><link>http://e.example/b</link>
  > link: http://e.example/b
  ## rss: the link before a middleman
  rss
  <link>http://f.example/x</link><feedburner:origLink>http://e.example/a</feedburner:origLink>
  > link: http://e.example/a
  ## rss: a link of Atom
  rss
  <atom:link href="http://e.example/a"/>
  > link: http://e.example/a
  ## rss: a link of Atom to the feed itself
  rss
  <atom:link rel="self" href="http://e.example/feed"/><link>http://e.example/a</link>
  > link: http://e.example/a
  ## rss: no name at all
  rss
  <title>A</title>
  > title: A
  > count: 2
  ## rss: a name of Dublin Core for the author
  rss
  <dc:creator>Ada</dc:creator>
  > author: Ada
  ## rss: two authors
  rss
  <dc:creator>Ada</dc:creator><dc:creator>Grace</dc:creator>
  > author: Ada, Grace
  ## rss: the same author twice
  rss
  <dc:creator>Ada</dc:creator><author>Ada</author>
  > author: Ada
  ## rss: an address with a name
  rss
  <author>ada@e.example (Ada)</author>
  > author: Ada
  ## rss: a name with an address
  rss
  <author>Ada &lt;ada@e.example&gt;</author>
  > author: Ada
  ## rss: an address alone
  rss
  <author>ada@e.example</author>
  > author: ada@e.example
  ## rss: an author of a recording
  rss
  <itunes:author>Ada</itunes:author>
  > author: Ada
  ## rss: an author of Atom
  rss
  <atom:author><atom:name>Ada</atom:name></atom:author>
  > author: Ada
  ## rss: an editor of the feed is no author
  raw
  <rss><channel><managingEditor>x@e.example</managingEditor><item><title>A</title></item></channel></rss>
  > author:
  ## rss: categories
  rss
  <category>one</category><category domain="x">two words</category><category>one</category>
  > tags: one, two words
  ## rss: subjects
  rss
  <dc:subject>one</dc:subject>
  > tags: one
  ## rss: comments with their number
  rss
  <comments>http://e.example/a#c</comments><slash:comments>12</slash:comments><wfw:commentRss>http://e.example/c.xml</wfw:commentRss>
  > comments: http://e.example/c.xml
  > discussion: http://e.example/a#c
  > replies: 12
  ## rss: comments in the other spelling
  rss
  <wfw:commentRSS>http://e.example/c.xml</wfw:commentRSS>
  > comments: http://e.example/c.xml
  ## rss: a number of comments that is none
  rss
  <slash:comments>many</slash:comments><title>A</title>
  > replies:
  ## rss: a negative number of comments
  rss
  <slash:comments>-4</slash:comments><title>A</title>
  > replies:
  ## rss: a recording
  rss
  <enclosure url="/a.mp3" type="audio/mpeg" length="3000000"/>
  > text: Recording: [a.mp3](<http://e.example/a.mp3>) (3 MB)
  ## rss: a recording with its length in seconds
  rss
  <title>Sea *air*</title><enclosure url="/a.mp3" type="audio/mpeg" length="3000000"/><itunes:duration>3723</itunes:duration>
  > text: Recording: [Sea \*air\*](<http://e.example/a.mp3>) (1:02:03, 3 MB)
  ## rss: a recording with its length in minutes
  rss
  <title>A</title><itunes:duration>34:05</itunes:duration><enclosure url="/a.mp3" type="audio/mpeg"/>
  > text: Recording: [A](<http://e.example/a.mp3>) (34:05)
  ## rss: a recording of an impossible length
  rss
  <title>A</title><itunes:duration>9223372036854775807</itunes:duration><enclosure url="/a.mp3" type="audio/mpeg"/>
  > text: Recording: [A](<http://e.example/a.mp3>)
  ## rss: a file beside a recording
  rss
  <title>A</title><enclosure url="/a.pdf" type="application/pdf"/><enclosure url="/a.mp3"/><itunes:duration>60</itunes:duration>
  > text: [a.pdf](<http://e.example/a.pdf>) (application/pdf)⏎⏎Recording: [A](<http://e.example/a.mp3>) (1:00)
  ## rss: a film with its length
  rss
  <title>A</title><media:content url="/a.mp4" type="video/mp4" duration="75.4"/>
  > text: Film: [A](<http://e.example/a.mp4>) (1:15)
  ## rss: a recording of an impossible size
  rss
  <guid>1</guid><enclosure url="/a.mp3" type="audio/mpeg" length="9223372036854775807"/>
  > text: Recording: [a.mp3](<http://e.example/a.mp3>)
  ## rss: a film of an impossible size
  rss
  <guid>1</guid><media:content url="/a.mp4" type="video/mp4" fileSize="-9223372036854775808"/>
  > text: Film: [a.mp4](<http://e.example/a.mp4>)
  ## rss: a recording with signs in its name
  rss
  <guid>1</guid><enclosure url="/a_b__c*[d]_.mp3" type="audio/mpeg" length="12"/>
  > text: Recording: [a_b\_\_c\*\[d\]\_.mp3](<http://e.example/a_b__c*%5Bd%5D_.mp3>) (12 bytes)
  ## rss: an impossible number of comments
  rss
  <guid>1</guid><slash:comments>9223372036854775807</slash:comments>
  > replies:
  ## rss: a recording without a size
  rss
  <description>x</description><enclosure url="http://e.example/a.mp3" type="audio/mpeg" length=""/>
  > text: x⏎⏎Recording: [a.mp3](<http://e.example/a.mp3>)
  ## rss: two recordings, one of them twice
  rss
  <enclosure url="/a.mp3"/><enclosure url="/b.ogg"/><enclosure url="/a.mp3"/>
  > text: Recording: [a.mp3](<http://e.example/a.mp3>)⏎⏎Recording: [b.ogg](<http://e.example/b.ogg>)
  ## rss: a recording without an address
  rss
  <title>A</title><enclosure type="audio/mpeg" length="3"/>
  > text:
  ## rss: a picture as an enclosure
  rss
  <enclosure url="/a.png" type="image/png" length="3"/>
  > picture: http://e.example/a.png
  > text:
  ## rss: a thumbnail
  rss
  <media:thumbnail url="/t.jpg" width="75"/>
  > picture: http://e.example/t.jpg
  ## rss: a picture of media by its medium
  rss
  <media:content url="/t" medium="image"/>
  > picture: http://e.example/t
  ## rss: several pictures with descriptions, and a film with one
  rss
  <description>x</description><media:content url="/1.jpg" type="image/jpeg"><media:description type="plain">a *boat*</media:description></media:content><media:content url="/2.jpg" medium="image"><media:description>a pier</media:description></media:content><media:content url="/3.mp4" type="video/mp4"><media:description>a film of waves</media:description></media:content>
  > picture: http://e.example/1.jpg
  > picture.words: a *boat*
  > text: x⏎⏎![a \*boat\*](<http://e.example/1.jpg>)⏎⏎![a pier](<http://e.example/2.jpg>)⏎⏎Film: [a film of waves](<http://e.example/3.mp4>)
  ## rss: a picture's title, its text, and the description of its group
  rss
  <description>x</description><media:content url="/1.webp"><media:title>a boat</media:title></media:content><media:content url="/2.jpg" medium="image"><media:text>a pier</media:text></media:content><media:group><media:content url="/3.jpg" medium="image"/><media:description>a gull</media:description></media:group>
  > picture: http://e.example/1.webp
  > picture.words: a boat
  > text: x⏎⏎![a boat](<http://e.example/1.webp>)⏎⏎![a pier](<http://e.example/2.jpg>)⏎⏎![a gull](<http://e.example/3.jpg>)
  ## atom: the title of a picture and of a recording
  atom
  <title>A</title><content>x</content><link rel="enclosure" type="image/png" href="/1.png" title="a boat"/><link rel="enclosure" type="audio/mpeg" href="/2.mp3" title="a song"/>
  > picture.words: a boat
  > text: x⏎⏎![a boat](<http://e.example/1.png>)⏎⏎Recording: [a song](<http://e.example/2.mp3>)
  ## atom: a title in base64, and a file as the content
  atom
  <title mode="base64">aGVsbG8gdGl0bGU=</title><summary>about</summary><content type="application/pdf">JVBERi0xLjQ=</content>
  > title: hello title
  > text: about
  ## rss: several pictures in a group
  rss
  <description>x</description><media:group><media:content url="/1.jpg" medium="image"/><media:content url="/2.jpg" medium="image"/></media:group>
  > picture: http://e.example/1.jpg
  > picture.words:
  > text: x⏎⏎![](<http://e.example/2.jpg>)
  ## rss: several pictures as enclosures, one of them in the text
  rss
  <description>x &lt;img src="/3.png"&gt;</description><enclosure url="/1.png" type="image/png"/><enclosure url="/2.png" type="image/png"/><enclosure url="/3.png" type="image/png"/>
  > picture: http://e.example/1.png
  > text: x ![picture](http://e.example/3.png)⏎⏎![](<http://e.example/2.png>)
  ## rss: sizes of one picture
  rss
  <description>x</description><media:content url="/1.jpg?w=140" type="image/jpeg" width="140"/><media:content url="/1.jpg?w=700" type="image/jpeg" width="700"><media:description>a boat</media:description></media:content><media:content url="/1.jpg?w=460" type="image/jpeg" width="460"/>
  > picture: http://e.example/1.jpg?w=700
  > text: x⏎⏎![a boat](<http://e.example/1.jpg?w=700>)
  ## rss: sizes of one picture in a group
  rss
  <description>x</description><media:group><media:content url="/s.jpg" medium="image" width="100"/><media:content url="/l.jpg" medium="image" width="900"/></media:group>
  > picture: http://e.example/l.jpg
  > text: x
  ## rss: a small picture before the large one
  rss
  <description>x</description><media:thumbnail url="/t.jpg"/><media:content url="/1.jpg" medium="image"/><media:content url="/2.jpg" medium="image"/>
  > picture: http://e.example/t.jpg
  > text: x⏎⏎![](<http://e.example/2.jpg>)
  ## rss: a picture in a group
  rss
  <media:group><media:content url="/v.mp4" type="video/mp4"/><media:thumbnail url="/t.jpg"/></media:group>
  > picture: http://e.example/t.jpg
  > text: Film: [v.mp4](<http://e.example/v.mp4>)
  ## rss: a picture of a recording
  rss
  <itunes:image href="/c.jpg"/>
  > picture: http://e.example/c.jpg
  ## rss: the first picture of the text
  rss
  <description>&lt;p&gt;&lt;img src="/i.png" alt="i"&gt;&lt;img src="/j.png" alt="j"&gt;</description>
  > picture: http://e.example/i.png
  ## rss: a relative picture and link in a text
  rss
  <description>&lt;a href="b"&gt;x&lt;/a&gt; &lt;img src="../i.png" alt="i"&gt;</description>
  > text: [x](http://e.example/dir/b) ![i](http://e.example/i.png)
  ## rss: a base of its own
  rss
  <description xml:base="http://f.example/">&lt;a href="b"&gt;x&lt;/a&gt;</description>
  > text: [x](http://f.example/b)
  ## rss: attributes without quotation marks
  rss
  <enclosure url=/a.png type=image/png />
  > picture: http://e.example/a.png
  ## rss: attributes in single quotation marks
  rss
  <enclosure url='/a.png' type='image/png'/>
  > picture: http://e.example/a.png
  ## rss: an attribute twice
  rss
  <enclosure url="/a.png" url="/b.png" type="image/png"/>
  > picture: http://e.example/a.png
  ## rss: blanks around the sign of equality
  rss
  <enclosure url = "/a.png"  type = "image/png" />
  > picture: http://e.example/a.png
  ## rss: an element of an unknown namespace
  rss
  <x:title xmlns:x="http://x.example/ns">no</x:title><title>A</title>
  > title: A
  ## rss: a source is not the entry
  rss
  <source url="http://f.example/feed">Other</source><title>A</title>
  > title: A
  ## rss: capital letters
  raw
  <RSS VERSION="2.0"><CHANNEL><TITLE>F</TITLE><ITEM><TITLE>A</TITLE><LINK>http://e.example/a</LINK></ITEM></CHANNEL></RSS>
  > feed.title: F
  > title: A
  > link: http://e.example/a
  ## rss: prefixes that are not the usual ones
  raw
  <rss xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:c="http://purl.org/rss/1.0/modules/content/"><channel><item><d:creator>Ada</d:creator><c:encoded>x</c:encoded></item></channel></rss>
  > author: Ada
  > text: x
  ## rss: prefixes that are not declared
  raw
  <rss><channel><item><dc:creator>Ada</dc:creator><content:encoded>x</content:encoded></item></channel></rss>
  > author: Ada
  > text: x
  ## rss: a namespace for everything
  raw
  <rss xmlns="http://backend.userland.com/rss2"><channel><title>F</title><item><title>A</title></item></channel></rss>
  > feed.title: F
  > title: A
  ## rss: an unknown namespace for everything
  raw
  <rss xmlns="http://x.example/"><channel><item><title>A</title></item></channel></rss>
  > title: A
  ## rss: a prefix for everything
  raw
  <r:rss xmlns:r="http://purl.org/rss/1.0/"><r:channel><r:item><r:title>A</r:title></r:item></r:channel></r:rss>
  > title: A
  ## rss: entries outside of the channel
  raw
  <rss><channel><title>F</title></channel><item><title>A</title></item><item><title>B</title></item></rss>
  > feed.title: F
  > count: 2
  ## rss 0.90
  raw
  <?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>F</title><link>http://e.example/</link></channel><item><title>A</title><link>http://e.example/a</link></item></rdf:RDF>
  > feed.title: F
  > title: A
  > key: http://e.example/a
  ## rss 0.91 with a document type
  raw
  <?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel><title>F</title><item><title>A</title></item></channel></rss>
  > title: A
  ## rss 0.92 without titles
  raw
  <rss version="0.92"><channel><item><description>x</description></item><item><description>y</description></item></channel></rss>
  > count: 2
  > text: x
  ## rss 1.0
  rdf
  <title>A</title><link>http://e.example/a</link><description>x</description><dc:date>2004-05-01T10:00:00Z</dc:date>
  > title: A
  > key: http://e.example/item
  > date: 2004-05-01T10:00:00Z
  ## rss 1.0 with a whole text
  rdf
  <title>A</title><content:encoded>&lt;p&gt;x&lt;/p&gt;</content:encoded>
  > text: x
  ## rss: a channel alone
  raw
  <channel><title>F</title><item><title>A</title></item></channel>
  > title: A
  ## rss: an empty channel
  raw
  <rss><channel><title>F</title></channel></rss>
  > count: 0
  > feed.title: F
  ## rss: the facts of a feed
  raw
  <rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>F &amp; G</title><link>/</link><description>about</description><image><url>/i.png</url><title>no</title><link>http://no.example</link></image><textInput><title>no</title></textInput><item><title>A</title></item></channel></rss>
  > feed.title: F & G
  > feed.site: http://e.example/
  > feed.about: about
  > feed.picture: http://e.example/i.png
  ## rss: a picture of a podcast
  raw
  <rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><itunes:image href="/i.png"/><item><title>A</title></item></channel></rss>
  > feed.picture: http://e.example/i.png
  ## rss: a link to itself is not the site
  raw
  <rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><atom:link rel="self" href="/feed"/><link>/site</link><item><title>A</title></item></channel></rss>
  > feed.site: http://e.example/site
  ## damage: an end tag is missing
  rss
  <title>A</title><description>x
  > title: A
  > count: 2
  ## damage: an end tag too many
  rss
  <title>A</title></b></p><description>x</description>
  > text: x
  > count: 2
  ## damage: tags that overlap
  rss
  <description>a <b>b <i>c</b> d</i></description><title>A</title>
  > title: A
  > count: 2
  ## damage: an unclosed tag in the title
  rss
  <title>a <br> b</title><link>/a</link>
  > link: http://e.example/a
  > count: 2
  ## damage: a sign of less in a text
  rss
  <title>a < b</title><link>/a</link>
  > title: a < b
  > link: http://e.example/a
  ## damage: a sign of greater in a text
  rss
  <title>a > b</title>
  > title: a > b
  ## damage: a quotation mark is missing
  rss
  <title>A</title><enclosure url="/a.png type="image/png"/>
  > title: A
  > count: 2
  ## damage: the document ends in an entry
  raw
  <rss><channel><title>F</title><item><title>A</title></item><item><title>B</title><description>x
  > count: 2
  ## damage: the document ends in a tag
  raw
  <rss><channel><item><title>A</title></item><item><title>B</title><link
  > count: 2
  ## damage: the document ends in CDATA
  raw
  <rss><channel><item><title>A</title></item><item><title>B</title><description><![CDATA[x
  > count: 2
  ## damage: a comment without an end
  raw
  <rss><channel><!-- x <item><title>A</title></item></channel></rss>
  > count: 1
  ## damage: a comment with an entry in it
  raw
  <rss><channel><!-- <item><title>no</title></item> --><item><title>A</title></item></channel></rss>
  > count: 1
  > title: A
  ## damage: words before the document
  raw
  Notice: undefined variable <br /> <?xml version="1.0"?><rss><channel><item><title>A</title></item></channel></rss>
  > title: A
  ## damage: blank lines before the document
  raw


  <?xml version="1.0"?><rss><channel><item><title>A</title></item></channel></rss>
  > title: A
  ## damage: words after the document
  raw
  <rss><channel><item><title>A</title></item></channel></rss><script>x</script>
  > count: 1
  ## damage: all entries have one name
  raw
  <rss><channel><item><guid>x</guid><title>A</title></item><item><guid>x</guid><title>B</title></item><item><guid>x</guid><title>C</title></item></channel></rss>
  > count: 3
  ## damage: the same entry twice
  raw
  <rss><channel><item><guid>x</guid><title>A</title></item><item><guid>x</guid><title>A</title></item></channel></rss>
  > count: 1
  ## damage: entries without a name and with one title
  raw
  <rss><channel><item><title>A</title><description>x</description></item><item><title>A</title><description>y</description></item></channel></rss>
  > count: 2
  ## damage: an entry in an entry
  raw
  <rss><channel><item><title>A</title><item><title>B</title></item></item><item><title>C</title></item></channel></rss>
  > count: 3
  ## damage: entities that a document declares are not expanded
  raw
  <!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><rss><channel><item><title>x &b; y</title></item></channel></rss>
  > title: x &b; y
  ## damage: a file is not read
  raw
  <!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd">]><rss><channel><item><title>x &f;</title></item></channel></rss>
  > title: x &f;
  ## damage: an instruction in the document
  raw
  <rss><?php echo "<item>" ?><channel><item><title>A</title></item></channel></rss>
  > count: 1
  ## damage: control characters in the document
  raw
  <rss><channel><item><title>a␀␁b</title></item></channel></rss>
  > title: ab
  ## atom: the usual entry
  atom
  <title>A</title><link href="http://e.example/a"/><id>i</id><updated>2005-01-02T03:04:05Z</updated><summary>x</summary>
  > title: A
  > link: http://e.example/a
  > key: i
  > text: x
  > date: 2005-01-02T03:04:05Z
  ## atom: a title as text
  atom
  <title type="text">a &lt;b&gt; &amp;amp; c</title>
  > title: a <b> &amp; c
  ## atom: a title as HTML
  atom
  <title type="html">a &lt;b&gt;b&lt;/b&gt; &amp;amp; c</title>
  > title: a b & c
  ## atom: a title as XHTML
  atom
  <title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <b>b</b> &lt; c</div></title>
  > title: a b < c
  ## atom: a title in CDATA
  atom
  <title type="html"><![CDATA[a <i>b</i>]]></title>
  > title: a b
  ## atom: a text as HTML
  atom
  <content type="html">&lt;p&gt;a&lt;/p&gt;&lt;p&gt;b&lt;/p&gt;</content>
  > text: a⏎⏎b
  ## atom: a text as XHTML
  atom
  <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>a &amp; <em>b</em></p></div></content>
  > text: a & *b*
  ## atom: a text as XHTML with a prefix
  atom
  <content type="xhtml"><x:div xmlns:x="http://www.w3.org/1999/xhtml"><x:p>a <x:em>b</x:em></x:p></x:div></content>
  > text: a *b*
  ## atom: a text as text
  atom
  <content type="text">a &lt;b&gt; c</content>
  > text: a \<b> c
  ## atom: a text of a media type
  atom
  <content type="text/html">&lt;p&gt;a&lt;/p&gt;</content>
  > text: a
  ## atom: a text that is elsewhere
  atom
  <content src="http://e.example/a" type="text/html"/><summary>x</summary>
  > text: x
  > link: http://e.example/a
  ## atom: a text that is a picture
  atom
  <content type="image/png">aGVsbG8=</content><summary>x</summary>
  > text: x
  ## atom: the text before its summary
  atom
  <summary>short</summary><content>long</content>
  > text: long
  ## atom: the alternate link
  atom
  <link rel="self" href="/self"/><link rel="edit" href="/edit"/><link rel="alternate" href="/a"/>
  > link: http://e.example/a
  ## atom: the alternate link that is a page
  atom
  <link rel="alternate" type="application/json" href="/j"/><link rel="alternate" type="text/html" href="/a"/>
  > link: http://e.example/a
  ## atom: a related link alone
  atom
  <title>A</title><link rel="related" href="/a"/>
  > link: http://e.example/a
  ## atom: a recording
  atom
  <link rel="enclosure" type="audio/ogg" length="1024" href="/a.ogg"/>
  > text: Recording: [a.ogg](<http://e.example/a.ogg>) (1 KB)
  ## atom: replies
  atom
  <link rel="replies" type="application/atom+xml" href="/c.atom" thr:count="4"/><link rel="replies" type="text/html" href="/a#c"/>
  > comments: http://e.example/c.atom
  > discussion: http://e.example/a#c
  > replies: 4
  ## atom: the number of replies
  atom
  <thr:total>9</thr:total><title>A</title>
  > replies: 9
  ## atom: an answer
  atom
  <id>2</id><thr:in-reply-to ref="1" href="/a"/>
  > answers: 1
  ## atom: a base of the feed
  raw
  <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://f.example/x/"><entry><id>1</id><link href="a"/></entry></feed>
  > link: http://f.example/x/a
  ## atom: a base within a base
  raw
  <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://f.example/x/"><entry xml:base="y/"><id>1</id><link xml:base="z/" href="a"/></entry></feed>
  > link: http://f.example/x/y/z/a
  ## atom: a base of the text
  atom
  <content type="xhtml" xml:base="http://f.example/x/"><div xmlns="http://www.w3.org/1999/xhtml"><a href="a">x</a></div></content>
  > text: [x](http://f.example/x/a)
  ## atom: a base that is a script
  raw
  <feed xmlns="http://www.w3.org/2005/Atom" xml:base="javascript:x"><entry><id>1</id><link href="a"/></entry></feed>
  > link: http://e.example/dir/a
  ## atom: an author
  atom
  <author><name>Ada</name><email>ada@e.example</email><uri>http://e.example</uri></author>
  > author: Ada
  ## atom: two authors
  atom
  <author><name>Ada</name></author><author><name>Grace</name></author>
  > author: Ada, Grace
  ## atom: a contributor is no author
  atom
  <title>A</title><contributor><name>Ada</name></contributor>
  > author:
  ## atom: the author of the feed
  raw
  <feed xmlns="http://www.w3.org/2005/Atom"><author><name>Ada</name></author><entry><id>1</id></entry></feed>
  > author: Ada
  ## atom: an author before that of the feed
  raw
  <feed xmlns="http://www.w3.org/2005/Atom"><author><name>Ada</name></author><entry><id>1</id><author><name>Grace</name></author></entry></feed>
  > author: Grace
  ## atom: what an entry was copied from
  atom
  <source><title>no</title><id>no</id><author><name>no</name></author><link href="http://no.example"/></source><title>A</title><id>1</id>
  > title: A
  > author:
  > link:
  > key: 1
  ## atom: categories
  atom
  <category term="a" label="One"/><category term="two"/>
  > tags: One, two
  ## atom: published before updated
  atom
  <updated>2006-01-01T00:00:00Z</updated><published>2005-01-01T00:00:00Z</published>
  > date: 2005-01-01T00:00:00Z
  ## atom: a date with a zone
  atom
  <published>2005-01-01T12:00:00+02:00</published>
  > date: 2005-01-01T10:00:00Z
  ## atom: a date with a fraction
  atom
  <published>2005-01-01T12:00:00.25Z</published>
  > date: 2005-01-01T12:00:00Z
  ## atom: a bad date and a good one
  atom
  <published>yesterday</published><updated>2005-01-01T12:00:00Z</updated>
  > date: 2005-01-01T12:00:00Z
  ## atom: a prefix for everything
  raw
  <a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>F</a:title><a:entry><a:title>A</a:title><a:link href="/a"/></a:entry></a:feed>
  > feed.title: F
  > title: A
  > link: http://e.example/a
  ## atom 0.3
  raw
  <feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>F</title><tagline>about</tagline><entry><title mode="escaped" type="text/html">a &lt;b&gt;b&lt;/b&gt;</title><link rel="alternate" type="text/html" href="/a"/><id>1</id><issued>2003-12-13T08:29:29-04:00</issued><modified>2004-01-01T00:00:00Z</modified><content mode="xml" type="application/xhtml+xml"><p xmlns="http://www.w3.org/1999/xhtml">x <b>y</b></p></content></entry></feed>
  > feed.about: about
  > title: a b
  > date: 2003-12-13T12:29:29Z
  > text: x **y**
  ## atom 0.3: a text in base64
  raw
  <feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><id>1</id><content mode="base64" type="text/html">PHA+eQ==</content><summary>x</summary></entry></feed>
  > text: y
  ## atom 0.3: a text in base64 that is none
  raw
  <feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><id>1</id><content mode="base64" type="text/html">PHA</content><summary>x</summary></entry></feed>
  > text: x
  ## atom: the facts of a feed
  raw
  <feed xmlns="http://www.w3.org/2005/Atom"><title type="html">F &amp;amp; G</title><subtitle>about</subtitle><link rel="self" href="/feed"/><link href="/"/><logo>/l.png</logo><icon>/i.ico</icon><entry><id>1</id></entry></feed>
  > feed.title: F & G
  > feed.site: http://e.example/
  > feed.about: about
  > feed.picture: http://e.example/l.png
  ## atom: one entry as a document
  raw
  <feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title></entry></feed>
  > count: 1
  ## atom: a video of a well-known site
  atom
  <id>yt:video:x</id><title>A</title><link rel="alternate" href="http://e.example/watch?v=x"/><media:group><media:title>A</media:title><media:content url="http://e.example/v/x" type="application/x-shockwave-flash"/><media:thumbnail url="http://e.example/t.jpg"/><media:description>about</media:description></media:group>
  > link: http://e.example/watch?v=x
  > picture: http://e.example/t.jpg
  > key: yt:video:x
  ## atom: lines of code
  atom
  <content type="html">&lt;pre&gt;a
    b&lt;/pre&gt;</content>
  > text: ```⏎a⏎  b⏎```
  ## atom: a table
  atom
  <content type="html">&lt;ul&gt;&lt;li&gt;a&lt;li&gt;b&lt;/ul&gt;</content>
  > text: - a⏎- b
  ## json: the usual entry
  json
  "id":"1","url":"http://e.example/a","title":"A","content_html":"<p>a <b>b</b></p>","date_published":"2020-01-01T10:00:00+01:00"
  > title: A
  > key: 1
  > link: http://e.example/a
  > text: a **b**
  > date: 2020-01-01T09:00:00Z
  ## json: a number as a name
  json
  "id":5,"content_text":"x"
  > key: 5
  > text: x
  ## json: a text is not markup
  json
  "id":"1","content_text":"a <b> c"
  > text: a \<b> c
  ## json: a summary alone
  json
  "id":"1","summary":"x"
  > text: x
  ## json: an external link
  json
  "id":"1","external_url":"http://f.example/a"
  > link: http://f.example/a
  ## json: the own page before an external one
  json
  "id":"1","url":"http://e.example/a","external_url":"http://f.example/a"
  > link: http://e.example/a
  ## json: an author of version 1
  json
  "id":"1","author":{"name":"Ada"}
  > author: Ada
  ## json: authors of version 1.1
  json
  "id":"1","authors":[{"name":"Ada"},{"name":"Grace"}]
  > author: Ada, Grace
  ## json: the author of the feed
  raw
  {"version":"https://jsonfeed.org/version/1","title":"F","author":{"name":"Ada"},"items":[{"id":"1"}]}
  > author: Ada
  ## json: tags
  json
  "id":"1","tags":["a","b"]
  > tags: a, b
  ## json: tags that are none
  json
  "id":"1","title":"A","tags":{"a":1}
  > title: A
  ## json: a picture
  json
  "id":"1","image":"/i.png"
  > picture: http://e.example/i.png
  ## json: a banner
  json
  "id":"1","banner_image":"http://e.example/b.png"
  > picture: http://e.example/b.png
  ## json: a recording with its length
  json
  "id":"1","title":"A","attachments":[{"url":"http://e.example/a.mp3","mime_type":"audio/mpeg","duration_in_seconds":61.6}]
  > text: Recording: [A](<http://e.example/a.mp3>) (1:02)
  ## json: attachments
  json
  "id":"1","attachments":[{"url":"http://e.example/a.mp3","mime_type":"audio/mpeg","size_in_bytes":2048,"title":"Part 1"}]
  > text: Recording: [Part 1](<http://e.example/a.mp3>) (2 KB)
  ## json: pictures as attachments
  json
  "id":"1","content_text":"x","attachments":[{"url":"http://e.example/a.png","mime_type":"image/png","title":"a boat"},{"url":"http://e.example/b.png","mime_type":"image/png"}]
  > picture: http://e.example/a.png
  > text: x⏎⏎![a boat](<http://e.example/a.png>)⏎⏎![](<http://e.example/b.png>)
  ## json: an attachment of an impossible size
  json
  "id":"1","attachments":[{"url":"http://e.example/a.mp3","size_in_bytes":9223372036854775807}]
  > text: Recording: [a.mp3](<http://e.example/a.mp3>)
  ## json: no name
  json
  "url":"http://e.example/a"
  > key: http://e.example/a
  ## json: null everywhere
  json
  "id":"1","title":null,"url":null,"content_html":null,"date_published":null,"authors":null
  > key: 1
  ## json: an entry that is none
  raw
  {"version":"https://jsonfeed.org/version/1","items":["x",{"id":"1","title":"A"},7]}
  > count: 1
  > title: A
  ## json: the facts of a feed
  raw
  {"version":"https://jsonfeed.org/version/1.1","title":"F","home_page_url":"http://e.example/","description":"about","icon":"/i.png","items":[]}
  > feed.title: F
  > feed.site: http://e.example/
  > feed.about: about
  > feed.picture: http://e.example/i.png
  > count: 0

  """#
