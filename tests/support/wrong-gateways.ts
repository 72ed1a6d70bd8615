import type { CallName } from "contract";
import { csrfTokenHeader } from "contract/base/wire";
import { answer, type Misbehaviour } from "./conformance";

const refusal = (status: number, errorCode: string, message = "请先登录", fields?: unknown) =>
  answer(status, { errorCode, message, ...(fields ? { fields } : {}) });
const copy = (body: unknown) => structuredClone(body) as Record<string, never>;

/** How the answers to one call are spoilt. */
type Spoil = NonNullable<Misbehaviour["call"]>;
const at =
  (name: CallName, spoil: Spoil): Spoil =>
  (question, right) =>
    question.name === name ? spoil(question, right) : undefined;
/** Good answers alone. */
const goodAt = (name: CallName, spoil: Spoil): Spoil =>
  at(name, (question, right) => (right.status === 200 ? spoil(question, right) : undefined));

const isBad = (input: unknown) => Array.isArray(input) || Object.keys(input as object).length === 0;

/** What is wrong, at which call, with which others its request needs, and how. */
export const reading: [string, CallName, CallName[], Spoil][] = [
  [
    "a visitor gets what is a member's",
    "myTopics",
    [],
    at("myTopics", ({ asker }, right) =>
      asker.role === "visitor" ? answer(200, { topics: [], page: 1, pages: 1, total: 0 }) : right,
    ),
  ],
  [
    "401 for whoever is not signed in",
    "myTopics",
    [],
    at("myTopics", ({ asker }) => (asker.role === "visitor" ? refusal(401, "NOT_SIGNED_IN") : undefined)),
  ],
  [
    "a redirect to the sign-in",
    "myTopics",
    [],
    at("myTopics", ({ asker }) =>
      asker.role === "visitor" ? answer(302, undefined, { location: "/gateway/signin" }) : undefined,
    ),
  ],
  [
    "a refusal in English",
    "myTopics",
    [],
    at("myTopics", ({ asker }) =>
      asker.role === "visitor" ? refusal(403, "NOT_SIGNED_IN", "Please sign in") : undefined,
    ),
  ],
  [
    "a refusal in HTML",
    "myTopics",
    [],
    at("myTopics", ({ asker }) =>
      asker.role === "visitor" ? refusal(403, "NOT_SIGNED_IN", "<b>请先登录</b>") : undefined,
    ),
  ],
  [
    "a refusal without a code",
    "myTopics",
    [],
    at("myTopics", ({ asker }) =>
      asker.role === "visitor" ? answer(403, { message: "请先登录" }) : undefined,
    ),
  ],
  [
    "a session that nobody gave",
    "myTopics",
    [],
    at("myTopics", ({ asker }) =>
      asker.role === "visitor" && asker.cookie !== ""
        ? answer(200, { topics: [], page: 1, pages: 1, total: 0 })
        : undefined,
    ),
  ],
  [
    "no security token needed",
    "likePost",
    [],
    at("likePost", ({ asker, token }) =>
      asker.role !== "visitor" && token === ""
        ? refusal(400, "INVALID_REQUEST", "提交的内容有误")
        : undefined,
    ),
  ],
  [
    "any security token taken",
    "likePost",
    [],
    at("likePost", ({ asker, token }) =>
      asker.role !== "visitor" && token !== "" && token !== asker.token
        ? refusal(400, "INVALID_REQUEST", "提交的内容有误")
        : undefined,
    ),
  ],
  [
    "a token refused as a bad request",
    "likePost",
    [],
    at("likePost", ({ token, asker }) =>
      asker.role !== "visitor" && token !== asker.token
        ? refusal(400, "CSRF_TOKEN_MISMATCH", "登录状态已变化")
        : undefined,
    ),
  ],
  [
    "a bad request accepted",
    "submitReport",
    [],
    at("submitReport", ({ asker, token }) =>
      asker.role !== "visitor" && token === asker.token ? answer(200, { success: true }) : undefined,
    ),
  ],
  [
    "a bad request that breaks the gateway",
    "sectionDetail",
    [],
    at("sectionDetail", ({ input }) => (isBad(input) ? answer(500, { message: "服务器错误" }) : undefined)),
  ],
  [
    "a bad request without its fields",
    "sectionDetail",
    [],
    at("sectionDetail", ({ input }) =>
      isBad(input) ? refusal(400, "INVALID_REQUEST", "提交的内容有误") : undefined,
    ),
  ],
  [
    "another field's fault",
    "sectionDetail",
    [],
    at("sectionDetail", ({ input }) =>
      isBad(input) ? refusal(400, "INVALID_REQUEST", "提交的内容有误", { name: ["请填写"] }) : undefined,
    ),
  ],
  [
    "a field's fault in English",
    "sectionDetail",
    [],
    at("sectionDetail", ({ input }) =>
      isBad(input) ? refusal(400, "INVALID_REQUEST", "提交的内容有误", { fid: ["Required"] }) : undefined,
    ),
  ],
  [
    "errcode 9999 for a good request",
    "sectionList",
    [],
    goodAt("sectionList", (_, right) => answer(200, { ...copy(right.body), errcode: "9999" })),
  ],
  [
    "204 for something that was asked",
    "sectionList",
    [],
    goodAt("sectionList", () => answer(204, undefined)),
  ],
  [
    "a page instead of JSON",
    "sectionList",
    [],
    goodAt("sectionList", () => ({ ...answer(200, undefined, { "content-type": "text/html" }), bytes: 900 })),
  ],
  [
    "a field that must be there",
    "topicDetail",
    ["homeTopicList"],
    goodAt("topicDetail", (_, right) => answer(200, { ...copy(right.body), title: undefined })),
  ],
  [
    "a field of another type",
    "topicDetail",
    ["homeTopicList"],
    goodAt("topicDetail", (_, right) => answer(200, { ...copy(right.body), views: "many" })),
  ],
  [
    "a list that is none",
    "homeTopicList",
    [],
    goodAt("homeTopicList", (_, right) => answer(200, { ...copy(right.body), topics: {} })),
  ],
  [
    "times without a zone",
    "topicDetail",
    ["homeTopicList"],
    goodAt("topicDetail", (_, right) =>
      answer(200, { ...copy(right.body), createdAt: "2026-01-02 03:04:05" }),
    ),
  ],
  [
    "times as numbers",
    "topicDetail",
    ["homeTopicList"],
    goodAt("topicDetail", (_, right) => answer(200, { ...copy(right.body), createdAt: 1_767_000_000_000 })),
  ],
  [
    "a personal answer that caches may keep",
    "myTopics",
    [],
    goodAt("myTopics", (_, right) => answer(200, right.body, { "cache-control": "public, max-age=60" })),
  ],
  [
    "moderators' numbers for a member",
    "moderatorOverview",
    [],
    at("moderatorOverview", ({ asker }, right) =>
      asker.role === "member" && right.status === 422 ? answer(200, {}) : undefined,
    ),
  ],
  [
    "no right said as no session",
    "moderatorOverview",
    [],
    at("moderatorOverview", (_, right) => (right.status === 422 ? refusal(403, "NOT_SIGNED_IN") : undefined)),
  ],
  [
    "an administrator's list for a moderator",
    "administratorList",
    [],
    at("administratorList", ({ asker }, right) =>
      asker.role === "moderator" && right.status === 422 ? answer(200, { administrators: [] }) : undefined,
    ),
  ],
  [
    "what is not there answered as there",
    "topicDetail",
    ["homeTopicList"],
    at("topicDetail", (_, right) => (right.status === 404 ? answer(200, {}) : undefined)),
  ],
  [
    "what is not there that breaks the gateway",
    "topicDetail",
    ["homeTopicList"],
    at("topicDetail", (_, right) => (right.status === 404 ? answer(500, {}) : undefined)),
  ],
  [
    "what a list names and nobody finds",
    "topicDetail",
    ["homeTopicList"],
    goodAt("topicDetail", () => refusal(404, "TOPIC_NOT_FOUND", "帖子不存在")),
  ],
  ["a gateway that fails", "hotTags", [], goodAt("hotTags", () => answer(500, { message: "出错了" }))],
  [
    "a visitor who is somebody",
    "workspaceCurrent",
    [],
    at("workspaceCurrent", ({ asker }, right) =>
      asker.role === "visitor"
        ? answer(200, { ...copy(right.body), user: { uid: 1, creationDate: "2026-01-01T00:00:00.000Z" } })
        : undefined,
    ),
  ],
  [
    "another token each time",
    "workspaceCurrent",
    [],
    at("workspaceCurrent", (_, right) =>
      right.headers.has(csrfTokenHeader)
        ? answer(200, right.body, { [csrfTokenHeader]: crypto.randomUUID() })
        : undefined,
    ),
  ],
  [
    "a picture that is another on each page",
    "queryBanner",
    [],
    goodAt("queryBanner", (_, right) => {
      const text = JSON.stringify(right.body);
      const spoilt = text.replaceAll(/"url":"\/[^"]*"/g, '"url":"banner.png"');
      return spoilt === text ? undefined : answer(200, JSON.parse(spoilt));
    }),
  ],
];

