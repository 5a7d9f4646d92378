import FireflyApp
import FireflyCore
import FireflyPictures
import Logging

/// Prepares a file as the picture of a draft, and stores the result beside the draft.
struct PictureAttacher: Sendable {
  /// The pictures of drafts.
  let drafts: DraftPictures
  let log: Logger

  /// An attached picture and its pixels.
  struct Attached: Sendable {
    let picture: AttachedPicture
    /// Nil if the picture can't be decoded here.
    let pixels: PicturePyramid?
  }

  /// Why the file was refused, as a sentence.
  struct Refused: Error { let sentence: String }

  /// Reads, prepares and stores a picture, off the main actor.
  ///
  /// - Parameters:
  ///   - typed: the path as the user typed it.
  ///   - key: the draft.
  ///   - box: the size to decode the preview to, in pixels.
  /// - Returns: the picture and its pixels.
  /// - Throws: `Refused`.
  @concurrent func attach(
    _ typed: String, to key: Draft.Key, showing box: PixelSize
  ) async throws(Refused) -> Attached {
    let name = ForeignText.cleanLine(typed, limit: 300)
    let prepared: PreparedPicture
    do {
      prepared = try PictureFile(TypedPath(typed).bytes).prepare()
    } catch {
      log.notice("not attached", metadata: ["file": "\(name)", "reason": "\(error)"])
      throw Refused(sentence: error.sentence(naming: name))
    }
    let (copy, problem) = await BlockingThread.run { [drafts] in
      drafts.save(prepared.bytes, prepared.format, for: key)
    }
    log.info("attached", metadata: ["picture": "\(prepared)"])
    let pixels = (try? PictureDecoder().decode(prepared.bytes, fitting: box)).map {
      PicturePyramid($0, original: prepared.size)
    }
    return Attached(
      picture: AttachedPicture(
        picture: Draft.Picture(path: name, copy: copy), aspectRatio: prepared.size.aspect,
        complaint: problem?.description),
      pixels: pixels)
  }
}
