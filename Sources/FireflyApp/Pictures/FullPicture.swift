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

extension AppState {
  mutating func reducePicture(_ action: PictureAction, at now: Double) -> [Effect] {
    switch action {
    case .pressed: return showPicture(at: now)
    case .linked(let address): return showPicture(address, at: now)
    case .moved(let step):
      guard focus[FullPicture.self]?.move(by: step) == true else {
        focus[FullPicture.self] = nil
        return []
      }
      return focus[FullPicture.self].map { pictures.request([$0.address]) } ?? []
    case .closed: focus[FullPicture.self] = nil
    case .response(let address, let ratio):
      pictures.shapeLoaded(address, aspectRatio: ratio)
      showShape(of: address, at: now)
    case .failed(let address, let reason):
      pictures.shapeLoaded(address, aspectRatio: nil, reason: reason)
      showShape(of: address, at: now)
    case .postponed(let address):
      pictures.postpone(address)
      lists.stopWaitingForPictures { awaited, _ in awaited == address }
    }
    return []
  }

  /// Lays out the cards with a picture whose shape is known now.
  private mutating func showShape(of address: String, at now: Double) {
    lists.stopWaitingForPictures { awaited, _ in awaited == address }
    lists.pictureShapeLoaded(address, context(at: now))
  }

  /// Shows the pictures of the selected post, that of its card, then those in its text, from the given one.
  private mutating func showPicture(_ first: String? = nil, at now: Double) -> [Effect] {
    guard let post = selectedPost else { return [] }
    let context = context(at: now)
    let inText =
      site.has(.fireflyPosts) ? BodyPicture.names(in: post.body).map(BodyPicture.address) : []
    guard context.showsPictures else {
      let hasOne = post.imageURL?.isEmpty == false || !inText.isEmpty
      return [.note(hasOne ? "Pictures are off." : "This post has no picture.", inList: true)]
    }
    let own = [context.picture(of: post)?.address].compactMap(\.self)
    guard let full = FullPicture(own + inText.filter { !own.contains($0) }, first: first) else {
      return [.note("This post has no picture.", inList: true)]
    }
    focus.replace(with: full)
    return pictures.request([full.address])
  }
}
