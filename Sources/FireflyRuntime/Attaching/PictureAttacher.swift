import FireflyApp
import FireflyCore
import FireflyPictures
import Logging

/// Makes of a file what goes with a draft: a picture as it will be sent, kept beside the draft.
struct PictureAttacher: Sendable {
  /// Where it is kept.
  let drafts: DraftPictures
  let log: Logger

  /// A picture that was attached, with its pixels.
  struct Attached: Sendable {
    let picture: AttachedPicture
    /// Nil where none can be decoded.
    let pixels: PicturePyramid?
  }

  /// Why there is none, as a sentence.
  struct Refused: Error { let sentence: String }

  /// Reads, prepares and keeps a picture; away from the main actor.
  ///
  /// - `typed`: its path as the user typed it.
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
