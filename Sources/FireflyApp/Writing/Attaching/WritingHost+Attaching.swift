import FireflyCore
import FireflyEditor
import FireflyModel

// Attaching pictures to the edited post.
extension WritingHost {
  mutating func reduceAttachment(_ action: AttachmentAction, at now: Double) -> [Effect] {
    if case .progress(let target, let sent, let all, let isWaiting) = action {
      if writing.sending[target] != nil {
        writing.progress[target] = UploadProgress(sent: sent, all: all, isWaiting: isWaiting)
      }
      return []
    }
    guard var editor = focus.editor else { return [] }
    if !editor.parts.contains(.picture) {
      let words = "A search saved on this machine has no picture."
      return action == .pressed ? [.note(words)] : []
    }
    guard editor.pendingActions == nil || action.isAboutPath else {
      focus.editor?.pendingActions?.append(.attachment(action))
      return []
    }
    let (before, revision) = (editor.attachment, editor.revision)
    let effects = reduce(action, &editor, at: now)
    let changes = replaceEditor(with: editor, at: now)
    guard editor.attachment != before || editor.revision != revision else { return effects }
    // A thumbnail makes the fields narrower.
    resizeEditor(at: now)
    return effects + changes + storeDraft(editor)
  }

  private mutating func reduce(
    _ action: AttachmentAction, _ editor: inout EditorState, at now: Double
  ) -> [Effect] {
    switch action {
    case .pressed where editor.preview != nil: return showPictures(of: editor, at: now)
    case .pressed: return ask(&editor, at: now)
    case .removePressed where editor.parts.contains(.descriptions):
      if !editor.removeOrRestorePicture() { flash(&editor, at: now) }
      return []
    case .removePressed: return remove(&editor, at: now)
    case .nextPressed, .orderPressed:
      let isDone =
        action == .nextPressed ? editor.showNextPicture() : editor.movePictureForward()
      return isDone ? [] : [.note("There is no other picture.")]
    case .cropMoved(let x, let y):
      guard editor.takesCrop, let address = editor.attachment.address,
        case .ready(let ratio) = pictures[address],
        editor.attachment.moveCrop(x: x, y: y, aspectRatio: ratio)
      else {
        flash(&editor, at: now)
        return []
      }
      return []
    case .pathEdited(let command): return editor.pathLine?.edit(command) ?? []
    case .completionPressed(let step): return editor.pathLine?.complete(step) ?? []
    case .namePressed(let index):
      editor.pathLine?.choose(index)
      return []
    case .pathAccepted:
      guard let (paths, effects) = editor.pathLine?.accept() else { return [] }
      return effects + attach(paths, to: &editor, at: now)
    case .pathCancelled:
      (editor.pathLine, editor.offer) = (nil, nil)
      return [.cancel(.attachment(editor.target)), .cancel(.completion)]
    case .completed(let completion):
      editor.pathLine?.namesFound(completion)
      return []
    case .response(editor.target, let response): return pictureAttached(response, &editor)
    case .recognized(let offer, editor.target):
      guard offer.revision == editor.revision else { return [] }
      editor.offer = offer
      return note(of: offer)
    case .removalChecked(editor.target, let isPossible):
      guard let isPossible else {
        let words =
          "Firefly could not find out whether this server can remove a picture. Try again."
        return [.note(words, isError: true)]
      }
      guard isPossible else {
        return [.note("This server can't remove a picture, only replace it.")]
      }
      editor.attachment.toggleRemoval()
      return []
    case .response, .recognized, .removalChecked, .progress: return []
    }
  }

  /// Opens the path field; a path that was just pasted is accepted at once.
  private func ask(_ editor: inout EditorState, at now: Double) -> [Effect] {
    let offer = editor.offer.flatMap { $0.revision == editor.revision ? $0 : nil }
    let paths = offer?.paths ?? []
    if let refusal = editor.refusal(ofFurther: 1, on: site.name) {
      return [.note(refusal, isError: true)]
    }
    var line = PathLine(
      paths.count == 1 ? paths[0] : PastedPath.line(of: paths),
      isForText: editor.putsPicturesInText(writing.fields),
      columns: PathLineView.columns(in: layout))
    let accepted = paths.isEmpty ? [] : line.accept().paths
    editor.pathLine = line
    editor.attachment.isCropping = false
    // Line mode would read all names.
    guard !paths.isEmpty || isSpoken else { return [.attachment(.completePath(""))] }
    return attach(accepted, to: &editor, at: now)
  }

  /// Shows the pictures of a text in full screen.
  private mutating func showPictures(of editor: EditorState, at now: Double) -> [Effect] {
    guard context(at: now).showsPictures else { return [.note("Pictures are off.")] }
    guard let full = FullPicture(editor.previewedPictures) else {
      return [.note("This text has no picture.")]
    }
    focus.push(full)
    return pictures.request([full.address])
  }

