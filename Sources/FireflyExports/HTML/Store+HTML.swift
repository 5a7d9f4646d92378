import FireflyStore

extension Store {
  /// Writes every post, or one branch, into a folder as a web site: a page a post, with its replies as cards.
  ///
  /// The first page is `index.html`: the post of a branch, or all posts at the top level. The pages run no
  /// scripts and load nothing from elsewhere. `feed.xml` has the newest posts.
  /// - Parameters:
  ///   - path: a folder that is new or empty.
  ///   - branch: the topmost post of the branch; nil for all posts.
  ///   - options: how the site is written.
  /// - Returns: what was written.
  /// - Throws: `ExportError`, `StoreError`, `CancellationError`; then nothing is left of the export.
  package func exportHTML(
    to path: String, branch: Int? = nil, options: SiteOptions = SiteOptions()
  ) async throws -> ExportReport {
    let identity = try await identity()
    return try await ExportFolder.fill(path) { folder in
      let snapshot = try await snapshot()
      let plan = TreePlan(try await snapshot.links(), branch: branch)
      if let branch, plan.steps.isEmpty { throw ExportError.noPost(branch) }
      try folder.makeFolder("posts")
      try folder.makeFolder("pictures")
      try folder.write(Array(StyleSheet.css.utf8), to: "style.css")
      var site = WebSite(
        folder: folder, pictures: pictures, plan: plan, options: options, identity: identity)
      if let branch { site.first = branch }
      try await site.write(snapshot)
      return site.report
    }
  }
}