let made = 0;
export const writing: [string, CallName, CallName[], Spoil][] = [
  [
    "a muted member's topic is taken",
    "submitTopic",
    [],
    at("submitTopic", ({ asker }) =>
      asker.role === "muted" ? answer(200, { tid: 900_001, pid: 900_001, pending: false }) : undefined,
    ),
  ],
  [
    "a reply is taken of somebody without a phone",
    "submitPost",
    ["submitTopic"],
    at("submitPost", ({ asker }) =>
      asker.role === "unbound" ? answer(200, { tid: 900_002, pid: 900_002, pending: false }) : undefined,
    ),
  ],
  [
    "a form that makes two topics",
    "submitTopic",
    [],
    goodAt("submitTopic", (_, right) => {
      made += 1;
      return answer(200, { ...copy(right.body), tid: 900_000 + made });
    }),
  ],
  [
    "a form that makes two replies",
    "submitPost",
    ["submitTopic"],
    goodAt("submitPost", (_, right) => {
      made += 1;
      return answer(200, { ...copy(right.body), pid: 900_000 + made });
    }),
  ],
  [
    "a topic under another title",
    "submitTopic",
    ["topicDetail"],
    goodAt("topicDetail", ({ asker }, right) =>
      asker.role === "member" ? answer(200, { ...copy(right.body), title: "别的标题" }) : undefined,
    ),
  ],
  [
    "a draft that is not kept",
    "saveDraft",
    ["submitTopic", "draftList"],
    goodAt("draftList", () => answer(200, { drafts: [], deleted: [] })),
  ],
  [
    "a text that stays as it was",
    "editTopic",
    ["submitTopic", "editableContent"],
    goodAt("editableContent", (_, right) =>
      answer(200, { ...copy(right.body), content: "检查用的正文，稍后删除。" }),
    ),
  ],
  [
    "a follow that is not kept",
    "follow",
    ["submitTopic", "followStatus"],
    goodAt("followStatus", (_, right) =>
      answer(200, Object.fromEntries(Object.keys(copy(right.body)).map((key) => [key, false]))),
    ),
  ],
  [
    "a list that loses what is put into it",
    "addToOwnList",
    ["submitTopic", "createOwnList", "ownList"],
    goodAt("ownList", (_, right) => answer(200, { ...copy(right.body), topics: [] })),
  ],
  [
    "a form that makes two lists",
    "createOwnList",
    ["submitTopic"],
    goodAt("createOwnList", (_, right) => {
      made += 1;
      return answer(200, { ...copy(right.body), id: 900_000 + made });
    }),
  ],
  [
    "a recovery that is refused in its result",
    "recoverContent",
    ["submitTopic", "topicOperate", "moderatedForum"],
    goodAt("recoverContent", (_, right) => answer(200, { ...copy(right.body), done: 0, refused: 1 })),
  ],
  [
    "a class that is not added",
    "saveTopicClass",
    ["submitTopic", "moderatedForum"],
    goodAt("moderatedForum", (_, right) => answer(200, { ...copy(right.body), classes: [] })),
  ],
  [
    "a product that is not collected",
    "collect",
    ["submitTopic", "authorInfo", "productTree", "productList", "collectStatus"],
    goodAt("collectStatus", () => answer(200, { collected: [] })),
  ],
  [
    "a deleted text that is still there",
    "deletePostBasicData",
    ["submitTopic", "topicDetail"],
    at("topicDetail", ({ asker }, right) =>
      asker.role === "member" && right.status !== 200
        ? answer(200, { html: "检查用的正文，改过一次。" })
        : undefined,
    ),
  ],
  [
    "a moderator's deed for a member",
    "topicOperate",
    ["submitTopic"],
    at("topicOperate", ({ asker }, right) =>
      asker.role === "member" && right.status === 422 ? answer(200, { batch: 1 }) : undefined,
    ),
  ],
  [
    "no limit at all",
    "setFavoritesPublic",
    ["submitTopic"],
    at("setFavoritesPublic", (_, right) =>
      right.status === 429
        ? refusal(400, "INVALID_REQUEST", "提交的内容有误", { public: ["请选择"] })
        : undefined,
    ),
  ],
  [
    "a write that says nothing of what it made",
    "submitTopic",
    [],
    goodAt("submitTopic", () => answer(200, {})),
  ],
];
