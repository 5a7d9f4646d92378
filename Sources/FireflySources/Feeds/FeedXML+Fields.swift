import FireflyCore
import FireflyForeign
import FireflyText
import Foundation

extension FeedXML.Element {
  /// Its type in lower case, without parameters such as `; charset=utf-8`; nil if none is said.
  fileprivate var type: String? {
    attributes["type"].map { FeedFile.plainType($0) }
  }

  /// Whether its markup is XHTML, so that its text is only text.
  var isXHTML: Bool {
    let type = type ?? ""
    return name.hasPrefix("xhtml:") || type == "xhtml" || type == "application/xhtml+xml"
      || attributes["mode"] == "xml" && type != "text/plain"
  }

  /// What its text is.
  var kind: FeedText.Kind {
    if isXHTML { return .html }
    switch type {
    case "html", "text/html": return .html
    case "text", "text/plain", "plain": return .plain
    case nil where name.hasPrefix("media:") || name == "itunes:summary": return .lines
    case nil: return isAtom ? .words : .unknown
    default: return .unknown
    }
  }

  var line: String { FeedText.line(text, kind) }

  /// Its text, converted to Markdown.
  var converted: HTMLText { FeedText.converted(text, kind, base: base) }

  /// Whether it is a picture, or a smaller one of a film or a recording.
  var isPicture: Bool {
    if isThumbnail { return true }
    if let medium = attributes["medium"] { return medium == "image" }
    if let type { return type.hasPrefix("image/") }
    let address = attributes["url"] ?? attributes["href"]
    return address.flatMap { URL(string: $0) }.map {
      Self.pictures.contains($0.pathExtension.lowercased())
    } ?? false
  }

  /// The endings of pictures whose type is not said.
  private static let pictures: Set = ["jpg", "jpeg", "png", "gif", "webp"]

  /// The element with its text as it is before base64.
  var decoded: FeedXML.Element {
    guard attributes["mode"] == "base64" else { return self }
    var element = self
    let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
    element.text = bytes.map { Charset.decode(Array($0), nil) } ?? ""
    return element
  }

  fileprivate var isThumbnail: Bool { name == "media:thumbnail" || name == "itunes:image" }

  fileprivate func address(_ attribute: String? = nil) -> String? {
    FeedText.address(attribute.map { attributes[$0] ?? "" } ?? text, base: base)
  }
}

extension FeedXML.Entry {
  mutating func read(_ element: FeedXML.Element, isInGroup: Bool) {
    switch element.name {
    case "media:group": groups += 1
    case "title": entry.title = element.line
    case "dc:title", "media:title": if entry.title.isEmpty { entry.title = element.line }
    case "id", "guid":
      entry.key = ForeignText.cleanLine(element.text)
      if element.attributes["isPermaLink"]?.lowercased() != "false", element.name == "guid" {
        links[1] = element.text.contains("://") ? element.address() : nil
      }
    case "link": readLink(element)
    case "feedburner:origlink": links[5] = element.address()
    case "content:encoded", "xhtml:body", "xhtml:div", "fullitem": add(element, worth: 4)
    case "content": readContent(element)
    case "description", "summary", "dc:description", "itunes:summary", "media:description":
      add(element, worth: ["description", "summary"].contains(element.name) ? 2 : 1)
      if element.name == "media:description" { words[isInGroup ? groups : nil] = element }
    case "pubdate", "published": add(date: element, worth: 6)
    case "dc:date", "dcterms:issued", "issued": add(date: element, worth: 5)
    case "created", "dcterms:created", "date": add(date: element, worth: 4)
    case "updated", "modified", "dcterms:modified": add(date: element, worth: 3)
    case "author", "dc:creator", "itunes:author":
      if authors.count < 3, let name = FeedText.person(element.text), !authors.contains(name) {
        authors.append(name)
      }
    case "category", "dc:subject":
      let term = element.attributes["label"] ?? element.attributes["term"] ?? element.text
      if entry.tags?.count ?? 0 < 5, let tag = FeedText.line(term, .unknown).line,
        tag.utf8.count <= 60,
        entry.tags?.contains(tag) != true
      {
        entry.tags = (entry.tags ?? []) + [tag]
      }
    case "comments": entry.discussion = element.address()
    case "wfw:commentrss": entry.comments = element.address()
    case "slash:comments", "thr:total": entry.commentCount = ForeignNumber.count.read(element.text)
    case "thr:in-reply-to":
      entry.answers = element.attributes["ref"]
      entry.answeredPage = element.address("href")
    case "itunes:duration": seconds = FeedFile.seconds(element.text)
    case "enclosure", "media:content", "media:thumbnail", "itunes:image":
      readFile(element, isInGroup: isInGroup)
    default: break
    }
  }

