import FireflyCore

/// The picture of a post while it is written: that of the server, another one, or none.
struct Attachment: Hashable, Sendable {
  /// How far a key moves the crop.
  static let cropStep = 0.1

  /// The address of the picture that the server has; nil for none.
  let original: String?
  /// Where that one's thumbnail looks.
  let originalCrop: Draft.Crop
  /// The picture that takes its place.
  private(set) var picture: Draft.Picture?
  /// The file of the picture that was attached and removed again; nil if there is none.
  private(set) var removedPath: String?
  /// Whether the server's goes.
  private(set) var isRemoved = false
  /// Where the thumbnail looks.
  private(set) var crop: Draft.Crop
  /// Whether the thumbnail is shown beside the picture: while one moves the crop.
  var isCropping = false

  /// The picture of a post; of a new one, none.
  init(_ post: Post? = nil) {
    original = post?.imageURL.flatMap { $0.isEmpty ? nil : $0 }
    originalCrop = Draft.Crop(x: post?.clipOffsetX ?? 0, y: post?.clipOffsetY ?? 0)
    crop = originalCrop
  }

  /// The address of the picture as it will be; nil for none.
  var address: String? { picture?.address ?? (isRemoved ? nil : original) }

  /// Whether there is no picture, and the key that removed it brings it back.
  var canRestore: Bool { address == nil && (isRemoved || removedPath != nil) }

  /// Whether it is another picture than the server has, or is cropped in another way.
  var isChanged: Bool { picture != nil || isRemoved || crop != originalCrop }

  /// Another picture takes the place of the one there is; its thumbnail looks at the middle.
  mutating func attach(_ new: Draft.Picture) {
    if new.copy == picture?.copy { return }
    picture = new
    removedPath = nil
    crop = Draft.Crop()
  }

  /// The picture that was attached goes: the server's is there again, or none.
  ///
  /// - Returns: whether there was one.
  mutating func detach() -> Bool {
    guard let picture else { return false }
    removedPath = picture.path
    self.picture = nil
    crop = originalCrop
    isCropping = false
    return true
  }

  /// The server's picture goes, or stays after all.
  mutating func toggleRemoval() {
    isRemoved.toggle()
    crop = originalCrop
    isCropping = false
  }

  /// Moves the crop by steps, as far as it can look.
  ///
  /// - `aspectRatio`: of the picture; only on its longer way there is anything else to see.
  /// - Returns: whether there is.
  mutating func moveCrop(x: Int, y: Int, aspectRatio: Double) -> Bool {
    let steps = aspectRatio > 1 ? (x, 0) : aspectRatio < 1 ? (0, y) : (0, 0)
    guard steps != (0, 0) else { return false }
    func moved(_ value: Double, _ steps: Int) -> Double {
      ((value + Double(steps) * Self.cropStep) * 100).rounded() / 100
    }
    crop = Draft.Crop(x: moved(crop.x, steps.0), y: moved(crop.y, steps.1))
    isCropping = true
    return true
  }

  /// Shows it on the card, as if it were saved.
  func show(in post: inout Post) {
    post.imageURL = address
    (post.clipOffsetX, post.clipOffsetY) = (crop.x, crop.y)
  }

  /// Shows what the server has on the card again.
  func showOriginal(in post: inout Post) {
    post.imageURL = original
    (post.clipOffsetX, post.clipOffsetY) = (originalCrop.x, originalCrop.y)
  }

  /// Takes up what a draft has.
  mutating func restore(from draft: Draft) {
    picture = draft.picture.flatMap { $0.copy.isEmpty ? nil : $0 }
    isRemoved = draft.removesPicture && original != nil
    crop = draft.crop ?? (picture == nil ? originalCrop : Draft.Crop())
  }

  /// Says it in a draft.
  func store(in draft: inout Draft) {
    draft.picture = picture
    draft.removesPicture = isRemoved && picture == nil
    let before = picture == nil ? originalCrop : Draft.Crop()
    draft.crop = crop == before ? nil : crop
  }
}
