import FireflyPictures

/// Makes sharp pictures away from the main actor, one after the other.
@MainActor
final class SharpEncoder {
  /// Bytes of memory for what was made.
  private static let limit = 10 << 20
  /// Called when one has been made.
  var onChange: () -> Void = {}
  /// Decodes the picture of an address again, to about a size; nil if it is not available.
  var decode: (String, PixelSize) async -> PicturePyramid? = { _, _ in nil }
  private var made = PictureCache<SharpRendering, [SharpPart]>(limit: limit)
  /// What could not be made, for as long as it is wanted.
  private var failed: Set<SharpRendering> = []
  private var isRendering = false

  /// What a picture's terminal is to get, if it has been made.
  func parts(of form: SharpRendering) -> [SharpPart]? { made.value(for: form) }

  /// Makes the first of these that isn't there, unless one is being made.
  func makeNext(
    of wanted: [(form: SharpRendering, picture: PicturePyramid)], for method: SharpProtocol
  ) {
    // What comes back into view is tried again: the server may have been away.
    if !failed.isEmpty { failed.formIntersection(wanted.map(\.form)) }
    guard !isRendering,
      let next = wanted.first(where: { !failed.contains($0.form) && parts(of: $0.form) == nil })
    else { return }
    isRendering = true
    Task {
      let form = next.form
      let picture = form.isFine ? await decode(form.renderKey.address, form.box) : next.picture
      let parts = await Task.detached(priority: .utility) {
        picture.flatMap { form.encoded($0, for: method) }
      }.value
      isRendering = false
      let bytes = parts?.reduce(0) { $0 + $1.bytes.count } ?? 0
      if let parts, bytes <= Self.limit {
        made.insert(parts, bytes: bytes, for: next.form)
      } else {
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
