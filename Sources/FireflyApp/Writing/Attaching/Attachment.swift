import FireflyCore

/// The picture of an edited post: the server's, a new one, or none.
struct Attachment: Hashable, Sendable {
  /// The step by which a key moves the crop; the range is -1…1.
  static let cropStep = 0.1

  /// The address of the server's picture; nil for none.
  let original: String?
  /// The crop of the server's picture.
  let originalCrop: Draft.Crop
  /// The new picture; nil for none.
  private(set) var picture: Draft.Picture?
  /// The path of a new picture that was removed again; nil for none.
  private(set) var removedPath: String?
  /// Whether to remove the server's picture.
  private(set) var isRemoved = false
  /// The crop of the thumbnail.
  private(set) var crop: Draft.Crop
  /// Whether the thumbnail is shown, because the crop is being moved.
  var isCropping = false

  /// Creates the state for a post's picture; nil for a new post.
  init(_ post: Post? = nil) {
    original = post?.imageURL.flatMap { $0.isEmpty ? nil : $0 }
    originalCrop = Draft.Crop(x: post?.clipOffsetX ?? 0, y: post?.clipOffsetY ?? 0)
    crop = originalCrop
  }

  /// Creates the state for a picture beside the text of a service; nil for none.
  init(showing picture: Draft.SidePicture?) {
    original = picture.flatMap { $0.new == nil && !$0.page.isEmpty ? $0.page : nil }
    originalCrop = picture.map { $0.new == nil ? $0.crop : Draft.Crop() } ?? Draft.Crop()
    self.picture = picture?.new
    crop = picture?.crop ?? Draft.Crop()
  }

  /// The address of the picture after saving; nil for none.
  var address: String? { picture?.address ?? (isRemoved ? nil : original) }

  /// Whether a picture was removed that can be restored.
  var canRestore: Bool { address == nil && (isRemoved || removedPath != nil) }

  /// Whether the picture or its crop has changed.
  var isChanged: Bool { picture != nil || isRemoved || crop != originalCrop }

  /// Attaches a picture, with the crop in the middle.
  mutating func attach(_ new: Draft.Picture) {
    if new.copy == picture?.copy { return }
    picture = new
    removedPath = nil
    crop = Draft.Crop()
  }

  /// Removes the new picture; the server's picture is used again.
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

  /// Removes the server's picture, or restores it.
  mutating func toggleRemoval() {
    isRemoved.toggle()
    crop = originalCrop
    isCropping = false
  }

  /// Moves the crop by steps along the picture's longer side, within -1…1.
  ///
  /// - Parameters:
  ///   - x: steps to the right.
  ///   - y: steps down.
  ///   - aspectRatio: width of the picture divided by its height.
  /// - Returns: whether the picture can be cropped on that axis.
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

  /// Shows the picture in a post, as if it were saved.
  func show(in post: inout Post) {
    post.imageURL = address
    (post.clipOffsetX, post.clipOffsetY) = (crop.x, crop.y)
  }

  /// Shows the server's picture in a post again.
  func showOriginal(in post: inout Post) {
    post.imageURL = original
    (post.clipOffsetX, post.clipOffsetY) = (originalCrop.x, originalCrop.y)
  }

  /// Restores the picture of a draft.
  mutating func restore(from draft: Draft) {
    picture = draft.picture.flatMap { $0.copy.isEmpty ? nil : $0 }
    isRemoved = draft.removesPicture && original != nil
    crop = draft.crop ?? (picture == nil ? originalCrop : Draft.Crop())
  }

  /// Stores the picture in a draft.
  func store(in draft: inout Draft) {
    draft.picture = picture
    draft.removesPicture = isRemoved && picture == nil
    let before = picture == nil ? originalCrop : Draft.Crop()
    draft.crop = crop == before ? nil : crop
  }
}
