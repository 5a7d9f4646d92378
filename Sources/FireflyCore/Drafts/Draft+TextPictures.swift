extension Draft {
  /// A picture in the text of a draft: `![words](draft-picture:NAME)`.
  public struct TextPicture: Hashable, Sendable {
    /// The name: a fingerprint and an extension, the same in every draft.
    public var name: String
    /// Its description.
    public var words: String

    fileprivate init(name: String, words: String) { (self.name, self.words) = (name, words) }

    /// Creates a picture whose words are the name of its file.
    fileprivate init(name: String, path: String) {
      let file = path.split(separator: "/").last ?? ""
      self.name = name
      words = ForeignText.cleanLine(String(file[..<(file.lastIndex(of: ".") ?? file.endIndex)]))
    }

    /// Creates a picture whose words are the name of its file.
    ///
    /// - Parameters:
    ///   - bytes: the picture as it is sent.
    ///   - format: its format.
    ///   - path: the path of the file.
    public init(_ bytes: [UInt8], _ format: PictureFormat, path: String) {
      self.init(name: "\(Fingerprint.name(of: bytes)).\(format.fileExtension)", path: path)
    }

    /// The picture in Markdown.
    public var markdown: String { BodyPicture.markdown(words, at: address) }

    /// Its address in the text; never requested from a server.
    public var address: String { Picture.scheme + name }

    /// Whether a name is one of a picture, `0123456789abcdef.jpg`.
    fileprivate static func isName(_ name: String) -> Bool {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 2 && parts[0].utf8.count == 16 && BodyPicture.isName(name)
        && parts[0].allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }
  }

  /// The pictures in the text, each once, in order; those in code are text.
  public var textPictures: [TextPicture] {
    guard Picture.isNamed(in: words.body) else { return [] }
    var found: [TextPicture] = []
    var seen: Set<String> = []
    _ = BodyMark.rewriting(words.body) { mark in
      if let name = Picture.copy(at: mark.address), TextPicture.isName(name),
        seen.insert(name).inserted
      {
        found.append(TextPicture(name: name, words: mark.label))
      }
      return nil
    }
    return found
  }

  /// The names of the copies of all its pictures.
  public var copies: Set<String> {
    Set(
      textPictures.map { key.copyName(of: $0.name) } + (picture.map { [$0.copy] } ?? [])
        + (delivery.further ?? []).compactMap { $0.new?.copy })
  }
}

extension Draft.Key {
  /// Returns the name of a draft's copy of a picture, whose own name is the same in every draft.
  public func copyName(of name: String) -> String { "\(id)-\(name)" }
}

extension Draft.Picture {
  /// The same picture in a text.
  public var inText: Draft.TextPicture {
    let name = copy.split(separator: "-", maxSplits: 1).last ?? ""
    return Draft.TextPicture(name: String(name), path: path)
  }
}

extension PostText {
  /// The texts without the pictures of a draft in the body: services have them beside the text.
  public var withoutTextPictures: PostText {
    guard Draft.Picture.isNamed(in: body) else { return self }
    var words = self
    words.body =
      BodyMark.rewriting(body) { mark in
        Draft.Picture.copy(at: mark.address).map(Draft.TextPicture.isName) == true ? .text("") : nil
      }
      .replacing(/\n{3,}/, with: "\n\n").trimmedAtEnd
    return words
  }

  /// Returns the texts with pictures at the end of the body, except those that it shows.
  public func showing(_ pictures: [Draft.TextPicture]) -> PostText {
    var words = self
    for picture in pictures where !body.contains(picture.address) {
      words.body += (words.body.isEmpty ? "" : "\n\n") + picture.markdown
    }
    return words
  }
}
