import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import * as schema from "gateway/database/schema";
import { domains } from "gateway/domains";
import { fileColumnsOf } from "gateway/files/needs/uses";
import { expect, it } from "vitest";

/**
 * Text columns that never name a stored file in use: keys and codes, people's names, texts about programs, and columns
 * about files themselves.
 */
const neverNaming: Record<string, string> = {
  access_records: "visitor_id access_source",
  account_closures: "number summary",
  accounts: "pack_key nickname nickname_folded phone email password_hash signed_policies muted_notices",
  canned_replies: "title",
  announcements: "kind title audience target_name state",
  authenticators: "secret",
  half_sign_ins: "token_hash password_mark",
  passkey_challenges: "holder challenge",
  passkeys: "credential_id host public_key transports name",
  recovery_codes: "code_hash",
  certificates:
    "public_id name holder real_name name_shown course class_name level_name lecturers exam issuer revoked_reason",
  study_totals: "real_name name_shown",
  analytics_batches: "id",
  analytics_events: "code page data session_id anonymous_id",
  analytics_hours: "key",
  usage_days: "kind key measure source marks",
  company_accounts: "issuer subject label",
  company_sessions: "token_hash sid",
  company_spent: "key",
  complaints: "app_id scene_id sub_scene_id device_id business_key post_id reason number contact",
  consent_records: "policy_id version address user_agent",
  // Answers and uploads have files of their own, in tables of their own.
  video_uploads: "original_name type mark",
  video_uploads_begun: "original_name mark",
  activities:
    "kind title summary place review teams fields lookups agenda verify exam work_fields fingerprint times_written results",
  activity_categories: "key name",
  activity_files: "field contact key type original_name sha256 location",
  activity_keys: "kid private_key x y",
  activity_messages: "text",
  activity_proofs: "uuid_hash contact used_for",
  activity_scans: "nonce answer",
  activity_scores: "comment",
  activity_searches: "text",
  activity_signups: "category contact name answers state reason policy_version letters proof_key decline_key",
  activity_steps: "action state reason",
  activity_teams: "name name_folded",
  activity_works: "title answers",
  contact_proofs: "uuid_hash session_hash contact",
  content_pieces: "kind key state title preview_key pack_fingerprint",
  content_versions: "kind key why",
  content_loads: "pack fingerprint changes problems",
  course_classes: "name summary",
  course_levels: "name summary",
  courses: "title summary chapters tags certificate_name live_url replay_url fingerprint",
  data_exports: "key location",
  documents: "key",
  draft_versions: "fields",
  drafts: "target fields",
  exam_answers: "answer",
  exam_attempts: "exam_title course_title",
  exams: "title summary fingerprint",
  export_pieces: "export_key",
  file_pieces: "file_name",
  // A text leaves with its file: its own row must not keep the file.
  file_texts: "file_name state",
  file_text_pages: "text",
  files: "name type sha256 location entries",
  image_variants: "file_name",
  imported_ids: "source kind",
  jobs: "kind key payload progress",
  kept_packs: "pack fingerprint facts",
  learning_paths: "title summary audience intro courses certificate_name fingerprint",
  lecturers: "name title organisation intro fingerprint",
  lessons: "chapter title transcript fingerprint",
  message_reports: "reason",
  address_bans: "network reason",
  moderation_batches: "action options",
  moderation_items: "outcome message before",
  moderation_log: "action target_kind before after reason_digest previous_hash hash",
  moderation_log_checkpoints: "log_hash previous_hash hash",
  penalties: "kind",
  post_addresses: "address",
  report_cases: "status text_digest",
  section_rights: "right value",
  staff_roles: "role kinds",
  topic_mark_expiries: "mark",
  news: "title summary fingerprint",
  news_categories: "name",
  notice_products: "notice_number",
  notifications: "event group_key notice_number words",
  outbox: "recipient subject text",
  lesson_answers: "question answer",
  lesson_notes: "part text",
  own_list_items: "kind number note",
  own_lists: "name told share_key last_addition",
  own_searches: "name address",
  policies: "id title version",
  policy_versions: "policy_id version title",
  product_bom_lines: "designator part note",
  product_cross_references: "folded kind maker note number",
  product_classes: "name summary",
  product_notices: "number kind title original_name fingerprint",
  product_parameters: "key name unit type choices",
  product_parts: "number folded package temperature packing buy sample",
  product_replacements: "kind",
  product_state_changes: "before after",
  products: "name summary kind state values pins fingerprint packages ratings revisions",
  profile_changes: "words",
  profiles:
    "sex province city county identity developtype full_name company_name industry post edu_background school lea_major tea_major hobby def1",
  redirects: "source target",
  removed_objects: "location",
  reports: "reason",
  resource_levels: "name summary kind",
  resource_versions: "version state original_name url file_type sha256 supports entries",
  resources: "title summary language access licence version file_type fingerprint",
  review_items: "words",
  schedules: "name",
  search_marks: "text mark",
  search_queries: "text",
  sections: "pack_key group_name name rights",
  sensitive_words: "word replacement",
  sessions: "token_hash csrf_token user_agent address",
  suggestions: "type number contact",
  tags: "name group_name",
  topic_classes: "name",
  topics: "pack_key stamp icon pin_scope highlight",
  uploads: "file_name original_name",
  videos: "title summary fingerprint",
  verification_codes: "message_id purpose recipient holder code_hash",
};

/** Columns of texts, lists of texts and JSON, except columns with a few fixed words and form ids. */
const textColumns = Object.values(schema as Record<string, unknown>)
  .filter((table): table is PgTable => is(table, PgTable))
  .flatMap((table) =>
    getTableConfig(table)
      .columns.filter((column) => /^(?:text|varchar|char|json)/.test(column.getSQLType()))
      .filter(({ enumValues, name }) => !enumValues?.length && name !== "submission_id")
      .map(({ name }) => `${getTableName(table)}.${name}`),
  );

it("every text column is declared to name files or not", () => {
  const never = Object.entries(neverNaming).flatMap(([table, names]) =>
    names.split(" ").map((name) => `${table}.${name}`),
  );
  const naming = fileColumnsOf(domains).map(({ table, name }) => `${getTableName(table)}.${name}`);
  expect(
    [...never, ...naming].sort(),
    "a new column belongs into its domain's fileColumns (gateway/DOMAIN/domain.ts), or, if it cannot name a file, into neverNaming here",
  ).toEqual(textColumns.sort());
});
