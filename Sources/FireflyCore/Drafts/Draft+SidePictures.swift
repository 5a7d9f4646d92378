extension Draft {
  /// A picture beside the text of a post on a service with accounts.
  public struct SidePicture: Hashable, Sendable, Codable {
    /// The path of the original file, cleaned for display; empty for one that the service has.
    public var path = ""
    /// The name of the prepared copy beside the draft; empty for one that the service has.
    public var copy = ""
    /// The number by which the service has it; nil for a new one.
    public var number: String?
    /// Its address on the service.
    public var page = ""
    /// The address of its file on the service.
    public var file = ""
    /// Whether it is a film or a sound.
    public var isFilm = false
    /// What is on it, for those who can't see it.
    public var description = ""
    /// The centre of the thumbnail: -1…1 on each axis.
    private var x = 0.0
    private var y = 0.0

    /// The centre of the thumbnail.
    public var crop: Crop {
      get { Crop(x: x, y: y) }
      set { (x, y) = (newValue.x, newValue.y) }
    }

    /// Creates a new picture.
    public init(_ picture: Picture, description: String = "", crop: Crop = Crop()) {
      (path, copy) = (picture.path, picture.copy)
      self.description = description
      self.crop = crop
    }

    /// Creates a picture that the service has.
    ///
    /// - Parameters:
    ///   - number: by which the service has it.
    ///   - page: the address at which it is shown.
    public init(number: String, at page: String, isFilm: Bool = false) {
      (self.number, self.page, self.isFilm) = (number, page, isFilm)
    }

    /// It as the picture of a draft; nil if the service has it.
    public var new: Picture? { number == nil ? Picture(path: path, copy: copy) : nil }

    /// The address used by views.
    public var address: String { new?.address ?? page }
  }

  /// The pictures beside the text, in order: the first one is that of the card if it is new.
  public var sidePictures: [SidePicture] {
    get {
      (picture.map {
        [SidePicture($0, description: delivery.description ?? "", crop: crop ?? Crop())]
      }
        ?? []) + (delivery.further ?? [])
    }
    set {
      let first = newValue.first?.new
      picture = first
      delivery.description = first == nil ? nil : newValue.first?.description.line
      crop = newValue.first.flatMap { $0.new == nil || $0.crop == Crop() ? nil : $0.crop }
      delivery.further = Array(first == nil ? newValue[...] : newValue.dropFirst())
    }
  }
}

extension Draft.Delivery {
  /// Names the copies of further pictures as those of another draft.
  public mutating func nameCopies(for key: Draft.Key) {
    for place in (further ?? []).indices {
      guard let name = further?[place].new?.inText.name else { continue }
      further?[place].copy = key.copyName(of: name)
    }
  }
}

extension String {
  /// It; nil if it is empty.
  fileprivate var line: String? { isEmpty ? nil : self }
}
