import FireflyCore
import FireflyEditor

/// The pictures of a post on a service, of which the editor shows one at a time: that is in its `attachment`, and its
/// description in the field of the summary.
struct Gallery: Equatable, Sendable {
  /// The pictures that are not shown, in order.
  fileprivate(set) var others: [Draft.SidePicture] = []
  /// The one that is shown, as it was before; nil for none.
  fileprivate(set) var shown: Draft.SidePicture?
  /// The place of the one that is shown.
  fileprivate(set) var place = 0
  /// The one that was removed last, and its place; nil for none.
  fileprivate(set) var removed: (Draft.SidePicture, place: Int)?
  /// Those that the service has.
  fileprivate(set) var original: [Draft.SidePicture] = []

  static func == (one: Gallery, other: Gallery) -> Bool {
    one.others == other.others && one.shown == other.shown && one.place == other.place
      && one.removed?.0 == other.removed?.0 && one.removed?.place == other.removed?.place
      && one.original == other.original
  }
}

extension EditorState {
  /// Whether the field of the summary has the description of the picture.
  var hasDescription: Bool { parts.contains(.descriptions) && gallery.shown != nil && !hasPoll }

  /// Whether the crop of its picture can be moved.
  var takesCrop: Bool {
    parts.contains(.crop) || attachment.address != nil && gallery.shown?.isFilm != true
  }

  /// All pictures beside the text, in order.
  var sidePictures: [Draft.SidePicture] {
    var all = gallery.others
    if let shown = shownPicture { all.insert(shown, at: min(gallery.place, all.count)) }
    return all
  }

  /// The picture that is shown, as it is now.
  private var shownPicture: Draft.SidePicture? {
    guard var shown = gallery.shown else { return nil }
    shown.crop = attachment.crop
    // A description keeps line breaks that its field can't show.
    if hasDescription, !summary.shows(shown.description) { shown.description = summary.text }
    return shown
  }

  /// Whether its pictures are others than those of the post, or have changed.
  var changesPictures: Bool {
    parts.contains(.descriptions) ? sidePictures != gallery.original : attachment.isChanged
  }

  /// Begins with the pictures that a post has.
  mutating func begin(with pictures: [Draft.SidePicture]) {
    gallery.original = pictures
    show(pictures, at: 0)
  }

  /// Shows one of some pictures.
  mutating func show(_ all: [Draft.SidePicture], at place: Int) {
    let place = max(0, min(place, all.count - 1))
    gallery.shown = all.isEmpty ? nil : all[place]
    gallery.place = place
    gallery.others = all.enumerated().filter { $0.offset != place }.map(\.element)
    attachment = Attachment(showing: gallery.shown)
    if !hasPoll {
      summary = TextEditor(
        gallery.shown?.description ?? "", mode: .rows(2), width: summary.width)
    }
    if all.isEmpty, !hasPoll, field == .summary { go(to: .body) }
    revision += 1
    showFields()
  }

  /// Adds pictures behind the others, and shows the first of them; one whose file was prepared again keeps its place.
  mutating func add(_ new: [Draft.Picture]) {
    var all = sidePictures
    let place = all.count
    gallery.removed = nil
    for picture in new {
      if let known = all.firstIndex(where: {
        $0.new.map { $0.copy.isEmpty && $0.path == picture.path } == true
      }) {
        all[known].copy = picture.copy
      } else {
        all.append(Draft.SidePicture(picture))
      }
    }
    show(all, at: all.count > place ? place : gallery.place)
  }

  /// Shows the next picture.
  ///
  /// - Returns: whether there is another one.
  mutating func showNextPicture() -> Bool {
    let all = sidePictures
    guard all.count > 1 else { return false }
    gallery.removed = nil
    show(all, at: (gallery.place + 1) % all.count)
    return true
  }

  /// Shows the first picture.
  mutating func showFirstPicture() {
    if gallery.place > 0 { show(sidePictures, at: 0) }
  }

  /// Moves the picture that is shown one place to the front; from there to the end.
  ///
  /// - Returns: whether there is another one.
  mutating func movePictureForward() -> Bool {
    var all = sidePictures
    guard all.count > 1 else { return false }
    gallery.removed = nil
    let picture = all.remove(at: gallery.place)
    let place = gallery.place == 0 ? all.count : gallery.place - 1
    all.insert(picture, at: place)
    show(all, at: place)
    return true
  }

  /// Removes the picture that is shown, or restores the one that was removed last.
  ///
  /// - Returns: whether there was one.
  mutating func removeOrRestorePicture() -> Bool {
    var all = sidePictures
    if let (picture, place) = gallery.removed {
      gallery.removed = nil
      all.insert(picture, at: min(place, all.count))
      show(all, at: place)
      return true
    }
    guard let shown = shownPicture else { return false }
    let place = gallery.place
    all.remove(at: place)
    show(all, at: place)
    gallery.removed = (shown, place)
    return true
  }

  /// Whether a picture was removed that the same key restores.
  var canRestorePicture: Bool { attachment.canRestore || gallery.removed != nil }

  /// Where the picture that is shown stands among several, in words; nil for one.
  var pictureCount: String? {
    let count = gallery.others.count + (gallery.shown == nil ? 0 : 1)
    return count > 1 ? "picture \(gallery.place + 1) of \(count)" : nil
  }

  /// Describes the pictures, in order, as they were described elsewhere; the one that is shown by its field.
  mutating func describe(_ words: [String]) {
    for place in gallery.others.indices {
      let whole = place < gallery.place ? place : place + 1
      if words.indices.contains(whole) { gallery.others[place].description = words[whole] }
    }
  }

  /// Stores the pictures in a draft.
  func storePictures(in draft: inout Draft) {
    guard parts.contains(.descriptions) else { return attachment.store(in: &draft) }
    guard changesPictures else { return }
    draft.sidePictures = sidePictures
    if target.isNew, draft.delivery.further?.isEmpty == true { draft.delivery.further = nil }
  }

  /// Restores the pictures of a draft, those in its text, too.
  mutating func restorePictures(of draft: Draft) {
    guard parts.contains(.descriptions) else { return attachment.restore(from: draft) }
    let inText = draft.textPictures.map { picture in
      Draft.SidePicture(
        Draft.Picture(path: "", copy: draft.key.copyName(of: picture.name)),
        description: picture.words)
    }
    let isUnchanged = draft.picture == nil && draft.delivery.further == nil
    var kept = isUnchanged ? gallery.original : draft.sidePictures
    // An older Firefly has replaced the first one.
    if draft.picture != nil, draft.delivery.further == nil { kept += gallery.original.dropFirst() }
    show(kept + inText, at: 0)
  }
}