  /// Prepares pictures; several only if the server takes more than one.
  private func attach(_ paths: [String], to editor: inout EditorState, at now: Double) -> [Effect] {
    if paths.isEmpty { return [] }
    if let refusal = editor.refusal(ofFurther: paths.count, on: site.name) {
      editor.pathLine?.refuse(refusal)
      return []
    }
    guard paths.count == 1 || writing.fields.hasTextPictures != false else {
      editor.pathLine?.refuse("\(site.name) takes one picture for a post.")
      return []
    }
    return [.attachment(.attach(paths, to: draft(of: editor).key))]
  }

  private func note(of offer: PictureOffer) -> [Effect] {
    guard let label = keyLabel(.editor(.attachment(.pressed))) else { return [] }
    guard offer.paths.count == 1 else {
      return [.note("\(label) attaches the \(offer.paths.count) pictures.")]
    }
    let name = offer.paths[0].split(separator: "/").last ?? ""
    return [.note("\(label) attaches the picture “\(name.shortened(to: 40))”.")]
  }

  private func remove(_ editor: inout EditorState, at now: Double) -> [Effect] {
    if editor.attachment.detach() { return [] }
    // The same key restores a picture that was removed by accident.
    guard editor.attachment.original != nil else {
      if let path = editor.attachment.removedPath {
        return [.attachment(.attach([path], to: draft(of: editor).key))]
      }
      flash(&editor, at: now)
      return []
    }
    if editor.attachment.isRemoved {
      editor.attachment.toggleRemoval()
      return []
    }
    return [.attachment(.checkRemoval(editor.target))]
  }

  /// Handles a prepared picture, or a failure.
  private mutating func pictureAttached(
    _ response: AttachmentResponse, _ editor: inout EditorState
  ) -> [Effect] {
    switch response {
    case .refused(let reason):
      // If the path field is closed, the picture is no longer wanted.
      editor.offer = nil
      editor.pathLine?.refuse(reason)
      return editor.pathLine == nil ? [.note(reason, isError: true)] : []
    case .attached(let attached):
      let isForText = editor.pathLine?.isForText == true
      editor.pathLine = nil
      editor.undoPathPaste()
      if editor.parts.contains(.descriptions) { return add(attached, to: &editor) }
      let inText = isForText ? attached : Array(attached.dropFirst())
      for each in inText {
        pictures.shapeLoaded(each.picture.inText.address, aspectRatio: each.aspectRatio)
      }
      if !isForText, let own = attached.first {
        pictures.shapeLoaded(own.picture.address, aspectRatio: own.aspectRatio)
        editor.attachment.attach(own.picture)
      }
      let isAtCaret = isForText && editor.field == .body
      guard editor.insert(inText.map(\.picture.inText), atEnd: !isAtCaret) else {
        return [.note("The text would be too long.", isError: true)]
      }
      if let complaint = attached.lazy.compactMap(\.complaint).first {
        return [.note(complaint, isError: true)]
      }
      // Who is in the text may have meant that.
      let next =
        !isForText && editor.field == .body && editor.putsPicturesInText(writing.fields)
        ? "This is the card's picture. \(keyName(.editor(.attachment(.pressed)))) again puts one into the text."
        : nil
      return confirmation(of: attached, isInText: isForText) ?? next.map { [.note($0)] } ?? []
    }
  }

  /// Adds pictures beside the text of a service.
  private mutating func add(
    _ attached: [AttachedPicture], to editor: inout EditorState
  ) -> [Effect] {
    for each in attached {
      pictures.shapeLoaded(each.picture.address, aspectRatio: each.aspectRatio)
    }
    editor.add(attached.map(\.picture))
    // What is typed next says what is on it.
    if !isSpoken, editor.summary.isEmpty { editor.go(to: .summary) }
    if let complaint = attached.lazy.compactMap(\.complaint).first {
      return [.note(complaint, isError: true)]
    }
    return confirmation(of: attached, isInText: false) ?? []
  }

  /// If pictures are not shown, a note confirms what was attached.
  private func confirmation(of attached: [AttachedPicture], isInText: Bool) -> [Effect]? {
    guard settings.pictures == .none, let first = attached.first else { return nil }
    let name =
      attached.count == 1 ? "“\(first.picture.path)” is" : "\(attached.count) pictures are"
    return [.note("\(name) \(isInText ? "in the text" : "attached").")]
  }
}

extension EditorState {
  /// Whether the next picture goes into the text, on a server with these fields.
  ///
  /// The first one is that of the card, wherever the caret is; further ones replace none.
  func putsPicturesInText(_ fields: PostFields) -> Bool {
    attachment.address != nil && fields.hasTextPictures == true && !parts.contains(.descriptions)
  }

  /// Why a service takes no further pictures beside those that are there, as a sentence; nil if it does.
  fileprivate func refusal(ofFurther count: Int, on name: String) -> String? {
    guard let fields = service?.fields else { return nil }
    if hasPoll { return PollLimits.besidePicture(on: name) }
    let all = sidePictures
    return fields.refusal(
      ofPictures: all.count + count, [], hasFilm: all.contains(where: \.isFilm), on: name)
  }
}
