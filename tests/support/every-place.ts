import { type Screen, type ShellName, screens } from "../../app/navigation/screens";
import { shells, someTopic } from "../http/support";
import { demoAccounts } from "./accounts";
import type { BreakablePortal } from "./breakable-portal";
import type { PlainBrowser } from "./plain-browser";
import { screenAddress } from "./screen-addresses";
import { signInWithPassword } from "./sign-in";

export type Who = "visitor" | "member" | "admin";

/** A screen at one of its addresses, and who looks at it. */
export interface Place {
  screen: Screen;
  who: Who;
  /** By shell; a shell that does not have the screen has none. */
  addresses: Partial<Record<ShellName, string>>;
}

export interface EveryPlace {
  browsers: Record<Who, Record<ShellName, PlainBrowser>>;
  places: Place[];
}

/**
 * Other addresses at which a screen makes other calls. `TID` and `PID` are a topic and its first post; `MYTID`, `OWN`,
 * `MINE` and `DRAFT` are the member's own (`ownTexts`).
 */
const states: Record<string, string[]> = {
  "/forum/publish": ["?tab=replies", "?tab=drafts"],
  "/hsforum/:thread": ["?report=PID"],
  "/postDetail": ["invite=1&q=林", "accomplish=1", "remove=OWN"].map((query) => `?tid=MYTID&${query}`),
  "/posting": ["?fid=101", "?pid=OWN", "?lesson=10101&t=5"],
  "/posting/post": ["?pid=MINE"],
  "/posting/drafts": ["?id=DRAFT"],
  "/search": ["?q=Hi3861", "?q=Hi3861&type=topics"],
  "/userhomepage": ["?uid=1&tab=replies", "?uid=1&tab=following", "?uid=1&tab=favorites"],
  "/tags": ["?all=1", "?mine=1", "?q=L"],
  "/personalCenter/info": ["?tab=2", "?tab=2&change=phone"],
  "/personalCenter/setting": [
    "notices",
    "sessions",
    "privacy",
    "privacy&withdraw=UserHidev",
    "data",
    "close",
  ].map((one) => `?section=${one}`),
  "/personalCenter/posts": ["?tab=replies"],
  "/personalCenter/follow": ["?tab=tags", "?tab=topics", "?tab=products"],
  "/personalCenter/collection": ["product", "resource", "video", "course", "lesson"].map(
    (kind) => `?kind=${kind}`,
  ),
  "/personalCenter/study": ["?tab=grades", "?tab=notes"],
  "/eventActivities/index": ["?kind=competition&q=赛"],
  "/trainingClass": ["?classId=1", "?lecturerId=1", "?prodId=110101&page=2", "?path=1"],
  "/trainingClass/lessons/:id": ["?t=5"],
  "/trainingClass/lives": ["?over=1"],
  "/classRoom/preview": ["?id=101"],
  "/activity/mscan": ["?id=1", "?id=1&q=路过"],
  "/activity/manage/:id": ["?state=pending&category=student&came=0&q=zz"],
  "/personalCenter/msg": ["?type=inner", "?with=1", "?with=1&block=1", "?with=1&remove=1", "?blocks=1"],
  "/suggestion/mine": ["?kind=complaint"],
  "/complaint": ["?tid=TID", "?uid=1"],
  "/devCenter/index": ["?id=11", "?prodId=110101"],
  "/products/index": ["?id=1101"],
  "/resources/index": ["?view=support", "?prodId=110101"],
  "/moderator/forbiddenUser": ["?uid=3", "?user=m", "?networks=1"],
  "/moderator/userAuth": ["?fid=101&person=3"],
  "/moderator/advice": [
    ...["?kind=complaint", "?kind=message", "?kind=canned&edit=1"],
    "?state=late&type=feature&status=working&text=YJ&user=m&assignee=nobody&number=YJ20260101-ABCDEF&shown=YJ20260101-ABCDEF",
  ],
  "/moderator/report": ["?appeals=open"],
  "/moderator/numbers": ["?of=versions&days=90", "?of=progress", "?of=questions", "?of=misses"],
  "/moderator/content/:kind": ["?text=EOL&state=published&only=drafted", "?table="],
  "/moderator/content/:kind/:key/versions": ["?version=1"],
  "/moderator/words": ["?level=review", "?was=刷单兼职", "?scan=1"],
  "/legalNotices/:id": ["?version=V0"],
};

/** Screens of organisers. Administrators organise all activities. */
const organisers = /^\/activity\/(?:mscan|manage)/;

/**
 * Every screen, opened by a visitor and by the person that it is for. It reads the table of screens, so a new screen is
 * included.
 */
