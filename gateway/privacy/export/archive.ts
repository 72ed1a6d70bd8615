import type { Account, Services } from "../../server/context";
import { recordsOf, type WrittenPost, writtenPosts } from "./records";
import { type Entry, safeName } from "./zip";

/**
 * An archive of this format names 65,535 files at most: what is beyond is in the JSON lists, which have every
 * text.
 */
const filesMaximum = { topics: 20_000, replies: 40_000 };

const isList = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** A value as JSON; a list piece by piece. */
async function* json(value: AsyncIterable<unknown> | Promise<unknown>): AsyncGenerator<string> {
  if (!isList(value)) {
    yield `${JSON.stringify(await value, null, 2)}\n`;
    return;
  }
  let before = "[";
  for await (const row of value) {
    yield `${before}\n${JSON.stringify(row)}`;
    before = ",";
  }
  yield before === "[" ? "[]\n" : "\n]\n";
}

/** Front matter: every value as JSON, which YAML reads. */
function markdown(fields: Record<string, unknown>, text: string): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n${text.trimEnd()}\n`;
}

const kinds = {
  topics: {
    folder: "主题",
    record: ({
      tid,
      ownTitle: title,
      section,
      tags,
      source,
      likes,
      listed,
      createdAt,
      editedAt,
    }: WrittenPost) => ({
      tid,
      title,
      section,
      tags,
      createdAt,
      editedAt,
      likes,
      visible: listed,
      text: source,
    }),
    fileName: (post: WrittenPost) => `${post.tid}-${safeName(post.ownTitle)}.md`,
  },
  replies: {
    folder: "回复",
    record: ({
      id: pid,
      tid,
      title: topic,
      section,
      floor,
      source,
      likes,
      listed,
      createdAt,
      editedAt,
    }: WrittenPost) => ({
      pid,
      tid,
      topic,
      section,
      floor,
      createdAt,
      editedAt,
      likes,
      visible: listed,
      text: source,
    }),
    fileName: (post: WrittenPost) => `${post.id}-${safeName(post.title ?? "")}.md`,
  },
} as const;

async function* records(posts: AsyncIterable<WrittenPost>, record: (post: WrittenPost) => object) {
  for await (const post of posts) yield record(post);
}

function readme(account: Account, siteName: string, at: Date): string {
  return `# ${siteName}：${account.nickname} 的个人数据

导出时间（UTC）：${at.toISOString()}

文件都是 UTF-8 编码；JSON 里的时间是 UTC。

| 文件 | 内容 |
|---|---|
| account.json | 账号：昵称、手机号、邮箱、设置 |
| profile.json | 个人资料，以及提交审核的修改 |
| consents.json | 对各项政策的同意、拒绝和撤回 |
| visits.json | 来访记录：时间和来源 |
| analytics.json | 使用统计：登录时打开的页面、点击和加载快慢，最近 30 天 |
| sessions.json | 登录记录：设备、地址、时间 |
| follows.json、favorites.json、likes.json | 关注、收藏的帖子、点赞 |
| readings.json | 读过、关注和静音的帖子，各读到哪一楼 |
| collections.json | 收藏的产品、资源、视频和课程 |
| studies.json | 学过的课程和课、考试成绩和作答、证书、作为讲师上传的录像 |
| blocks.json | 屏蔽的人 |
| notifications.json | 收到的通知 |
| messages.json | 你发出的私信。别人写给你的私信是对方的内容，不在这里 |
| suggestions.json、complaints.json、reports.json | 意见建议、投诉、举报 |
| activities.json | 活动报名：填写的内容、状态、队伍和作品 |
| drafts.json | 草稿和它的历史版本 |
| uploads.json | 上传过的文件和地址。文件本身可以按地址下载 |
| topics.json、replies.json | 发表的全部主题和回复，含 Markdown 原文；visible 表示现在是否公开可见 |
| 主题/、回复/ | 同样的内容，一篇一个 .md 文件（最多 ${filesMaximum.topics} 篇主题、${filesMaximum.replies} 条回复，更多的只在 JSON 里） |

你自己删除的帖子和回复不在里面。
`;
}

/** About how many files the archive of an account will have: what its progress is told by. */
export function filesExpected({ database }: Pick<Services, "database">, account: Account): number {
  const lists = Object.keys(recordsOf(database, account)).length + 3;
  const topics = Math.min(account.topics, filesMaximum.topics);
  return lists + topics + Math.min(Math.max(0, account.posts - account.topics), filesMaximum.replies);
}

/**
 * Everything that is the account's own, as the files of an archive. Nothing in it is another person's but
 * public names.
 */
export async function* archiveOf(
  { database, settings, now }: Services,
  account: Account,
): AsyncGenerator<Entry> {
  yield { name: "README.md", text: [readme(account, settings.siteName, now())] };
  for (const [name, read] of Object.entries(recordsOf(database, account))) yield { name, text: json(read()) };
  for (const what of ["topics", "replies"] as const) {
    const { folder, record, fileName } = kinds[what];
    yield { name: `${what}.json`, text: json(records(writtenPosts(database, account.id, what), record)) };
    let files = 0;
    for await (const post of writtenPosts(database, account.id, what)) {
      if (files >= filesMaximum[what]) break;
      files += 1;
      const { text, ...fields } = record(post);
      yield { name: `${folder}/${fileName(post)}`, text: [markdown(fields, text)] };
    }
  }
}
