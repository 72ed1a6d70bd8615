import { addressOf } from "./address-query";

/** The id of the reply form's text area. Browsers focus a field named in an address's fragment without any script. */
export const replyField = "reply-content";

/** Queries of a topic's address. */
export interface TopicQuery {
  /** The newest floors first, or the most liked ones. */
  order?: "new" | "likes" | undefined;
  /** Only the author's floors, from floor `since` on. */
  only?: "author" | undefined;
  since?: number | undefined;
  /** Shows all replies to this floor's post. */
  expand?: number;
  /** The reply form answers this post; 0 is the topic itself. */
  replyTo?: number;
  /**
   * Dialogs: to delete or report a post, a post's edits (`version` is one of them), to invite people (`q` is a
   * search), to end a question.
   */
  remove?: number;
  report?: number;
  reported?: number;
  /** Opens the dialog for a complaint about a post to the operator. */
  complain?: number;
  /** Opens the dialog to moderate a post; floor 1 means the whole topic. */
  moderate?: number;
  history?: number;
  version?: number;
  /** Opens the dialog to accept this floor as the answer. */
  accept?: number;
  invite?: 1;
  q?: string | undefined;
  accomplish?: 1;
  /** Leads to the page with this floor. */
  floor?: number;
}

/** Queries of the message centre's address. */
export interface MessagesQuery {
  type?: "system" | "forum" | "inner" | undefined;
  /** Filters: only unread messages; only one event; the part of the list before or after a position. */
  unread?: 1 | undefined;
  event?: string | undefined;
  before?: string | number | undefined;
  after?: string | number | undefined;
  /** The conversation with this person; `fresh` is the last message that was already read. */
  with?: number | undefined;
  fresh?: number | undefined;
  /** Dialogs of a conversation, and the list of blocked people. */
  block?: 1 | undefined;
  remove?: 1 | undefined;
  report?: number | undefined;
  reported?: 1 | undefined;
  blocks?: 1 | undefined;
  /** The decision to appeal against: its row in the moderators' log. */
  appeal?: number | undefined;
}

/** Filters of a list of resources. */
export interface ResourcesQuery {
  /** A level of the resource tree. */
  id?: number | undefined;
  prodId?: number | undefined;
  classId?: number | undefined;
  kind?: string | undefined;
  language?: string | undefined;
  year?: string | number | undefined;
  q?: string | undefined;
  order?: "downloads" | undefined;
  view?: "support" | undefined;
  page?: number | undefined;
}

/** Filters of a list of courses. */
export interface CoursesQuery {
  classId?: number | undefined;
  levelId?: number | undefined;
  prodId?: number | undefined;
  lecturerId?: number | undefined;
  q?: string | undefined;
  order?: string | undefined;
  page?: number | undefined;
}

/** Filters of a list of activities. */
export interface ActivitiesQuery {
  kind?: string | undefined;
  state?: string | undefined;
  q?: string | undefined;
  page?: number | undefined;
}

/** Filters of an organiser's list of sign-ups. */
export interface SignupsQuery {
  state?: string | undefined;
  category?: string | undefined;
  /** Whether the person checked in: 1, or 0 for those who did not. */
  came?: string | undefined;
  q?: string | undefined;
  page?: number | undefined;
}

/** The screens of the moderation area, by the last part of their paths. */
type ModerationScreen =
  | "administrators"
  | "advice"
  | "announcements"
  | "audit"
  | "batch"
  | "content"
  | "roles"
  | "forbiddenUser"
  | "log"
  | "members"
  | "module"
  | "overview"
  | "recycle"
  | "replies"
  | "report"
  | "sections"
  | "theme"
  | "traffic"
  | "userAuth"
  | "words";

