import FireflyAPI
import FireflyCore
import FireflyModel
import Foundation

// A post of a service that is deleted and written anew.
extension PostsClient {
  /// Keeps a post of the user as a draft with all that it has, before it is deleted.
  ///
  /// - Parameters:
  ///   - id: the post.
  ///   - server: the service.
  ///   - account: the author.
  ///   - drafts: where the draft is kept.
  /// - Returns: the draft, which is on the disk.
  /// - Throws: `LoadFailure`, before anything is deleted; also if a draft can't have what the post has.
  package func redraft(
    _ id: Post.ID, on server: SiteID, by account: PersonID, in drafts: DraftStore
  ) async throws(LoadFailure) -> Draft {
    let post: Post
    do { post = try await version(id).post } catch { throw LoadFailure(error) }
    let pictures = post.service?.pictures ?? []
    if let loss = post.service?.loss ?? (pictures.contains(where: \.isFilm) ? "its film" : nil) {
      throw LoadFailure(.forbidden, "Firefly could not write it anew with \(loss).")
    }
    var draft = Draft(deleted: post, on: server, by: account)
    draft.key.number = 0
    let (key, opening) = await drafts.openNew(draft.key)
    guard case .ready(_, let idempotencyKey) = opening else {
      throw LoadFailure(.forbidden, "Its text can't be kept as a draft.")
    }
    (draft.key, draft.idempotencyKey) = (key, idempotencyKey)
    do throws(LoadFailure) {
      draft.sidePictures = try await copies(of: pictures, for: key, in: drafts)
      if draft.delivery.further?.isEmpty == true { draft.delivery.further = nil }
      drafts.save(draft)
      if let problem = await drafts.flushed() { throw LoadFailure(.forbidden, problem.description) }
    } catch {
      drafts.remove(key)
      throw error
    }
    drafts.close(key)
    return draft
  }

  /// Loads pictures of a post, and keeps them beside a draft.
  private func copies(
    of pictures: [Draft.SidePicture], for key: Draft.Key, in drafts: DraftStore
  ) async throws(LoadFailure) -> [Draft.SidePicture] {
    var kept: [Draft.SidePicture] = []
    for picture in pictures {
      guard let data = try? await self.picture(picture.file, nil),
        let format = PictureFormat.sniff(Array(data.bytes))
      else { throw LoadFailure(.forbidden, "A picture of it can't be loaded.") }
      let (name, problem) = drafts.pictures.save(Array(data.bytes), format, for: key)
      if let problem { throw LoadFailure(.forbidden, problem.description) }
      kept.append(
        Draft.SidePicture(
          Draft.Picture(path: ForeignText.cleanLine(picture.file, limit: 300), copy: name),
          description: picture.description, crop: picture.crop))
    }
    return kept
  }
}
