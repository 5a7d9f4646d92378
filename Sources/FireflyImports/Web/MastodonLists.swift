import FireflyTransfer
import Foundation

/// The lists of an archive of Mastodon that name posts of others only.
package enum MastodonLists {
  private static let lists = [("likes.json", "favourite"), ("bookmarks.json", "bookmark")]

  /// Returns the posts that the archive in a folder names, but does not have.
  package static func leftOut(in folder: URL) -> Tally {
    var tally = Tally()
    for (name, kind) in lists {
      let file = folder.appendingPathComponent(name)
      let size = (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
      guard size <= JSONTree.maxBytes, let data = try? Data(contentsOf: file),
        let tree = try? JSONTree(data)
      else { continue }
      for item in tree["orderedItems"].list { tally.add(kind, named: item.text) }
    }
    return tally
  }
}
