import CProcess
import Dispatch
import Foundation

/// Reports when a file, or any file of a folder, is written, replaced, created or removed, without polling.
///
/// It watches the folder, because most editors replace the file. If the file is a symbolic link, it
/// also watches the folder of the target; if the folder is missing, the nearest existing parent.
@MainActor
final class FileWatch {
  /// Time without further changes before one is reported, because editors replace files in several
  /// steps.
  private static let rest = 0.1

  private let file: URL
  /// Whether all files of its folder are meant.
  private let isFolder: Bool
  private let onChange: @MainActor () -> Void
  private var sources: [any DispatchSourceRead] = []
  private var telling: DispatchWorkItem?

  /// Starts to watch; without inotify, nothing is reported.
  ///
  /// - Parameter onChange: called on the main actor, a tenth of a second after the last change.
  init(file: URL, onChange: @escaping @MainActor () -> Void) {
    (self.file, isFolder, self.onChange) = (file, false, onChange)
    watch()
  }

  /// Starts to watch all files of a folder, which may not exist yet.
  ///
  /// - Parameter onChange: called on the main actor, a tenth of a second after the last change.
  init(folder: URL, onChange: @escaping @MainActor () -> Void) {
    // The name counts only where the folder itself is missing.
    (file, isFolder, self.onChange) = (folder.appendingPathComponent("any"), true, onChange)
    watch()
  }

  private func watch() {
    // A folder created between the check and the watch on its parent would be missed, so check again.
    // The number of folders in the path limits that.
    var wanted = namesToWatch()
    for _ in file.pathComponents {
      for source in sources { source.cancel() }
      sources = wanted.compactMap(watch)
      let now = namesToWatch()
      if now == wanted { return }
      wanted = now
    }
  }

  /// A name in a watched folder.
  private struct WatchedName: Equatable {
    var folder: String
    var name: String
    /// Whether the name is a parent folder of the file.
    var isAbove: Bool
  }

  private func namesToWatch() -> [WatchedName] {
    var path = file
    while !hasFolder(path.deletingLastPathComponent().path), path.pathComponents.count > 2 {
      path = path.deletingLastPathComponent()
    }
    let first = name(of: path, isAbove: path != file)
    guard let target = realpath(file.path, nil) else { return [first] }
    defer { free(target) }
    let second = name(of: URL(fileURLWithPath: String(cString: target)), isAbove: false)
    return first == second ? [first] : [first, second]
  }

  private func name(of path: URL, isAbove: Bool) -> WatchedName {
    WatchedName(
      folder: path.deletingLastPathComponent().path, name: path.lastPathComponent, isAbove: isAbove)
  }

  private func hasFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private func watch(_ watched: WatchedName) -> (any DispatchSourceRead)? {
    let descriptor = firefly_watch(watched.folder, watched.isAbove)
    guard descriptor >= 0 else { return nil }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    let name = isFolder && !watched.isAbove ? nil : watched.name
    source.setEventHandler { [weak self] in
      guard firefly_watch_drain(descriptor, name) else { return }
      MainActor.assumeIsolated { self?.happened() }
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
    return source
  }

  private func happened() {
    // Set the watches before reading the file, so that no change is missed in between.
    watch()
    telling?.cancel()
    let item = DispatchWorkItem { [weak self] in
      MainActor.assumeIsolated { self?.onChange() }
    }
    telling = item
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.rest, execute: item)
  }
}
