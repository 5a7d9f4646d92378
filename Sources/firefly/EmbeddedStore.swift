import FireflyServer
import Foundation

/// The embedded server's database, without the server.
enum EmbeddedStore {
  /// Opens it where the options, or else the XDG folders, have it.
  /// - Throws: what `PostStore` throws; its description is a sentence for the user.
  static func open(_ options: CommonOptions) throws -> PostStore {
    try PostStore(folder: Places(dataFolder: options.dataFolder).data)
  }
}
