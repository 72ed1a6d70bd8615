import { addressOf } from "./address-query";

/**
 * The reply form's text area. Browsers focus a field that an address leads to, without any script.
 */
export const replyField = "reply-content";

/** Queries of a topic's address. */
export interface TopicQuery {
  /** The newest floors first, or those that are liked most. */
  order?: "new" | "likes" | undefined;
  /** The author's floors alone, from floor `since` on. */
  only?: "author" | undefined;
  since?: number | undefined;
  /** Shows every reply beneath this floor's post. */
  expand?: number;
  /** Aims the reply form at a post; 0 at the topic itself. */
  replyTo?: number;
  /**
   * Dialogs: about to delete or report a post, its edits (`version` is one of them), inviting people (`q` is
   * a search), ending the question.
   */
  remove?: number;
  report?: number;
  reported?: number;
  /** About to complain to the operator of a post. */
  complain?: number;
  /** About to moderate a post: floor 1 stands for its topic. */
  moderate?: number;
  history?: number;
  version?: number;
  /** About to accept a floor's answer. */
  accept?: number;
  invite?: 1;
  q?: string | undefined;
  accomplish?: 1;
  /** Leads to this floor. */
  floor?: number;
}

/** Queries of the message centre's address. */
export interface MessagesQuery {
  type?: "system" | "forum" | "inner" | undefined;
  /** Only what is unread; only this event; the stretch of the list before or after a place. */
  unread?: 1 | undefined;
  event?: string | undefined;
  before?: string | number | undefined;
  after?: string | number | undefined;
  /** The conversation with this person; `fresh` is the last message that was read before. */
  with?: number | undefined;
  fresh?: number | undefined;
  /** Dialogs of a conversation, and the list of whom one blocked. */
  block?: 1 | undefined;
  remove?: 1 | undefined;
  report?: number | undefined;
  reported?: 1 | undefined;
  blocks?: 1 | undefined;
  /** The decision that one appeals against: its row of the moderators' log. */
  appeal?: number | undefined;
}

/** Filters of a list of resources. */
export interface ResourcesQuery {
  /** A level of the tree. */
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
  /** Whether they checked in: 1, or 0 for those who did not. */
  came?: string | undefined;
  q?: string | undefined;
  page?: number | undefined;
}

/** The screens of the moderation area, by the last step of their addresses. */
type ModerationScreen =
  | "administrators"
  | "advice"
  | "audit"
  | "batch"
  | "content"
  | "forbiddenUser"
  | "log"
  | "module"
  | "overview"
  | "recycle"
  | "report"
  | "theme"
  | "traffic"
  | "userAuth"
  | "words";

/**
 * The addresses of the portal's screens, without a shell prefix (spec 2.1). Links go through `useShell().to`.
 */