/** The addresses of the portal's screens, without a shell prefix (spec 2.1). Links pass them to `useShell().to`. */
export const paths = {
  home: () => "/home",
  forum: () => "/forum/all",
  forumList: (kind: "all" | "digest" | "hot" | "myfollow" | "publish") => `/forum/${kind}`,
  section: (fid: number) => `/forum/${fid}`,
  /**
   * A topic's page. `page` is a page of floors, `pid` a post on it. With `seek` the server finds the page that
   * contains `pid`. The rest are the queries of `TopicQuery`.
   */
  topic: (
    tid: number,
    { page, pid, seek, ...query }: { page?: number; pid?: number; seek?: boolean } & TopicQuery = {},
  ) => {
    const address = `/hsforum/thread-${tid}-${page ?? 1}-1.html`;
    const hash = query.replyTo !== undefined ? `#${replyField}` : pid ? `#post-${pid}` : "";
    return addressOf(address, { pid: seek && pid, ...query }) + hash;
  },
  /** A QR code of the topic's address. */
  topicCode: (tid: number) => `/share/topic/${tid}.svg`,
  /** The preview picture for links to a topic; `version` changes with the content. */
  topicPicture: (tid: number, version: string) => `/og/topic-${tid}.png?v=${version}`,
  /**
   * The editor, filled with a title, tags and a topic class; used for questions about a file, for example. `quote` (a resource, with one of its versions) and `notice` quote the page `at` of a document.
   */
  newTopic: (
    fid?: number,
    options: {
      title?: string;
      tags?: string;
      classId?: number;
      quote?: number;
      version?: number;
      notice?: string;
      at?: number;
    } = {},
  ) => addressOf("/posting", { fid, ...options }),
  /** The draft of a new topic; `key` is the text after `topic:new:` in its target. */
  newTopicDraft: (key: string) => addressOf("/posting", { draft: key }),
  editTopic: (pid: number) => `/posting?pid=${pid}`,
  editPost: (pid: number) => `/posting/post?pid=${pid}`,
  user: (uid: number, tab?: "replies" | "favorites" | "following" | "followers") =>
    addressOf("/userhomepage", { uid, tab }),
  /** A person's page with the dialog of moderators' actions. */
  moderatePerson: (uid: number) => `/userhomepage?uid=${uid}&moderate=1`,
  tags: (view?: "all" | "mine") => (view ? `/tags?${view}=1` : "/tags"),
  drafts: () => "/posting/drafts",
  draftVersions: (id: number) => `/posting/drafts?id=${id}`,
  /** The page shown after signing in in a second tab while the first has an unsent text. */
  signedIn: () => "/posting/signedIn",
  /** `preview` is the secret of a version that is not published. */
  tag: (id: number, preview?: string) => addressOf(`/tags/${id}`, { preview }),
  /** `back` is the page to which the header's icon returns. */
  search: ({ text, back }: { text?: string; back?: string } = {}) => addressOf("/search", { q: text, back }),
  devCenter: (query: { id?: number; prodId?: number } = {}) => addressOf("/devCenter/index", query),
  resources: (query: ResourcesQuery = {}) => addressOf("/resources/index", query),
  /**
   * `download` starts the download of a version once the member may have it; `preview` shows the files in a version;
   * `find` searches inside the document of the version `in`, and `foundPage` is a page of its list; `read` opens the
   * document of a version at the page `at`; `draft` is the secret of a version that is not published.
   */
  resource: (
    id: number,
    query: {
      download?: number;
      preview?: number;
      draft?: string;
      find?: string;
      in?: number;
      foundPage?: number | undefined;
      read?: number;
      at?: number | undefined;
    } = {},
  ) => addressOf(`/resources/details/${id}`, query),
  /**
   * What changed in a document from the version `base` to another; without them from the last but one to the recommended
   * one. `from` in an address says where a visitor came from.
   */
  resourceChanges: (
    id: number,
    query: { base?: number | undefined; to?: number | undefined; page?: number | undefined } = {},
  ) => addressOf(`/resources/changes/${id}`, query),
  /** Counts the download of a version on another site and redirects to it. */
  download: (version: number) => `/resources/download/${version}`,
  videos: (query: { prodId?: number; page?: number } = {}) => addressOf("/resources/videos", query),
  video: (id: number) => `/resources/videos/${id}`,
  /** The training classes: all courses, or some of them. */
  courses: (query: CoursesQuery = {}) => addressOf("/trainingClass", query),
  /** A learning path; `preview` is the secret of a version that is not published, as below. */
  learningPath: (path: number, preview?: string) => addressOf("/trainingClass", { path, preview }),
  /** `preview` is the secret of a version that is not published. */
  course: (id: number, preview?: string) => addressOf(`/trainingClass/details/${id}`, { preview }),
  /** A lesson; `t` is a second of its video, `q` a search in its transcript, `preview` as of its course. */
  lesson: (
    id: number,
    query: { t?: number | undefined; q?: string; page?: number; preview?: string | undefined } = {},
  ) => addressOf(`/trainingClass/lessons/${id}`, query),
  /** `preview` is the secret of a version that is not published. */
  exam: (id: number, preview?: string) => addressOf(`/trainingClass/exams/${id}`, { preview }),
  attempt: (id: number) => `/trainingClass/attempts/${id}`,
  /** A certificate by its number; anybody who knows the number may see it. */
  certificate: (number: string) => `/trainingClass/certificates/${number}`,
  /** A QR code of the certificate's address. */
  certificateCode: (number: string) => `/share/certificate/${number}.svg`,
  /** A certificate as a file, and its picture for links. */
  certificateFile: (number: string, ending: "pdf" | "png" | "card.png") =>
    `/share/certificate/${number}.${ending}`,
  /** The page that checks a typed number. */
  certificateCheck: (number?: string) => addressOf("/trainingClass/certificates", { number }),
  lecturers: (page = 1) => addressOf("/trainingClass/lecturers", { page }),
  /** `preview` is the secret of a version that is not published. */
  lecturer: (id: number, preview?: string) => addressOf(`/trainingClass/lecturers/${id}`, { preview }),
  lives: (query: { over?: 1 | undefined; page?: number } = {}) => addressOf("/trainingClass/lives", query),
  learners: (course: number, page = 1) => addressOf(`/trainingClass/learners/${course}`, { page }),
  /** Recordings uploaded by a course's lecturers. */
  courseVideos: (course: number, page = 1) => addressOf(`/trainingClass/videos/${course}`, { page }),
  /** The courses that the member may manage, or the preview of one. */
  coursePreview: (query: { id?: number; page?: number } = {}) => addressOf("/classRoom/preview", query),
  /** The activities that the member organises or judges. */
  organised: (page = 1) => addressOf("/activity/manage", { page }),
  /** An organiser's list of an activity's sign-ups, with filters. The organisers' other pages follow. */
  manage: (activity: number, query: SignupsQuery = {}) => addressOf(`/activity/manage/${activity}`, query),
  universityTalents: () => "/universityTalents",
  /** Competitions and events, with filters. */
  activities: (query: ActivitiesQuery = {}) => addressOf("/eventActivities/index", query),
  /** An activity; `page` is a page of its works. */
  activity: (id: number, page = 1) => addressOf(`/eventActivities/details/${id}`, { page }),
  /** Calendar file of one activity, or of all that have not ended; the same in both shells. */
  activityCalendar: (id?: number) =>
    id ? `/eventActivities/calendar/${id}.ics` : "/eventActivities/calendar.ics",
  /** All activities that one can sign up for now. */
  openActivities: () => "/active",
  /** An activity's short page, on the way to signing up (spec 2.1). */
  activityHome: (id: number) => `/activity/activityHome?id=${id}`,
  /** The sign-up form, for one category if chosen; with `change` it edits an existing sign-up. */
  activityRegister: (id: number, query: { category?: string | undefined; change?: 1 } = {}) =>
    addressOf("/activity/activityRegister", { id, ...query }),
  /** The member's own sign-up, or the choice of a category (spec 2.1). */
  activityEntry: (id: number) => `/registEntry?id=${id}`,
  activityCode: (id: number) => `/activity/activityQrCode?id=${id}`,
  activityTeam: (id: number) => `/activity/team?id=${id}`,
  activityWork: (id: number) => `/activity/work?id=${id}`,
  /** A sign-up's proof by its key; anybody who knows the key may see it. */
  activityProof: (key: string) => `/activity/proof/${key}`,
  /** The activities that the member signed up for, organises or judges. */
  myActivities: (page = 1) => addressOf("/personalCenter/activities", { page }),
  /** The organisers' page of an activity. */
  manageActivity: (id: number) => `/activity/manage/${id}`,
  /** The member's courses; `grades` is the transcript of grades, `notes` what they wrote about lessons. */
  study: (tab?: "grades" | "notes", page = 1) => addressOf("/personalCenter/study", { tab, page }),
  /** The transcript as a table, or notes as Markdown. */
  studyFile: (name: "grades.csv" | "notes.md") => `/study/${name}`,
  /** The endpoint to which a player sends its position. */
  studyPosition: () => "/study/position",
  /** The endpoint for the pieces of a recording. */
  recording: () => "/editor/recording",
  /** The endpoint that stores an exam's answers one by one. */
  examAnswer: () => "/study/answer",
  /** The editor for a question about a lesson, at a second of its video. */
  askLesson: (lesson: number, t?: number) => addressOf("/posting", { lesson, t: t || undefined }),
  /** The member's collection: topics, or items of another kind. */
  collection: (kind?: "product" | "resource" | "video" | "course" | "lesson", page = 1) =>
    addressOf("/personalCenter/collection", { kind, page }),
  /** The member's own lists, one of them, and the question before a thing leaves it. */
  ownLists: () => "/personalCenter/lists",
  ownList: (id: number, remove?: number) => addressOf(`/personalCenter/lists/${id}`, { remove }),
  /** The choice of a list for one thing, or for the products of a tray; `number` is a part's order number. */
  addToList: (kind: "product" | "resource" | "topic", ids: number | readonly number[], number?: string) =>
    addressOf("/lists/add", { kind, ids: [ids].flat().join("-"), number }),
  /** The form that keeps the address of a search or a filtered list under a name. */
  keepSearch: (address: string) => addressOf("/lists/keep", { address }),
  /** A list for everybody who knows its key. */
  sharedList: (key: string) => `/lists/shared/${key}`,
  /** A list for spreadsheets. */
  ownListTable: (kind: "csv" | "xlsx", id: number) => `/lists/${id}/table.${kind}`,
  /** The Atom feed of the newest topics; the same in both shells. */
  feed: (kind: "all" | "section" | "tag" | "user", id?: number) =>
    `/feeds/${id ? `${kind}/${id}` : kind}.atom`,
  messages: (query: MessagesQuery = {}) => addressOf("/personalCenter/msg", query),
  /** The member's conversation with a person: at the first new message, or at the field for the next one. */
  conversation: (uid: number, query: Omit<MessagesQuery, "type" | "with"> = {}) =>
    `${paths.messages({ type: "inner", with: uid, ...query })}#${query.fresh === undefined ? "compose" : "fresh"}`,
  /** The endpoint that counts unread messages for the open page (spec 4, unread refresh). */
  unread: () => "/unread",
  bindPhone: () => "/personalCenter/info?tab=0",
  personal: (
    child:
      | "posts"
      | "Community"
      | "collection"
      | "lists"
      | "study"
      | "activities"
      | "info"
      | "security"
      | "setting"
      | "follow"
      | "fans"
      | "msg",
  ) => `/personalCenter/${child}`,
  /** The page that proves the identity again before something that cannot ask for it itself, such as a file. */
  confirmIdentity: (back: string) => addressOf("/personalCenter/security", { confirm: back }),
  /** The member's information (spec 2.1): the personal tab, or the account tab, where phone and email are bound. */
  info: (tab: 0 | 2) => `/personalCenter/info?tab=${tab}`,
  /** The verification after which phone and email are shown in full. */
  showContacts: () => "/personalCenter/info?tab=2&step=show",
  /**
   * The contact change flow (spec 4): prove the identity by phone or by email, then enter the new contact. `back` is
   * the page after it.
   */
  changeContact: (
    change: "phone" | "email",
    query: { by?: "phone" | "email"; step?: "new"; back?: string | undefined } = {},
  ) => addressOf("/personalCenter/info", { tab: 2, change, ...query }),
  /** The verification before a company account is unlinked. */
  unlinkCompanyAccount: (id: number) => addressOf("/personalCenter/info", { tab: 2, unlink: id }),
  /** A section of the settings; the first one without a name. */
  setting: (section?: "general" | "notices" | "password" | "sessions" | "privacy" | "data" | "close") =>
    section && section !== "general"
      ? `/personalCenter/setting?section=${section}`
      : "/personalCenter/setting",
  /** The form for missing personal information in dialog mode (spec 2.8); returns to `back` after saving. */
  completeInfo: (back: string) => `/personalCenter/info?enterType=dialog&back=${encodeURIComponent(back)}`,
  /** The form for suggestions; for a product's id the one that asks an engineer about it. */
  suggestion: (product?: number) => addressOf("/suggestion", { product }),
  /** A policy; `version` is an earlier version of it, `preview` the secret of one that is not published. */
  policy: (id: string, version?: string, preview?: string) =>
    addressOf(`${id === "activeprivacyPolicy" ? "" : "/legalNotices"}/${id}`, { version, preview }),
  /** The member's own suggestions, or complaints. */
  myAdvice: (kind?: "suggestion" | "complaint") =>
    kind === "complaint" ? "/suggestion/mine?kind=complaint" : "/suggestion/mine",
  advice: (number: string) => `/suggestion/mine/${number}`,
  /**
   * The form for a complaint to the operator: about a topic, a post in it or a person; without them about anything
   * else.
   */
  complaint: (about: { tid?: number; pid?: number; uid?: number } = {}) => addressOf("/complaint", about),
  /** The product centre, or one product class. */
  products: (id?: number, preview?: string) => addressOf("/products/index", { id, preview }),
  /** A class's list with products in its tray. */
  productsBeside: (id: number, compare: number[]) =>
    `/products/index?id=${id}${compare.length > 0 ? `&compare=${compare.join(",")}` : ""}`,
  /** `preview` is the secret of a version that is not published. */
  product: (id: number | string, preview?: string) => addressOf(`/products/details/${id}`, { preview }),
  /** A comparison of products; without ids the plain page, to which a form adds its fields. */
  compare: (ids: number[] = [], view: { only?: string | undefined; pin?: number | undefined } = {}) => {
    const search = new URLSearchParams(ids.map((id) => ["compare", String(id)]));
    if (view.only) search.set("only", view.only);
    if (view.pin !== undefined && ids.includes(view.pin)) search.set("pin", String(view.pin));
    return search.size > 0 ? `/products/compare?${search}` : "/products/compare";
  },
  /** `preview` is the secret of a version that is not published. */
  notice: (number: string, preview?: string) => addressOf(`/products/notices/${number}`, { preview }),
  /** The Atom feed of a product's versions and notices. */
  productFeed: (id: number) => `/feeds/product/${id}.atom`,
  /** A class's list for spreadsheets; `search` is the filter query. */
  productTable: (kind: "csv" | "xlsx", search: string) => `/products/table.${kind}${search}`,
  /** The moderation area, or one of its screens with a query. */
  moderation: (screen?: ModerationScreen, query: object = {}) =>
    screen ? addressOf(`/moderator/${screen}`, query) : "/moderator",
  /** The form of a piece of content; without a key that of a new one. */
  contentPiece: (kind: string, key = "new") => `/moderator/content/${kind}/${key}`,
  /** The endpoint for suggestions in the search box. */
  suggestions: (text: string) => `/search/suggest?q=${encodeURIComponent(text)}`,
  /** The old address of a topic, which redirects to its page. */
  legacyTopic: (tid: string) => `/postDetail?tid=${tid}`,
  aboutUs: () => "/aboutUs",
  /** News of all categories or of one. */
  information: (id?: number, page = 1) => addressOf("/information/index", { id: id || undefined, page }),
  /** `preview` is the secret of a version that is not published. */
  news: (id: number, preview?: string) => addressOf(`/information/details/${id}`, { preview }),
  newsFeed: (category?: number) => (category ? `/feeds/news/${category}.atom` : "/feeds/news.atom"),
  /** The endpoint of the follow buttons; it redirects back to the page. */
  follow: () => "/follow",
  /** The endpoint of the collect buttons; it redirects back to the page. */
  collect: () => "/collect",
  /** The endpoint that counts a started video. */
  play: () => "/play",
  /** The endpoint of the like and favourite buttons; it redirects back to the post. */
  reactions: () => "/reactions",
  /**
   * The endpoint for following and muting topics, blocking people and marking lists as read; it redirects back to the
   * page.
   */
  reading: () => "/reading",
  login: (redirect: string) => `/login?redirect=${encodeURIComponent(redirect)}`,
  /** `back` is the page after signing out; by default the forum. */
  logout: (back: string) =>
    back === paths.forum() ? "/logout" : `/logout?redirect=${encodeURIComponent(back)}`,
  /** The endpoint of the policy dialogs; it redirects back to the page. */
  privacy: () => "/privacy",
};
