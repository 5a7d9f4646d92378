import FireflyPictures

/// Makes sharp pictures away from the main actor, one after the other.
@MainActor
final class SharpEncoder {
  /// Bytes of memory for what was made.
  private static let limit = 8 << 20
  /// Pictures that could not be made are remembered, up to so many.
  private static let mostFailures = 1_000

  /// Called when one has been made.
  var onChange: () -> Void = {}
  private var made = PictureCache<SharpForm, [UInt8]>(limit: limit)
  private var failed: Set<SharpForm> = []
  private var isMaking = false

  /// A picture's file or sequence, if it has been made.
  func bytes(of form: SharpForm) -> [UInt8]? { made.value(for: form) }

  /// Makes the first of these that isn't there, unless one is being made.
  func makeNext(of wanted: [(form: SharpForm, picture: PicturePyramid)], for way: SharpPictures) {
    guard !isMaking,
      let next = wanted.first(where: { !failed.contains($0.form) && bytes(of: $0.form) == nil })
    else { return }
    isMaking = true
    Task {
      let bytes = await Task.detached(priority: .utility) {
        next.form.encoded(next.picture, for: way)
      }.value
      isMaking = false
      if let bytes, bytes.count <= Self.limit {
        made.insert(bytes, bytes: bytes.count, for: next.form)
      } else if failed.count < Self.mostFailures {
        failed.insert(next.form)
      }
      onChange()
    }
  }

  /// Forgets everything that was made: it is made otherwise from now on.
  func removeAll() {
    made.removeAll()
    failed = []
  }
}