export const paths = {
  home: () => "/home",
  forum: () => "/forum/all",
  forumList: (kind: "all" | "digest" | "hot" | "myfollow" | "publish") => `/forum/${kind}`,
  section: (fid: number) => `/forum/${fid}`,
  /**
   * A topic's page. `page` is a page of floors; `pid` a post on it; with `seek` the server finds the page
   * that has `pid`; the rest are the queries of `TopicQuery`.
   */
  topic: (
    tid: number,
    { page, pid, seek, ...query }: { page?: number; pid?: number; seek?: boolean } & TopicQuery = {},
  ) => {
    const asked = new URLSearchParams();
    if (seek && pid) asked.set("pid", String(pid));
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) asked.set(name, String(value));
    const search = asked.size > 0 ? `?${asked}` : "";
    const hash = query.replyTo !== undefined ? `#${replyField}` : pid ? `#post-${pid}` : "";
    return `/hsforum/thread-${tid}-${page ?? 1}-1.html${search}${hash}`;
  },
  /** A picture of the topic's address, for phones to read. */
  topicCode: (tid: number) => `/share/topic/${tid}.svg`,
  /** The picture beside a link to a topic; `version` tells one from an earlier one. */
  topicPicture: (tid: number, version: string) => `/og/topic-${tid}.png?v=${version}`,
  /** `asked` is what the editor begins with, such as a question about a file. */
  newTopic: (fid?: number, options: { title?: string; tags?: string; classId?: number } = {}) =>
    addressOf("/posting", { fid, ...options }),
  /** The draft of a new topic, by what stands after `topic:new:` in its target. */
  newTopicDraft: (key: string) => addressOf("/posting", { draft: key }),
  editTopic: (pid: number) => `/posting?pid=${pid}`,
  editPost: (pid: number) => `/posting/post?pid=${pid}`,
  user: (uid: number, tab?: "replies" | "favorites" | "following" | "followers") =>
    tab ? `/userhomepage?uid=${uid}&tab=${tab}` : `/userhomepage?uid=${uid}`,
  /** Somebody's page with what moderators may do about them. */
  moderatePerson: (uid: number) => `/userhomepage?uid=${uid}&moderate=1`,
  tags: (view?: "all" | "mine") => (view ? `/tags?${view}=1` : "/tags"),
  drafts: () => "/posting/drafts",
  draftVersions: (id: number) => `/posting/drafts?id=${id}`,
  /** Where signing in beside a page that is being written leads. */
  signedIn: () => "/posting/signedIn",
  tag: (id: number) => `/tags/${id}`,
  /** `back` is the page that the header's icon leads back to. */
  search: (options: { text?: string; back?: string } = {}) => {
    const query = new URLSearchParams({
      ...(options.text ? { q: options.text } : {}),
      ...(options.back ? { back: options.back } : {}),
    });
    return query.size > 0 ? `/search?${query}` : "/search";
  },
  devCenter: (query: { id?: number; prodId?: number } = {}) => addressOf("/devCenter/index", query),
  resources: (query: ResourcesQuery = {}) => addressOf("/resources/index", query),
  /** `download` begins one as soon as its version may be had; `preview` shows what is in a version. */
  resource: (id: number, query: { download?: number; preview?: number } = {}) =>
    addressOf(`/resources/details/${id}`, query),
  /** Counts the download of a version that lies elsewhere, and leads there. */
  download: (version: number) => `/resources/download/${version}`,
  videos: (query: { prodId?: number; page?: number } = {}) => addressOf("/resources/videos", query),
  video: (id: number) => `/resources/videos/${id}`,
  /** The training classes: all courses, or some of them. */
  courses: (query: CoursesQuery = {}) => addressOf("/trainingClass", query),
  course: (id: number) => `/trainingClass/details/${id}`,
  /** A lesson; `t` is a second of its video, `q` what is looked for in its transcript. */
  lesson: (id: number, query: { t?: number | undefined; q?: string; page?: number } = {}) =>
    addressOf(`/trainingClass/lessons/${id}`, query),
  exam: (id: number) => `/trainingClass/exams/${id}`,
  attempt: (id: number) => `/trainingClass/attempts/${id}`,
  /** By the number on it, for whoever has that. */
  certificate: (number: string) => `/trainingClass/certificates/${number}`,
  /** A picture of the certificate's address, for phones to read. */
  certificateCode: (number: string) => `/share/certificate/${number}.svg`,
  lecturers: (page = 1) => addressOf("/trainingClass/lecturers", { page }),
  lecturer: (id: number) => `/trainingClass/lecturers/${id}`,
  lives: (query: { over?: 1 | undefined; page?: number } = {}) => addressOf("/trainingClass/lives", query),
  learners: (course: number, page = 1) => addressOf(`/trainingClass/learners/${course}`, { page }),
  /** The recordings that a course's lecturers handed in. */
  courseVideos: (course: number, page = 1) => addressOf(`/trainingClass/videos/${course}`, { page }),
  /** Courses that one may manage, or one of them as it will be. */
  coursePreview: (query: { id?: number; page?: number } = {}) => addressOf("/classRoom/preview", query),
  /** The activities that one organises or judges. */
  organised: (page = 1) => addressOf("/activity/manage", { page }),
  /** The organisers' pages of an activity: its sign-ups with their filters, and the pages beside them. */
  manage: (activity: number, query: SignupsQuery = {}) => addressOf(`/activity/manage/${activity}`, query),
  manageSignup: (activity: number, signup: number) => `/activity/manage/${activity}/signups/${signup}`,
  manageTasks: (activity: number) => `/activity/manage/${activity}/tasks`,
  manageWorks: (activity: number) => `/activity/manage/${activity}/works`,
  signupTable: (activity: number) => `/activity/manage/${activity}/signups.csv`,
  /** The scanner at the entrance; `q` is who is looked for. A document of its own: link to it with reloadDocument. */
  scan: (activity?: number, q?: string) => addressOf("/activity/mscan", { id: activity, q }),
  /** Where the scanner's script asks, and hands over what it kept. */
  checkIn: () => "/check-in",
  scans: () => "/check-in/scans",
  universityTalents: () => "/universityTalents",
  /** Competitions and events: all, or some of them. */
  activities: (query: ActivitiesQuery = {}) => addressOf("/eventActivities/index", query),
  activity: (id: number) => `/eventActivities/details/${id}`,
  /** For calendars: one activity, or all that are not over; the same in both shells. */
  activityCalendar: (id?: number) =>
    id ? `/eventActivities/calendar/${id}.ics` : "/eventActivities/calendar.ics",
  /** All activities that one can sign up for now. */
  openActivities: () => "/active",
  /** An activity's short page, on the way to signing up (spec 2.1). */
  activityHome: (id: number) => `/activity/activityHome?id=${id}`,
  /** The registration form, for a category where one was chosen; `change` changes what one signed up with. */
  activityRegister: (id: number, query: { category?: string | undefined; change?: 1 } = {}) =>
    addressOf("/activity/activityRegister", { id, ...query }),
  /** One's own sign-up, or the categories to choose from (spec 2.1). */
  activityEntry: (id: number) => `/registEntry?id=${id}`,
  activityCode: (id: number) => `/activity/activityQrCode?id=${id}`,
  activityTeam: (id: number) => `/activity/team?id=${id}`,
  activityWork: (id: number) => `/activity/work?id=${id}`,
  /** By the key on it, for whoever has that. */
  activityProof: (key: string) => `/activity/proof/${key}`,
  /** The activities that one signed up for, organises or judges. */
  myActivities: (page = 1) => addressOf("/personalCenter/activities", { page }),
  /** The organisers' desk of an activity. */
  manageActivity: (id: number) => `/activity/manage/${id}`,
  /** The courses that one studies; `grades` is the transcript of grades. */
  study: (tab?: "grades", page = 1) => addressOf("/personalCenter/study", { tab, page }),
  gradesTable: () => "/study/grades.csv",
  /** Where a player says how far it is. */
  studyPosition: () => "/study/position",
  /** Where an exam's answers are kept as they are given. */
  /** Where a recording's pieces are sent to. */
  recording: () => "/editor/recording",
  examAnswer: () => "/study/answer",
  /** The editor with a question about a lesson, at a second of its video. */
  askLesson: (lesson: number, t?: number) => addressOf("/posting", { lesson, t: t || undefined }),
  /** One's collection: the topics, or works of another kind. */
  collection: (kind?: "product" | "resource" | "video" | "course" | "lesson", page = 1) =>
    addressOf("/personalCenter/collection", { kind, page }),
  /** The Atom feed of the newest topics; the same in both shells. */
  feed: (kind: "all" | "section" | "tag" | "user", id?: number) =>
    `/feeds/${id ? `${kind}/${id}` : kind}.atom`,
  messages: (query: MessagesQuery = {}) => {
    const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
    return pairs.length > 0
      ? `/personalCenter/msg?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`
      : "/personalCenter/msg";
  },
  /** One's conversation with somebody: at the first new message, or where it is written on. */
  conversation: (uid: number, query: Omit<MessagesQuery, "type" | "with"> = {}) =>
    `${paths.messages({ type: "inner", with: uid, ...query })}#${query.fresh === undefined ? "compose" : "fresh"}`,
  /** How many messages are unread, for the page that is open (spec 4, unread refresh). */
  unread: () => "/unread",
  bindPhone: () => "/personalCenter/info?tab=0",
  personal: (
    child:
      | "posts"
      | "Community"
      | "collection"
      | "study"
      | "activities"
      | "info"
      | "security"
      | "setting"
      | "follow"
      | "fans"
      | "msg",
  ) => `/personalCenter/${child}`,
  /** Where one shows again who one is, on the way to what cannot ask for it itself: a file. */
  confirmIdentity: (back: string) => addressOf("/personalCenter/security", { confirm: back }),
  /** Spec 2.1: the personal tab, or the account tab, where phone and email are bound. */
  info: (tab: 0 | 2) => `/personalCenter/info?tab=${tab}`,
  /** The verification after which phone and email are shown whole. */
  showContacts: () => "/personalCenter/info?tab=2&step=show",
  /** The contact change flow (spec 4): who one is, by phone or by email, then the new contact; `back` is where it ends. */
  changeContact: (
    change: "phone" | "email",
    query: { by?: "phone" | "email"; step?: "new"; back?: string | undefined } = {},
  ) => addressOf("/personalCenter/info", { tab: 2, change, ...query }),
  /** A section of the settings; the first without a name. */
  setting: (section?: "general" | "notices" | "password" | "sessions" | "privacy" | "data" | "close") =>
    section && section !== "general"
      ? `/personalCenter/setting?section=${section}`
      : "/personalCenter/setting",
  /** The form of personal information in dialog mode (spec 2.8), which leads back once it is saved. */
  completeInfo: (back: string) => `/personalCenter/info?enterType=dialog&back=${encodeURIComponent(back)}`,
  suggestion: () => "/suggestion",
  /** `version`: one that was in force before. */
  policy: (id: string, version?: string) =>
    `${id === "activeprivacyPolicy" ? "" : "/legalNotices"}/${id}${version ? `?version=${encodeURIComponent(version)}` : ""}`,
  /** One's own suggestions, or complaints. */
  myAdvice: (kind?: "suggestion" | "complaint") =>
    kind === "complaint" ? "/suggestion/mine?kind=complaint" : "/suggestion/mine",
  advice: (number: string) => `/suggestion/mine/${number}`,
  /**
   * A complaint to the operator: about a topic, a post in it, or a person; about something else without any.
   */
  complaint: (about: { tid?: number; pid?: number; uid?: number } = {}) => {
    const query = new URLSearchParams(Object.entries(about).map(([name, value]) => [name, String(value)]));
    return query.size > 0 ? `/complaint?${query}` : "/complaint";
  },
  /** The product centre, or one class. */
  products: (id?: number) => (id ? `/products/index?id=${id}` : "/products/index"),
  product: (id: number | string) => `/products/details/${id}`,
  /** Products side by side; without any the page itself, which a form asks by its fields. */
  compare: (ids: number[] = []) =>
    ids.length > 0
      ? `/products/compare?${new URLSearchParams(ids.map((id) => ["compare", String(id)]))}`
      : "/products/compare",
  notice: (number: string) => `/products/notices/${number}`,
  /** The Atom feed of a product's versions and notices. */
  productFeed: (id: number) => `/feeds/product/${id}.atom`,
  /** A class's filtered list for a spreadsheet; `search` is what it is filtered by. */
  productTable: (search: string) => `/products/table.csv${search}`,
  /** The moderation area, or one of its screens with what it is asked for. */
  moderation: (screen?: ModerationScreen, query: object = {}) =>
    screen ? addressOf(`/moderator/${screen}`, query) : "/moderator",
  /** The moderators' log for a spreadsheet. */
  moderationLogTable: () => "/moderator/log.csv",
  /** What the search box asks while somebody types. */
  suggestions: (text: string) => `/search/suggest?q=${encodeURIComponent(text)}`,
  /** A topic by the address that it had before, which leads to its page. */
  legacyTopic: (tid: string) => `/postDetail?tid=${tid}`,
  aboutUs: () => "/aboutUs",
  /** The parts of the home page whose date is still to come, for administrators. */
  homePreview: () => "/home/preview",
  /** News, of everything or of one category. */
  information: (id?: number, page = 1) => {
    const query = new URLSearchParams({
      ...(id ? { id: String(id) } : {}),
      ...(page > 1 ? { page: String(page) } : {}),
    });
    return query.size > 0 ? `/information/index?${query}` : "/information/index";
  },
  news: (id: number) => `/information/details/${id}`,
  newsFeed: (category?: number) => (category ? `/feeds/news/${category}.atom` : "/feeds/news.atom"),
  /** Where the follow buttons post to; it leads back to the page. */
  follow: () => "/follow",
  /** Where the collect buttons post to; it leads back to the page. */
  collect: () => "/collect",
  /** Where a video that begins says so. */
  play: () => "/play",
  /** Where the like and favourite buttons post to; it leads back to the post. */
  reactions: () => "/reactions",
  /** Where topics are followed and muted, people blocked and lists marked read; it leads back to the page. */
  reading: () => "/reading",
  login: (redirect: string) => `/login?redirect=${encodeURIComponent(redirect)}`,
  /** `back` is where it leads afterwards: the forum of the visitor's shell, for one. */
  logout: (back: string) =>
    back === paths.forum() ? "/logout" : `/logout?redirect=${encodeURIComponent(back)}`,
  /** Where the policy dialogs post to; it leads back to the page. */
  privacy: () => "/privacy",
};
