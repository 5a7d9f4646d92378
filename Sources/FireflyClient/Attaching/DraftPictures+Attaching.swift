import FireflyCore
import FireflyModel
import FireflyPictures
import Logging

extension DraftPictures {
  /// Reads and prepares a file as the picture of a draft, and stores the result beside the draft, off
  /// the main actor.
  ///
  /// - Parameters:
  ///   - typed: the path as the user typed it.
  ///   - box: the size to decode the preview to, in pixels.
  /// - Returns: the response, and the pixels; nil if the picture can't be decoded here.
  @concurrent package func attach(
    _ typed: String, to key: Draft.Key, showing box: PixelSize, log: Logger
  ) async -> (response: AttachmentResponse, pixels: PicturePyramid?) {
    let name = ForeignText.cleanLine(typed, limit: 300)
    let prepared: PreparedPicture
    do {
      prepared = try PictureFile(TypedPath(typed).bytes).prepare()
    } catch {
      log.notice("not attached", metadata: ["file": "\(name)", "reason": "\(error)"])
      return (.refused(error.sentence(naming: name)), nil)
    }
    let (copy, problem) = await BlockingThread.run {
      self.save(prepared.bytes, prepared.format, for: key)
    }
    log.info("attached", metadata: ["picture": "\(prepared)"])
    let pixels = (try? PictureDecoder().decode(prepared.bytes, fitting: box)).map {
      PicturePyramid($0, original: prepared.size)
    }
    let picture = AttachedPicture(
      picture: Draft.Picture(path: name, copy: copy), aspectRatio: prepared.size.aspect,
      complaint: problem?.description
        ?? (prepared.isAnimated ? PreparedPicture.remark(on: name) : nil))
    return (.attached([picture]), pixels)
  }
}
