import CMarkdown
import FireflyCore

/// One node of a parsed text, valid only while its tree is being walked.
struct MarkdownNode {
  enum Kind {
    case quote, list, item, code, html, paragraph, heading, rule, note
    case table, tableRow, tableCell
    case text, softBreak, hardBreak, codeSpan, htmlSpan
    case emphasis, strong, strikethrough, link, image, noteReference
    case other
  }

  let pointer: OpaquePointer
  let kind: Kind

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
    kind = Self.kind(of: pointer)
  }

  private static func kind(of pointer: OpaquePointer) -> Kind {
    switch cmark_node_get_type(pointer) {
    case CMARK_NODE_BLOCK_QUOTE: .quote
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .code
    case CMARK_NODE_HTML_BLOCK: .html
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_THEMATIC_BREAK: .rule
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .hardBreak
    case CMARK_NODE_CODE: .codeSpan
    case CMARK_NODE_HTML_INLINE: .htmlSpan
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .image
    case CMARK_NODE_FOOTNOTE_DEFINITION: .note
    case CMARK_NODE_FOOTNOTE_REFERENCE: .noteReference
    default: extensionKind(of: pointer)
    }
  }

  /// The node types of extensions have no constants, only names.
  private static func extensionKind(of pointer: OpaquePointer) -> Kind {
    guard let name = cmark_node_get_type_string(pointer) else { return .other }
    return switch String(cString: name) {
    case "table": .table
    case "table_row", "table_header": .tableRow
    case "table_cell": .tableCell
    case "strikethrough": .strikethrough
    default: .other
    }
  }

  /// The text of a text, code or HTML node, cleaned, because entities can encode any character, such as `&#146;`.
  var literal: String {
    cmark_node_get_literal(pointer).map {
      ForeignText.clean(WindowsLetters.decoded(String(cString: $0)))
    } ?? ""
  }

  /// Whether it is code only by its indent, and has sentences: hardly a sign that no sentence has.
  var isIndentedProse: Bool {
    var (length, offset, sign): (Int32, Int32, CChar) = (0, 0, 0)
    guard kind == .code, cmark_node_get_fenced(pointer, &length, &offset, &sign) == 0 else {
      return false
    }
    let text = literal
    let signs = text.utf8.count { byte in
      byte < 0x80 && byte > 0x20 && !(0x30...0x39).contains(byte)
        && !((byte | 0x20) &- 0x61 < 26) && !".,;:!?'\"()-".utf8.contains(byte)
    }
    // At least four words.
    return signs * 25 <= text.utf8.count
      && text.split(maxSplits: 3, whereSeparator: \.isWhitespace).count > 3
  }

  /// The number of the footnote of a reference, from 1.
  var noteNumber: Int { Int(literal) ?? 0 }

  /// The address of a link, unchanged.
  var url: String { cmark_node_get_url(pointer).map { String(cString: $0) } ?? "" }

  /// Level of a heading, 1…6.
  var headingLevel: Int { Int(cmark_node_get_heading_level(pointer)) }

  /// The first source line of the node, from 1.
  var startLine: Int { Int(cmark_node_get_start_line(pointer)) }
  /// The source column of the node's beginning, in bytes from 1; not always correct.
  var startColumn: Int { Int(cmark_node_get_start_column(pointer)) }
  /// The last source line of the node.
  var endLine: Int { Int(cmark_node_get_end_line(pointer)) }

  /// Whether a list's items are separated without blank lines.
  var isTight: Bool { cmark_node_get_list_tight(pointer) != 0 }

  /// The first number of a numbered list, and its delimiter; nil for bullets.
  var numbering: (start: Int, delimiter: String)? {
    guard cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST else { return nil }
    let isParenthesis = cmark_node_get_list_delim(pointer) == CMARK_PAREN_DELIM
    return (Int(cmark_node_get_list_start(pointer)), isParenthesis ? ")" : ".")
  }

  /// Number of children.
  var childCount: Int {
    var count = 0
    var child = cmark_node_first_child(pointer)
    while let node = child {
      count += 1
      child = cmark_node_next(node)
    }
    return count
  }

  /// Whether an item of a task list is ticked; nil for an ordinary item.
  var isTicked: Bool? {
    guard let name = cmark_node_get_type_string(pointer), String(cString: name) == "tasklist" else {
      return nil
    }
    return cmark_gfm_extensions_get_tasklist_item_checked(pointer)
  }

  /// The alignments of a table's columns.
  var columnAlignments: [TableLayout.Alignment] {
    let count = Int(cmark_gfm_extensions_get_table_columns(pointer))
    guard let bytes = cmark_gfm_extensions_get_table_alignments(pointer) else { return [] }
    return (0..<count).map { index in
      switch bytes[index] {
      case UInt8(ascii: "l"): .left
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .right
      default: .natural
      }
    }
  }
}
