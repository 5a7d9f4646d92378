import Foundation
import OddInputs
import OwnThreads
import Testing

/// Forms as curl sends them, by which others write on our server.
@Suite(.ownThreads) struct FormFromCurlTests {
  @Test func aFormWithAPictureComesThrough() throws {
    let house = try ServedHouse("--open")
    let email = "ada@example.org"
    try house.signIn(try Program(), email)
    let picture = SmallPicture.png(with: Data(0...255))
    let file = house.home.home.appendingPathComponent("a \"b\".png")
    try picture.write(to: file)
    try house.home.write("line\r\n--boundary\r\n\r\n-- “end”", to: "body.md")
    let body = house.home.home.appendingPathComponent("body.md").path
    for encoding in [[], ["-H", "Transfer-Encoding: chunked"], ["-H", "Expect: 100-continue"]] {
      let answer = try Program.curl(
        encoding + [
          "-F", "email=\(email)", "-F", "title=by curl; type=text/plain", "-F", "summary=",
          "-F", "body=<\(body)", "-F", "image=@\"\(file.path.replacing("\"", with: "\\\""))\"",
          house.address + "/api/posts/create",
        ])
      let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
      let post = try #require(object?["post"] as? [String: Any], "\(answer)")
      #expect(post["title"] as? String == "by curl")
      #expect(post["body"] as? String == "line\r\n--boundary\r\n\r\n-- “end”")
      let url = try #require(post["image_url"] as? String)
      let kept = house.home.home.appendingPathComponent(".local/share/firefly" + url)
      #expect(try Data(contentsOf: kept) == picture)
    }
  }
}
