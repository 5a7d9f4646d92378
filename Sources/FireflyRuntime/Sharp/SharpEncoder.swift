import FireflyCore
import FireflyPictures

/// Encodes sharp pictures off the main actor, one at a time.
@MainActor
final class SharpEncoder {
  /// Maximum bytes of encoded pictures.
  private static let limit = 10 << 20
  /// Called when a picture was encoded, or failed.
  var onChange: () -> Void = {}
  /// Decodes the picture of an address again, to about a size; nil if it is not available.
  var decode: (String, PixelSize) async -> PicturePyramid? = { _, _ in nil }
  private var made = PictureCache<SharpRendering, [SharpPart]>(limit: limit)
  /// Pictures that failed, as long as they are visible.
  private var failed: Set<SharpRendering> = []
  private var isRendering = false

  /// Returns the encoded parts of a picture; nil if it is not encoded.
  func parts(of form: SharpRendering) -> [SharpPart]? { made.value(for: form) }

  /// Encodes the first picture that is not encoded yet, unless another one is being encoded.
  func makeNext(
    of wanted: [(form: SharpRendering, picture: PicturePyramid)], for method: SharpProtocol
  ) {
    // Pictures that come back into view are tried again: the server may have been unreachable.
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

  /// Removes all encoded pictures, because the protocol has changed.
  func removeAll() {
    made.removeAll()
    failed = []
  }
}
