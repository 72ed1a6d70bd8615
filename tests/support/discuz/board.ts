import { createHash } from "node:crypto";
import { hashSync } from "@node-rs/bcrypt";
import type { OldRow, OldTables, OldValue } from "gateway/discuz/read/old-tables";
import type { UploadedFiles } from "gateway/discuz/read/uploaded-files";
import sharp from "sharp";
import { tablesOf, type Version } from "./schema";

/**
 * A board as real ones are, drawn by a seed: broken codes, characters that GBK lacks, missing files, lost authors,
 * sections that are gone, split tables, destroyed floors.
 */
export interface Board {
  version: Version;
  rows: Record<string, Record<string, OldValue>[]>;
  /** The files of attachments and avatars by their paths. */
  files: Map<string, Buffer>;
  avatars: Map<string, Buffer>;
}

export const password = (uid: number) => `旧密码-${uid}`;
const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const start = 1_400_000_000;
/** The entry that a moved topic left; far above the others, so that a larger board has it too. */
export const movedTid = 800_000;

/** Numbers from a seed (Park and Miller), so that a board is the same each time. */
function drawn(seed: number) {
  let state = seed % 2_147_483_647;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** What the board stores for a section that asks for nothing. */
const noFormula = 'a:5:{i:0;s:0:"";i:1;s:0:"";s:7:"message";s:0:"";s:5:"medal";N;s:5:"users";s:0:"";}';

const pieces = [
  "板子上电后没有输出，",
  "[b]请问[/b]这是为什么？",
  "[quote][size=2][url=forum.php?mod=redirect&goto=findpost&pid=PID&ptid=TID][color=#999999]某人 发表于 2014-6-1[/color][/url][/size]\n引用的原文[/quote]\n",
  "[code]int a[4];\na[i] = 1;[/code]",
  "[url=http://bbs.example.com/thread-TID-1-1.html]见旧帖[/url]",
  "[url=thread-TID-1-1.html]相对链接[/url]",
  "[b]没有写完 [i]斜体",
  "[table][tr][td]型号[/td][td]电压[/td][/tr][tr][td]A1[/td][td]3.3[/td][/tr][/table]",
  "表情 :) {:4_93:} 和 &#128512; 😀",
  "[hide]回复可见的内容[/hide]",
  "[unknown=1]不认识[/unknown]",
  "[list=1]\n[*]第一\n[*]第二\n[/list]",
  "[size=5][color=Red]大红字[/color][/size]\n",
  "a[0] < b[1] && $x$ *星号*",
  "\n\n换段。",
];

class BoardMaker {
  readonly rows: Board["rows"] = {};
  readonly files = new Map<string, Buffer>();
  private readonly draw: (below: number) => number;
  private pid = 0;
  private aid = 0;

  constructor(
    readonly version: Version,
    seed: number,
    private readonly members: number,
    private readonly pictures: readonly Buffer[],
  ) {
    this.draw = drawn(seed);
  }

  add(table: string, row: Record<string, OldValue>): void {
    this.rows[table] ??= [];
    this.rows[table].push(row);
  }

  people(): void {
    for (let uid = 1; uid <= this.members; uid += 1) {
      const isNew = this.version === "3.5" && uid % 2 === 0;
      // A cheap hash: its cost stands in it.
      const hash = isNew
        ? hashSync(password(uid), 4).replace(/^\$2b\$/, "$2y$")
        : md5(`${md5(password(uid))}a1b2c3`);
      const email = uid === 7 ? "uid6@old.example" : uid === 8 ? "not-an-address" : `uid${uid}@old.example`;
      const name = uid === 9 ? "会员１" : uid === 1 ? "会员1" : `会员${uid}`;
      this.add("common_member", {
        uid,
        email,
        username: name,
        status: uid === 10 ? -1 : 0,
        emailstatus: uid === 7 ? 1 : 0,
        avatarstatus: uid <= 3 ? 1 : 0,
        adminid: uid <= 2 ? uid : 0,
        groupid: uid === 11 ? 4 : uid === 12 ? 5 : 10,
        groupexpiry: 0,
        regdate: start + uid,
        ...(this.version === "3.5"
          ? { secmobile: uid === 4 ? "13900000004" : "", secmobilestatus: uid === 4 ? 1 : 0 }
          : {}),
      });
      this.add("ucenter_members", {
        uid,
        username: name,
        password: hash,
        email,
        salt: isNew ? "" : "a1b2c3",
      });
      this.add("common_member_profile", {
        uid,
        realname: "",
        gender: uid % 3,
        bio: `简介 ${uid}`,
        company: "某公司",
        occupation: "",
        graduateschool: "",
      });
      this.add("common_member_field_forum", { uid, sightml: `[b]签名[/b] ${uid}` });
      if (uid > 1) this.add("home_friend", { uid, fuid: 1, dateline: start + uid });
    }
  }

  sections(): void {
    const section = (fid: number, type: string, fup: number, name: string, status = 1) =>
      this.add("forum_forum", { fid, fup, type, name, status, displayorder: fid });
    section(1, "group", 0, "技术区");
    section(2, "forum", 1, "硬件 &amp; 驱动");
    section(3, "forum", 1, "软件");
    section(4, "sub", 3, "软件子版");
    section(5, "forum", 1, "内部版块");
    section(6, "forum", 1, "藏起来的", 0);
    for (const fid of [1, 2, 3, 4, 5, 6])
      this.add("forum_forumfield", {
        fid,
        description: `<b>说明</b> ${fid}`,
        password: "",
        rules: "[b]版规[/b]：文明发帖",
        viewperm: fid === 5 ? "\t1\t2\t" : "",
        formulaperm: noFormula,
      });
    for (const [typeid, fid] of [
      [1, 2],
      [2, 2],
      [3, 3],
    ] as const)
      this.add("forum_threadclass", { typeid, fid, name: `分类${typeid}`, displayorder: typeid });
    this.add("forum_moderator", { uid: 3, fid: 2, displayorder: 0 });
    for (const tagid of [1, 2, 3, 4, 5, 6, 7])
      this.add("common_tag", { tagid, tagname: `标签${tagid}`, status: 0 });
    this.add("common_setting", { skey: "postperpage", svalue: "10" });
    this.add("common_setting", { skey: "siteurl", svalue: "http://bbs.example.com/" });
  }

  private attachment(tid: number, pid: number, uid: number): number {
    this.aid += 1;
    const aid = this.aid;
    const tableid = tid % 10;
    const isImage = aid % 3 !== 0;
    const path = `201406/01/${aid}.${isImage ? "png" : "attach"}`;
    this.add("forum_attachment", { aid, tid, pid, uid, tableid, downloads: aid });
    this.add(`forum_attachment_${tableid}`, {
      aid,
      tid,
      pid,
      uid,
      dateline: start,
      filename: isImage ? `图 ${aid}.png` : `日志${aid}.txt`,
      filesize: 10,
      attachment: path,
      remote: 0,
      description: "",
      readperm: 0,
      price: 0,
      isimage: isImage ? 1 : 0,
      width: 0,
      thumb: 0,
      picid: 0,
    });
    // Every fifth file is missing.
    const picture = this.pictures[aid % this.pictures.length] as Buffer;
    if (aid % 5 !== 0) this.files.set(`forum/${path}`, isImage ? picture : Buffer.from(`log ${aid}\n`));
    return aid;
  }

  private message(tid: number, pid: number): string {
    const parts = Array.from({ length: 1 + this.draw(4) }, () => pieces[this.draw(pieces.length)] ?? "");
    return parts
      .join("")
      .replaceAll("PID", String(Math.max(1, pid - this.draw(20))))
      .replaceAll("TID", String(Math.max(1, tid - this.draw(5))));
  }

  post(
    topic: { tid: number; fid: number; table: number },
    more: { position: number; authorid: number; dateline: number } & Record<string, OldValue>,
  ): number {
    this.pid += 1;
    const pid = this.pid;
    const { tid, fid, table } = topic;
    const first = more.position === 1 ? 1 : 0;
    const hasFile = this.draw(12) === 0;
    const aids = hasFile
      ? [this.attachment(tid, pid, more.authorid), this.attachment(tid, pid, more.authorid)]
      : [];
    const named = aids[0] ? `\n[attach]${aids[0]}[/attach]` : "";
    this.add(table > 0 ? `forum_post_${table}` : "forum_post", {
      pid,
      fid,
      tid,
      first,
      author: `会员${more.authorid}`,
      subject: "",
      message: `第 ${pid} 帖。${this.message(tid, pid)}${named}`,
      useip: "127.0.0.1",
      invisible: 0,
      anonymous: 0,
      usesig: 1,
      htmlon: 0,
      bbcodeoff: 0,
      smileyoff: 0,
      parseurloff: 0,
      attachment: hasFile ? 2 : 0,
      status: 0,
      tags: "",
      comment: 0,
      ...more,
    });
    return pid;
  }

  topic(tid: number, replies: number): void {
    const draw = this.draw;
    const fid = tid % 41 === 0 ? -3 : tid % 37 === 0 ? 99 : 2 + (tid % 4);
    const authorid = tid % 29 === 0 ? 9_999 : 1 + draw(this.members);
    const dateline = start + tid * 1_000;
    const special = tid % 13 === 0 ? 1 : tid % 17 === 0 ? 3 : 0;
    const displayorder = tid % 31 === 0 ? -1 : tid % 43 === 0 ? -2 : tid % 50 === 0 ? 1 : 0;
    const table = tid % 4;
    this.add("forum_thread", {
      tid,
      fid,
      posttableid: table,
      typeid: fid === 2 ? 1 : 0,
      readperm: tid % 47 === 0 ? 20 : 0,
      price: special === 3 ? -10 : 0,
      author: `会员${authorid}`,
      authorid,
      subject: `主题 ${tid} &lt;测试&gt; &#128512;`,
      dateline,
      lastpost: dateline + replies * 10,
      lastposter: "",
      views: draw(5_000),
      replies,
      displayorder,
      highlight: tid % 10 === 0 ? 41 : 0,
      digest: tid % 20 === 0 ? 1 : 0,
      special,
      closed: tid % 23 === 0 ? 1 : 0,
      recommends: 1,
      recommend_add: 1,
      recommend_sub: 0,
      isgroup: 0,
      stamp: tid % 20 === 8 ? 3 : -1,
      icon: -1,
    });
    const topic = { tid, fid, table };
    this.post(topic, { position: 1, authorid, dateline });
    for (let at = 1; at <= replies; at += 1) {
      // Every seventh topic lost a floor.
      const position = at + 1 + (tid % 7 === 0 && at > 2 ? 1 : 0);
      const by = 1 + draw(this.members);
      const pid = this.post(topic, {
        position,
        authorid: by,
        dateline: special === 3 && at === 2 ? dateline + 1 : dateline + at * 10,
        invisible: (tid + at) % 53 === 0 ? -5 : (tid + at) % 59 === 0 ? -2 : 0,
        anonymous: (tid + at) % 61 === 0 ? 1 : 0,
        status: (tid + at) % 67 === 0 ? 1 : 0,
      });
      if (at === 1) {
        this.add("forum_hotreply_number", { pid, tid, support: 1 });
        this.add("forum_hotreply_member", { tid, pid, uid: 1 + draw(this.members), attitude: 1 });
      }
    }
    this.add("forum_memberrecommend", { tid, recommenduid: 1 + draw(this.members), dateline });
    if (tid % 3 === 0)
      for (const tagid of [1 + (tid % 7), 1 + ((tid + 1) % 7)])
        this.add("common_tagitem", { tagid, itemid: tid, idtype: "tid" });
    if (special === 1) {
      this.add("forum_poll", { tid, voters: 5, multiple: 0 });
      for (const at of [1, 2])
        this.add("forum_polloption", {
          polloptionid: tid * 2 + at,
          tid,
          votes: at,
          displayorder: at,
          polloption: `选项 ${at}`,
        });
    }
  }

  rest(topics: number): void {
    for (let favid = 1; favid <= 20; favid += 1)
      this.add("home_favorite", {
        favid,
        uid: 1 + (favid % this.members),
        id: favid % 5 === 0 ? 2 : 1 + (favid % topics),
        idtype: favid % 5 === 0 ? "fid" : "tid",
        dateline: start + favid,
      });
    for (const plid of [1, 2, 3]) {
      this.add("ucenter_pm_lists", {
        plid,
        authorid: 1,
        pmtype: plid === 3 ? 2 : 1,
        members: 2,
        min_max: plid === 3 ? "" : `1_${plid + 1}`,
        dateline: start,
      });
      for (const at of [1, 2])
        this.add(`ucenter_pm_messages_${plid}`, {
          pmid: plid * 10 + at,
          plid,
          authorid: at === 1 ? 1 : plid + 1,
          message: `[b]私信[/b] ${at}`,
          delstatus: 0,
          dateline: start + at,
        });
    }
    this.add("portal_article_title", { aid: 1, title: "推荐", id: 1, idtype: "tid" });
    this.add("portal_article_title", { aid: 2, title: "独立文章", id: 0, idtype: "" });
    this.add("home_notification", { id: 1, uid: 1, note: "提醒" });
    // A topic that was moved leaves an entry, and a post lost its topic.
    this.add("forum_thread", {
      ...(this.rows.forum_thread?.[0] ?? {}),
      tid: movedTid,
      closed: 2,
      replies: 0,
    });
    this.pid = 9_000_000;
    this.post({ tid: 900_000, fid: 2, table: 0 }, { position: 1, authorid: 1, dateline: start });
  }
}

/** @param posts about how many posts it has @param pictures what is attached, in turn; else a small one */
export async function makeBoard(
  version: Version,
  {
    posts,
    members = 40,
    seed = 7,
    pictures,
  }: { posts: number; members?: number; seed?: number; pictures?: readonly Buffer[] },
): Promise<Board> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#39c" } })
    .png()
    .toBuffer();
  const maker = new BoardMaker(version, seed, members, pictures ?? [picture]);
  maker.people();
  maker.sections();
  const perTopic = 10;
  const topics = Math.max(2, Math.round(posts / perTopic));
  for (let tid = 1; tid <= topics; tid += 1) maker.topic(tid, tid === 2 ? 25 : perTopic - 1);
  maker.rest(topics);
  const avatars = new Map([["000/00/00/01_avatar_big.jpg", picture]]);
  return { version, rows: maker.rows, files: maker.files, avatars };
}

/** The board's files as the import reads them. */
export const filesInMemory = ({ files, avatars }: Pick<Board, "files" | "avatars">): UploadedFiles => ({
  read: async (path) => files.get(path) ?? null,
  size: async (path) => files.get(path)?.byteLength ?? null,
  avatar: async (path) => avatars.get(path) ?? null,
});

/** The board's tables as the import reads them. */
export function tablesInMemory(
  { rows, version }: Pick<Board, "rows" | "version">,
  now = 2_000_000_000,
): OldTables {
  const known = { ...tablesOf(version), ...rows };
  const of = (table: string): OldRow[] => rows[table] ?? [];
  return {
    has: async (table) => Object.hasOwn(known, table),
    after: async (table, key, above, limit) =>
      of(table)
        .filter((row) => Number(row[key]) > above)
        .sort((one, other) => Number(one[key]) - Number(other[key]))
        .slice(0, limit),
    where: async (table, column, values) => {
      const wanted = new Set(values);
      return of(table).filter((row) => wanted.has(row[column] ?? null));
    },
    count: async (table) => of(table).length,
    now: async () => now,
  };
}
