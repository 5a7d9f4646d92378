import FireflyCore
import FireflyScreen

/// The pictures of a post in full screen, one at a time.
struct FullPicture: Equatable, Sendable {
  /// The addresses of the pictures; at least one.
  let addresses: [String]
  /// The index of the one that is shown.
  private(set) var index = 0

  /// Shows pictures; nil if there are none.
  ///
  /// - Parameters:
  ///   - addresses: the pictures of a post.
  ///   - first: the one to begin with; nil for the first one.
  init?(_ addresses: [String], first: String? = nil) {
    var addresses = addresses
    if let first, !addresses.contains(first) { addresses = [first] }
    if addresses.isEmpty { return nil }
    self.addresses = addresses
    index = first.flatMap(addresses.firstIndex) ?? 0
  }

  /// The address of the picture that is shown.
  var address: String { addresses[index] }

  /// Goes to another picture.
  ///
  /// - Parameter step: 1 for the next one, -1 for the one before.
  /// - Returns: whether there is one.
  mutating func move(by step: Int) -> Bool {
    guard addresses.indices.contains(index + step) else { return false }
    index += step
    return true
  }
}

extension FullPicture: FocusLayer {
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    SpokenLayer(lines: ["Picture \(index + 1) of \(addresses.count). esc closes."])
  }

  var keyContext: KeyContext { .picture }
  var coversLists: Bool { true }
  var isSheet: Bool { true }
  var pictures: [String] { [address] }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    PictureView.draw(canvas, self, pictures: pictures, into: &frame)
  }
}

extension PicturesState {
  mutating func reduce(_ action: PictureAction) -> [Effect] {
    switch action {
    case .pressed, .linked, .moved, .closed: return []
    case .wanted(let address): return request([address])
    case .response(let address, let ratio):
      shapeLoaded(address, aspectRatio: ratio)
      return [.send(.list(.pictureChanged(address, isKnown: true)))]
    case .failed(let address, let reason):
      shapeLoaded(address, aspectRatio: nil, reason: reason)
      return [.send(.list(.pictureChanged(address, isKnown: true)))]
    case .postponed(let address):
      postpone(address)
      return [.send(.list(.pictureChanged(address, isKnown: false)))]
    }
  }
}

extension FocusStack {
  mutating func reduce(_ action: PictureAction, in surroundings: Surroundings) -> [Effect] {
    switch action {
    case .pressed: return showPicture(nil, surroundings)
    case .linked(let address): return showPicture(address, surroundings)
    case .moved(let step):
      guard self[FullPicture.self]?.move(by: step) == true else {
        self[FullPicture.self] = nil
        return []
      }
      return self[FullPicture.self].map { [.send(.picture(.wanted($0.address)))] } ?? []
    case .closed: self[FullPicture.self] = nil
    case .wanted, .response, .failed, .postponed: break
    }
    return []
  }

  /// Shows the pictures of the selected post, that of its card, then those in its text, from the given one.
  private mutating func showPicture(
    _ first: String?, _ surroundings: Surroundings
  ) -> [Effect] {
    guard let post = surroundings.selectedPost else { return [] }
    let context = surroundings.context
    // Where no pictures are drawn: what it shows, and where it can be seen.
    if post.service?.hiddenPicture != nil, surroundings.isSpoken || !context.showsPictures {
      let open = surroundings.keySentence(
        .links(.pagePressed(copies: false)), "opens the post's page.")
      return [.note(post.hiddenPictureSentence + open, inList: true)]
    }
    let inText =
      context.site.has(.fireflyPosts)
      ? BodyPicture.names(in: post.body).map(BodyPicture.address)
      : BodyPicture.webAddresses(in: post.body)
    guard context.showsPictures else {
      let own = post.service?.hiddenPicture ?? post.imageURL
      let hasOne = own?.isEmpty == false || !inText.isEmpty
      return [.note(hasOne ? "Pictures are off." : "This post has no picture.", inList: true)]
    }
    let hidden = post.service?.hiddenPicture
    let own = [hidden ?? context.picture(of: post)?.address].compactMap(\.self)
    guard let full = FullPicture(own + inText.filter { !own.contains($0) }, first: first) else {
      return [.note("This post has no picture.", inList: true)]
    }
    replace(with: full)
    return (hidden == nil ? [] : [.send(.list(.pictureOpened(post.id)))])
      + [.send(.picture(.wanted(full.address)))]
  }
}
