import FireflyCore
import FireflyJSON
import Foundation

extension JSONWriter {
  /// Writes a post, without loaded children and ancestors.
  package mutating func value(_ post: Post) {
    beginObject()
    fields(of: post)
    endObject()
  }

  /// Writes the fields of a post into an open object.
  package mutating func fields(of post: Post) {
    record(of: post)
    key("child_count")
    value(post.childCount)
    key("user_id")
    value(post.userID)
    if let words = post.placeholders {
      key("placeholder_title")
      value(words.title)
      key("placeholder_summary")
      value(words.summary)
      key("placeholder_body")
      value(words.body)
    }
    if let feed = post.feed { details(feed) }
  }

  /// Writes the stored fields of a post: those of an export.
  mutating func record(of post: Post) {
    key("id")
    value(post.id)
    key("parent_id")
    value(post.parentID)
    key("title")
    value(post.title)
    key("summary")
    value(post.summary)
    key("body")
    value(post.body)
    key("image_url")
    value(post.imageURL)
    key("clip_offset_x")
    value(post.clipOffsetX)
    key("clip_offset_y")
    value(post.clipOffsetY)
    key("created_at")
    value(post.createdAt)
    key("timezone")
    value(post.timezone)
    key("location_tag")
    value(post.locationTag)
    key("ai_generated")
    value(post.isAIGenerated)
    key("author_name")
    value(post.authorName)
    key("author_email")
    value(post.authorEmail)
    key("template_name")
    value(post.template.name)
  }

  private mutating func value(_ date: Date?) { value(date.map(WireDate.http)) }

  private mutating func details(_ feed: Post.FeedDetails) {
    if let name = feed.pluralName {
      key("plural_name")
      value(name)
    }
    if let isNew = feed.hasNewMatches {
      key("has_new_matches")
      value(isNew)
    }
    if let chain = feed.ancestorChain {
      key("ancestor_chain")
      beginArray()
      for id in chain { value(id) }
      endArray()
    }
    if let activity = feed.lastActivity {
      key("last_activity")
      value(activity)
    }
    if let proximity = feed.proximity {
      key("proximity")
      value(proximity)
    }
    if let descendants = feed.descendants {
      key("descendants")
      value(descendants)
    }
  }
}