  private mutating func readLink(_ element: FeedXML.Element) {
    guard
      let address = element.attributes["href"] == nil ? element.address() : element.address("href")
    else { return }
    let type = element.type ?? ""
    switch element.attributes["rel"]?.lowercased() ?? "alternate" {
    case "alternate":
      let worth = type.isEmpty || type.contains("html") ? 4 : 2
      links[worth] = links[worth] ?? address
    case "replies":
      if type.contains("html") {
        entry.discussion = address
      } else {
        entry.comments = entry.comments ?? address
      }
      let count = element.attributes["thr:count"] ?? element.attributes["count"]
      entry.commentCount = ForeignNumber.count.read(count) ?? entry.commentCount
    case "enclosure": readFile(element)
    case "related", "via": links[0] = links[0] ?? address
    default: break
    }
  }

  private mutating func readContent(_ element: FeedXML.Element) {
    if let address = element.attributes["src"].flatMap({ FeedText.address($0, base: element.base) })
    {
      return links[3] = address
    }
    let type = element.type ?? ""
    // The rest is a file.
    guard
      type.hasPrefix("text/") || !type.contains("/") || type.hasSuffix("/xml")
        || type.hasSuffix("+xml") && !type.hasPrefix("image/")
    else { return }
    add(element, worth: 4)
  }

  private mutating func readFile(_ element: FeedXML.Element, isInGroup: Bool = false) {
    guard
      let address = ["url", "href"].lazy.compactMap({ key in
        element.attributes[key].flatMap { FeedText.address($0, base: element.base) }
      }).first
    else { return }
    let description = element.description ?? element.attributes["title"]?.line
    if element.isThumbnail {
      if pictures.isEmpty { entry.picture = entry.picture ?? address }
    } else if element.isPicture {
      let width = ForeignNumber.count.read(element.attributes["width"])
      pictures.add(
        FeedPicture(
          address: address, description: description ?? "", width: width,
          group: isInGroup ? groups : nil))
    } else if files.count < 20, !files.contains(where: { $0.address == address }) {
      let bytes = element.attributes["length"] ?? element.attributes["fileSize"]
      files.append(
        FeedFile(
          address: address, type: element.attributes["type"],
          bytes: ForeignNumber.bytes.read(bytes),
          title: description, seconds: FeedFile.seconds(element.attributes["duration"])))
    }
  }

  private mutating func add(_ element: FeedXML.Element, worth: Int) {
    let isBlank = element.text.allSatisfy(\.isWhitespace)
    if !isBlank, texts[worth] == nil { texts[worth] = element }
  }

  private mutating func add(date element: FeedXML.Element, worth: Int) {
    let text = ForeignText.cleanLine(element.text)
    dates[worth] = dates[worth] ?? FeedDate.date(text)
  }

  /// Returns the entry with the best of each kind.
  func finished(orBy others: [String]) -> FeedEntry {
    func best<Value>(_ values: [Int: Value]) -> Value? {
      values.max { $0.key < $1.key }?.value
    }
    var entry = entry
    entry.link = best(links)
    entry.date = best(dates)
    entry.text = best(texts)?.converted.markdown(cutBefore: entry.link) ?? ""
    let authors = authors.isEmpty ? others : authors
    entry.author = authors.isEmpty ? nil : authors.prefix(3).joined(separator: ", ")
    // The description of a film or of pictures may be the text already.
    let isDescribed = texts.keys.max() == 1
    var (pictures, lines): ([FeedPicture], [Int?: String]) = (pictures, [:])
    for index in pictures.indices where pictures[index].description.isEmpty && !isDescribed {
      let group = pictures[index].group
      let line = lines[group] ?? words[group]?.line.line ?? ""
      (pictures[index].description, lines[group]) = (line, line)
    }
    entry.show(pictures)
    for (index, file) in files.enumerated() {
      var file = file
      if isDescribed { file.title = nil }
      // What is said of the entry is about its first recording.
      if file.kind != nil, index == files.firstIndex(where: { $0.kind != nil }) {
        file.seconds = file.seconds ?? seconds
      }
      entry.attach(file)
    }
    return entry
  }
}