export async function everyPlace(portal: BreakablePortal): Promise<EveryPlace> {
  const browsers = {} as EveryPlace["browsers"];
  for (const who of ["visitor", "member", "admin"] as const)
    for (const { shell, headers } of shells) {
      const browser = portal.browser(headers);
      if (who !== "visitor") await signInWithPassword(browser, demoAccounts[who]);
      browsers[who] = { ...browsers[who], [shell]: browser };
    }
  const tid = /thread-(\d+)/.exec(await someTopic(browsers.visitor.desktop))?.[1] ?? "";
  const topic = await browsers.member.desktop.get(`/postDetail?tid=${tid}`);
  const PID = /post-(\d+)/.exec(topic.$("[id^='post-']").first().attr("id") ?? "")?.[1] ?? "";
  const SIGNUP = await signupOf(browsers.admin.desktop);
  const names = Object.entries({ ...(await ownTexts(browsers.member.desktop)), TID: tid, PID, SIGNUP });
  const filled = (query: string) => names.reduce((text, [name, value]) => text.replace(name, value), query);
  return { browsers, places: shownScreens().flatMap((screen) => placesOf(screen, Number(tid), filled)) };
}

/** Makes the member's list with a part and a document, which is shared, and keeps a search. */
async function ownList(member: PlainBrowser): Promise<Record<string, string>> {
  const part = await member.get("/lists/add?kind=product&ids=110101");
  await member.submit(part, { intent: "add" }, { list: "new", name: "网关板", quantity: "10", note: "主控" });
  const resource = await member.get("/lists/add?kind=resource&ids=2101001");
  const list = await member.submit(resource, { intent: "add" });
  const shared = await member.submit(list, { intent: "share" });
  await member.submit(
    await member.get(`/lists/keep?address=${encodeURIComponent("/search?q=Wi-Fi")}`),
    { intent: "keep" },
    { name: "找 Wi-Fi" },
  );
  const address = shared.$("main a[href*='/lists/shared/']").attr("href") ?? "";
  return {
    THELIST: list.url.pathname.split("/").at(-1) ?? "",
    THEKEY: address.split("/").at(-1) ?? "",
  };
}

/** Creates the member's own texts: a topic, its first post, a reply, a draft, and an exam attempt. */
async function ownTexts(member: PlainBrowser): Promise<Record<string, string>> {
  const editor = await member.get("/posting");
  await member.submit(editor, { intent: "draft" }, { title: "还没写完", content: "一段正文" });
  const drafts = await member.get("/posting/drafts");
  const topics = await member.get("/personalCenter/posts");
  const replies = await member.get("/personalCenter/posts?tab=replies");
  const topic = await member.get(topics.$("main a[href*='/hsforum/thread-']").first().attr("href") ?? "");
  const attempt = await member.submit(await member.get("/trainingClass/exams/1"), { intent: "start" });
  const at = replies.$("main a[href*='pid=']").first().attr("href") ?? "";
  return {
    ...(await ownList(member)),
    ATTEMPT: attempt.url.pathname.split("/").at(-1) ?? "",
    MYTID: /thread-(\d+)/.exec(topic.url.pathname)?.[1] ?? "",
    OWN: /pid=(\d+)/.exec(topic.$("a[href*='/posting?pid=']").attr("href") ?? "")?.[1] ?? "",
    MINE: /pid=(\d+)/.exec(at)?.[1] ?? "",
    DRAFT: /id=(\d+)/.exec(drafts.$("main a[href*='/posting/drafts?id=']").attr("href") ?? "")?.[1] ?? "",
  };
}

/** The id of the sign-up of a walk-in guest. */
async function signupOf(organiser: PlainBrowser): Promise<string> {
  const scanner = await organiser.get("/activity/mscan?id=1");
  const signed = await organiser.submit(scanner, { intent: "walkIn" }, { name: "李路过" });
  return signed.$("[data-answer] input[name=signupId]").attr("value") ?? "";
}

function shownScreens(): Screen[] {
  return screens.filter(({ title, path }) => title !== "" && path !== "/suggestion/mine/:number");
}

function placesOf(screen: Screen, tid: number, filled: (query: string) => string): Place[] {
  const addressesOf = (query: string): Place["addresses"] =>
    Object.fromEntries(
      shells
        .filter(({ shell }) => !screen.only || screen.only === shell)
        .map(({ shell }) => {
          const base = screenAddress(screen, shell, tid);
          return [shell, filled(query ? base.split("?")[0] + query : base)];
        }),
    );
  const people: Who[] = [
    "visitor",
    screen.access === "forumAdmin" || organisers.test(screen.path) ? "admin" : "member",
  ];
  const queries = screen.path === "/posting/post" ? [] : [""];
  return [...queries, ...(states[screen.path] ?? [])].flatMap((query) =>
    people.map((who) => ({ screen, who, addresses: addressesOf(query) })),
  );
}
