import CMarkdown
import FireflyCore
import Foundation

/// Renders a body as HTML with cmark-gfm, for pages without scripts.
///
/// Escapes all special characters, and HTML in a body. Links have the schemes `http`, `https` and
/// `mailto` only; pictures become links, except those that are given. Time and depth are bounded as in
/// `MarkdownFormatter`.
package enum MarkdownHTML {
  /// Where a link to a post leads.
  package struct Target {
    /// The address of its page; nil for one that has none here.
    package var address: String?
    /// Its title.
    package var title: String

    /// Creates a target.
    package init(address: String?, title: String) { (self.address, self.title) = (address, title) }
  }

  /// Renders a body.
  ///
  /// - Parameters:
  ///   - body: Markdown, cleaned or not.
  ///   - targets: where links to posts lead, by their numbers; other ones become text.
  ///   - pictures: the new addresses of the pictures to show, by their addresses in the body.
  ///   - heading: the level of the heading that the body stands below on a page, whose style sheet knows
  ///     `.address`, the words of a link that is its own address; nil for a body outside of a page.
  /// - Returns: block elements, each on its lines.
  package static func render(
    _ body: String, linking targets: [Int: Target] = [:], showing pictures: [String: String] = [:],
    below heading: Int? = nil
  ) -> String {
    var html = ""
    for piece in MarkdownPieces(ForeignText.clean(body)) {
      switch piece {
      case .markdown(let text, let hasTables):
        let tree = MarkdownTree(text, hasTables: hasTables)
        tree.makeSafe(linking: targets, showing: pictures)
        if let heading { tree.fit(below: heading) }
        html += tree.rendered()
      case .plain(let text): html += "<p>\(escape(text))</p>\n"
      }
    }
    return html
  }

  /// Escapes a text for HTML, between tags and in attributes in double quotation marks.
  package static func escape(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 }) else {
      return text
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 32)
    for byte in text.utf8 {
      switch byte {
      case 0x26: bytes += "&amp;".utf8
      case 0x3C: bytes += "&lt;".utf8
      case 0x3E: bytes += "&gt;".utf8
      case 0x22: bytes += "&quot;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether an address may be a link: `http`, `https` or `mailto`, without ambiguous characters.
  package static func isOpenable(_ address: String) -> Bool { LinkNumbers.isOpenable(address) }
}

extension MarkdownTree {
  /// Maximum nesting of quotes, lists and marks; deeper ones are rendered at this depth.
  private static let depthLimit = 12

  fileprivate borrowing func rendered() -> String {
    // HTML 5 has no attribute for the alignment of cells.
    let options =
      CMARK_OPT_DEFAULT | CMARK_OPT_FOOTNOTES | CMARK_OPT_TABLE_PREFER_STYLE_ATTRIBUTES
    guard let root, let html = cmark_render_html(root, options, nil) else { return "" }
    defer { free(html) }
    return String(cString: html)
  }

  /// Moves headings below one of the page, and marks links that are their own addresses.
  fileprivate borrowing func fit(below heading: Int) {
    var addresses: [OpaquePointer] = []
    walk { event, node in
      switch node.kind {
      case .heading where event == .enter:
        let level = Int(cmark_node_get_heading_level(node.pointer))
        cmark_node_set_heading_level(node.pointer, Int32(min(6, level + heading)))
      case .link where event == .enter:
        var (words, child) = ("", cmark_node_first_child(node.pointer))
        while let text = child {
          words += MarkdownNode(text).literal
          child = cmark_node_next(text)
        }
        let url = node.url
        if url == words
          || ["http://", "https://", "mailto:"].contains(where: { url == $0 + words })
        {
          addresses.append(node.pointer)
        }
      default: break
      }
      return true
    }
    addresses.forEach(Self.markAddress)
  }

  /// Puts a class around the words of a link: links can't have one, and cells of tables no other element around them.
  private static func markAddress(_ link: OpaquePointer) {
    guard let words = cmark_node_new(CMARK_NODE_CUSTOM_INLINE) else { return }
    cmark_node_set_on_enter(words, "<span class=\"address\">")
    cmark_node_set_on_exit(words, "</span>")
    guard cmark_node_append_child(link, words) != 0 else { return cmark_node_free(words) }
    while let child = cmark_node_first_child(link), child != words,
      cmark_node_append_child(words, child) != 0
    {}
  }

  /// Replaces unsafe nodes: hidden characters, HTML, pictures, other links, deep nesting.
  fileprivate borrowing func makeSafe(
    linking targets: [Int: MarkdownHTML.Target], showing shown: [String: String]
  ) {
    var (dissolved, pictures, html): ([OpaquePointer], [OpaquePointer], [OpaquePointer]) =
      ([], [], [])
    var depth = 0
    var raised: RaisedText?
    walk { event, node in
      switch node.kind {
      case .quote, .list, .emphasis, .strong, .strikethrough, .link:
        guard event == .enter else {
          depth -= 1
          break
        }
        depth += 1
        let isAllowed =
          node.kind != .link || LinkNumbers.isOpenable(node.url) || Self.link(node, targets)
          || Self.place(node, shown)
        if depth > Self.depthLimit || !isAllowed { dissolved.append(node.pointer) }
      case .image where event == .enter && !Self.place(node, shown): pictures.append(node.pointer)
      case .html, .htmlSpan:
        RaisedText.update(&raised, at: node.literal)
        html.append(node.pointer)
      case .text:
        Self.clean(node)
        if let raised { cmark_node_set_literal(node.pointer, raised.signs(for: node.literal)) }
      case .code, .codeSpan: Self.clean(node)
      // A tag without an end raises no other text.
      case .paragraph, .heading, .tableCell: raised = nil
      default: break
      }
      return true
    }
    // Parents first, so that each child moves once.
    dissolved.forEach(Self.dissolve)
    pictures.forEach(Self.link)
    html.forEach(Self.replaceHTML)
  }

  /// Makes a link to a post lead to its page, or carry its title if it has none; returns whether it is
  /// one.
  private static func link(_ node: MarkdownNode, _ targets: [Int: MarkdownHTML.Target]) -> Bool {
    guard let target = BodyLink.number(of: node.url).flatMap({ targets[$0] }) else { return false }
    if let address = target.address {
      cmark_node_set_url(node.pointer, address)
    } else {
      cmark_node_set_title(node.pointer, ForeignText.cleanLine(target.title))
    }
    return true
  }

  /// Gives a picture, or a link to one, its new address; returns whether it has one.
  private static func place(_ node: MarkdownNode, _ shown: [String: String]) -> Bool {
    guard let address = shown[node.url] else { return false }
    cmark_node_set_url(node.pointer, address)
    return true
  }

  /// Cleans a literal: entities can encode any character.
  private static func clean(_ node: MarkdownNode) {
    guard let literal = cmark_node_get_literal(node.pointer) else { return }
    let text = node.literal
    if strcmp(literal, text) != 0 { cmark_node_set_literal(node.pointer, text) }
  }

  /// Replaces a node by its children; a list by the children of its items.
  private static func dissolve(_ node: OpaquePointer) {
    let isList = cmark_node_get_type(node) == CMARK_NODE_LIST
    while let child = cmark_node_first_child(node) {
      if isList {
        while let inner = cmark_node_first_child(child), cmark_node_insert_before(node, inner) != 0
        {}
        cmark_node_unlink(child)
        cmark_node_free(child)
      } else if cmark_node_insert_before(node, child) == 0 {
        break
      }
    }
    cmark_node_unlink(node)
    cmark_node_free(node)
  }

  /// Puts a link to a picture in its place, or its description.
  private static func link(_ picture: OpaquePointer) {
    let url = MarkdownNode(picture).url
    guard LinkNumbers.isOpenable(url), !isInLink(picture),
      let link = cmark_node_new(CMARK_NODE_LINK)
    else { return dissolve(picture) }
    cmark_node_set_url(link, url)
    if cmark_node_first_child(picture) == nil, let text = cmark_node_new(CMARK_NODE_TEXT) {
      cmark_node_set_literal(text, "picture")
      cmark_node_append_child(link, text)
    }
    while let child = cmark_node_first_child(picture), cmark_node_append_child(link, child) != 0 {}
    guard cmark_node_insert_before(picture, link) != 0 else {
      cmark_node_free(link)
      return dissolve(picture)
    }
    cmark_node_unlink(picture)
    cmark_node_free(picture)
  }

  private static func isInLink(_ node: OpaquePointer) -> Bool {
    var parent = cmark_node_parent(node)
    while let node = parent {
      if [CMARK_NODE_LINK, CMARK_NODE_IMAGE].contains(cmark_node_get_type(node)) { return true }
      parent = cmark_node_parent(node)
    }
    return false
  }

  /// Puts the text of HTML in its place.
  private static func replaceHTML(_ node: OpaquePointer) {
    defer {
      cmark_node_unlink(node)
      cmark_node_free(node)
    }
    let html = MarkdownNode(node).literal
    guard cmark_node_get_type(node) == CMARK_NODE_HTML_BLOCK else {
      let isBreak = HTMLText.isLineBreak(html)
      guard isBreak || !HTMLText.beginsWithMarkup(html[...]) else { return }
      // A cell of a table has no breaks.
      for type in isBreak ? [CMARK_NODE_LINEBREAK, CMARK_NODE_TEXT] : [CMARK_NODE_TEXT] {
        guard let new = cmark_node_new(type) else { return }
        if type == CMARK_NODE_TEXT { cmark_node_set_literal(new, isBreak ? " " : html) }
        if cmark_node_insert_before(node, new) != 0 { return }
        cmark_node_free(new)
      }
      return
    }
    for lines in HTMLText.paragraphs(of: html) {
      guard let paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH) else { return }
      for (index, line) in lines.enumerated() {
        if index > 0, let end = cmark_node_new(CMARK_NODE_LINEBREAK) {
          cmark_node_append_child(paragraph, end)
        }
        guard let text = cmark_node_new(CMARK_NODE_TEXT) else { continue }
        let words = line.map { piece in
          switch piece {
          case .text(let text): text
          case .picture(let picture):
            picture.description.isEmpty ? "picture" : picture.description
          }
        }.joined().trimmingCharacters(in: .whitespacesAndNewlines)
        cmark_node_set_literal(text, ForeignText.clean(words))
        cmark_node_append_child(paragraph, text)
      }
      if cmark_node_insert_before(node, paragraph) == 0 { cmark_node_free(paragraph) }
    }
  }
}
