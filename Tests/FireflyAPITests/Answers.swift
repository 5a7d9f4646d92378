/// Answers of a server in the recorded shapes, with our own words.
enum Answers {
  static let post = #"""
    {"post":{"ai_generated":false,"author_email":"ida@example.org","author_name":"Ida Marsh",
    "body":"## Jar\n\nOne lid, five holes.\n\n![lid](/uploads/lid.png)","child_count":3,
    "clip_offset_x":-0.25,"clip_offset_y":0.5,"created_at":"Tue, 04 Nov 2025 21:07:09 GMT",
    "id":40,"image_url":"/uploads/jar.webp","location_tag":"Fen Edge","parent_id":8,
    "placeholder_body":"Body","placeholder_summary":"Summary","placeholder_title":"Title",
    "summary":"and let them go before midnight","template_name":"post",
    "timezone":"Europe/Dublin","title":"a jar for an evening","user_id":4},"status":"success"}
    """#

  static let oddPost = #"""
    {"post":{"ai_generated":true,"author_email":"old@example.org","author_name":null,"body":"a\r\nb",
    "child_count":null,"created_at":"2025-11-09T17:29:57.25+00:00","id":41,"image_url":null,
    "location_tag":null,"parent_id":null,"summary":"","template_name":"","timezone":"",
    "title":"Glühwürmchen 🪲 夜光蟲","user_id":7,"unheard_of":{"x":[1,2]}},"status":"success"}
    """#

  static let nestedPost = #"""
    {"post":{"id":3,"title":"leaf","parent_id":2,"parent":{"id":2,"title":"twig","parent_id":1,
    "parent":{"id":1,"title":"root","parent_id":-1,"template_name":"profile"}}},"status":"success"}
    """#

  static let children = #"""
    {"children":[{"id":52,"title":"newer","parent_id":40,"child_count":1,
    "children":[{"id":53,"title":"below","parent_id":52},{"id":53,"title":"again"}]},
    {"id":51,"title":"older","parent_id":40,"child_count":0},{"id":52,"title":"twice"},
    {"title":"no number"},17,null],"count":2,"post_id":40,"status":"success"}
    """#

  static let noChildren = #"{"children":[],"count":0,"post_id":999,"status":"success"}"#

  static let feed = #"""
    {"posts":[{"ancestor_chain":[4,2,1],"author_email":"IDA@example.org","has_new_matches":true,
    "id":71,"last_activity":"Fri, 14 Nov 2025 07:52:07 GMT","parent_id":-1,"plural_name":"queries",
    "proximity":0,"template_name":"query","title":"slow lights"},{"author_email":"bo@example.org",
    "id":70,"parent_id":-1,"template_name":"query","title":"fast lights"}],"status":"success"}
    """#

  static let users = #"""
    {"posts":[{"id":4,"title":"Ida Marsh","summary":"tides","template_name":"profile","parent_id":-1},
    {"id":71,"title":"slow lights","template_name":"query","parent_id":-1},
    {"id":9,"title":"","template_name":"profile","parent_id":-1}],"status":"success"}
    """#

  static let profile =
    #"{"profile":{"id":4,"title":"Ida Marsh","template_name":"profile"},"status":"success"}"#
  static let noProfile = #"{"profile":null,"status":"success"}"#

  static let search = #"""
    [{"id":62,"relevance_score":0.5},{"id":15,"relevance_score":0},{"id":12,"relevance_score":0.97},
    {"id":12,"relevance_score":0.1},{"relevance_score":1},{"id":1,"relevance_score":1}]
    """#

  static let badges = #"{"10":false,"70":true,"73":null,"total":4,"74":"soon"}"#

  static let poll =
    #"{"has_new_posts":true,"has_new_users":false,"query_badges":{"70":true,"73":null}}"#

  static let template = #"""
    {"status":"success","template":{"name":"query","placeholder_body":"what to look for",
    "placeholder_summary":"in short","placeholder_title":"name it","plural_name":"queries"}}
    """#

  static let verified =
    #"{"email":"ida@example.org","is_new_user":false,"name":null,"status":"success","user_id":4}"#
}
