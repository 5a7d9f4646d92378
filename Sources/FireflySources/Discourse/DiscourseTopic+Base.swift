import FireflyForeign
import Foundation

extension DiscourseTopic {
  /// The address of the forum, which the answer does not have: found in the pictures of its users and in
  /// links within the forum; nil if it has none of these.
  var base: String? {
    for post in stream.posts {
      if let base = post.picture.flatMap(Self.base(ofPicture:)) { return base }
    }
    for link in stream.posts.flatMap(\.links) where link.isInternal {
      if let base = link.url.flatMap(Self.base(ofPage:)) { return base }
    }
    return nil
  }

  /// `/user_avatar/forum.example/ada/{size}/7_2.png`, after the folder of the forum or the address of a
  /// server for pictures.
  private static func base(ofPicture address: String) -> String? {
    guard let mark = address.range(of: "/user_avatar/") else { return nil }
    let host = address[mark.upperBound...].prefix { $0 != "/" }
    let isHost =
      host.contains(".") && host.utf8.count <= 253 && host.first != "."
      && host.utf8.allSatisfy {
        $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2E
      }
    guard isHost else { return nil }
    let folder = address[..<mark.lowerBound]
    return "https://\(host)" + (folder.hasPrefix("/") && !folder.hasPrefix("//") ? folder : "")
  }

  /// `https://forum.example/t/title/12/3`.
  private static func base(ofPage address: String) -> String? {
    guard let mark = address.range(of: "/t/"),
      let base = WebAddress.full(String(address[..<mark.lowerBound])),
      base.hasPrefix("https://") || base.hasPrefix("http://"), WebAddress.site(of: base) != nil
    else { return nil }
    return base
  }
}
