/**
 * The codes of the screens whose views count as visits: all of spec 2.1 except those for staff (moderators,
 * organisers, lecturers). Events of other pages are not stored, because invented codes would appear in the report.
 */
const visited = [
  ...["home", "search", "user_home", "tags", "tag_detail", "legal_notices", "about_us"],
  ...[
    "forum_all",
    "forum_digest",
    "forum_hot",
    "forum_myfollow",
    "forum_publish",
    "forum_section",
    "forum_topic",
  ],
  ...["forum_posting", "forum_drafts", "forum_signed_in", "forum_post_edit"],
  ...[
    "person_info",
    "person_setting",
    "person_security",
    "person_posts",
    "person_community",
    "person_follow",
    "person_fans",
  ],
  ...["person_lists", "person_list", "list_add", "search_keep", "list_shared"],
  ...["person_collection", "person_study", "person_activities", "person_messages"],
  ...["suggestion", "suggestion_mine", "suggestion_detail", "complaint", "dev_center", "university_talents"],
  ...["training", "training_course", "training_lesson", "training_exam", "training_attempt"],
  ...[
    "training_certificate",
    "certificate_check",
    "training_lecturers",
    "training_lecturer",
    "training_lives",
  ],
  ...["products", "product_detail", "product_compare", "product_notice", "resources", "resource_detail"],
  "resource_changes",
  ...["videos", "video_detail", "information", "information_detail", "events", "event_detail", "active"],
  ...["regist_entry", "active_privacy", "activity_home", "activity_register", "activity_qr_code"],
  ...["activity_proof", "activity_team", "activity_work"],
];
export const visitedPages: ReadonlySet<string> = new Set(visited);

/** The screens for staff: known, but their views are no visits. */
export const staffPages: ReadonlySet<string> = new Set([
  ...["home_preview", "moderator_audit", "moderator_forbidden", "moderator_auth", "moderator_theme"],
  ...[
    "moderator_administrators",
    "moderator_announcements",
    "moderator_members",
    "moderator_recycle",
    "moderator_replies",
    "moderator_sections",
    "moderator_roles",
    "moderator_batch",
    "moderator_module",
    "moderator_words",
    "moderator_content",
    "moderator_pieces",
    "moderator_piece",
    "moderator_piece_versions",
  ],
  ...[
    "moderator_overview",
    "moderator_traffic",
    "moderator_numbers",
    "moderator_advice",
    "moderator_log",
    "moderator_report",
  ],
  ...["training_learners", "training_videos", "training_preview", "activity_scan", "activity_manage_list"],
  ...["activity_manage", "activity_manage_signup", "activity_manage_tasks", "activity_manage_works"],
]);
