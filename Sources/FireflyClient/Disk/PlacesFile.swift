import FireflyCore
import Foundation

/// The file with the servers and sources where the user was on this machine, the last one first.
package struct PlacesFile: Sendable {
  /// A server or source where the user was.
  package struct Visit: Codable, Hashable, Sendable {
    /// What `--server` takes; empty for the user's own server.
    package var id: String
    /// The name.
    package var name: String
    /// Number of new posts when the user left; nil if unknown.
    package var new: Int?

    /// Creates a visit.
    package init(id: String, name: String, new: Int? = nil) {
      (self.id, self.name, self.new) = (id, name, new)
    }
  }

  /// Maximum number of places; those where the user was first go.
  package static let maximum = 100
  private static let maximumBytes = 1 << 20

  private let file: JSONFile<[Visit]>

  /// Creates a value for the state folder.
  ///
  /// - Parameter report: receives a sentence if the file can't be used.
  package init(state: URL, report: @escaping FileReport) {
    file = JSONFile(
      file: KeptFile.visits.file(in: state),
      maximumBytes: Self.maximumBytes, loss: { _ in "The list of places begins again." },
      isLasting: false, report: report)
  }

  /// The places, the last one first; it blocks.
  package var visits: [Visit] {
    (file.read() ?? []).prefix(Self.maximum).map { visit in
      Visit(
        id: ForeignText.cleanLine(visit.id, limit: 2_000),
        name: ForeignText.cleanLine(visit.name, limit: 200),
        new: visit.new.flatMap { ForeignNumber.count.accept($0) })
    }
  }

  /// Records a visit; it blocks.
  package func record(_ visit: Visit) {
    file.keep("The list of places") { contents in
      let others = (contents ?? []).filter { $0.id != visit.id }
      contents = [visit] + others.prefix(Self.maximum - 1)
    }
  }

  /// Forgets a place; it blocks.
  package func remove(_ id: String) {
    file.keep("The list of places") { contents in contents?.removeAll { $0.id == id } }
  }
}
