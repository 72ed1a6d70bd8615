import { type Entry, safeName } from "../../files/storage/write-zip";
import type { Account, Services } from "../../server/context";
import type { Domain } from "../../server/domain";
import { type WrittenPost, writtenPosts } from "./written-posts";

/** The archive's format allows 65,535 files; further texts are only in the JSON lists, which are complete. */
const filesMaximum = { topics: 20_000, replies: 40_000 };

const isList = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** A value as JSON; a list is written row by row. */
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

/** Front matter with every value as JSON, which is valid YAML. */
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

/** The files that the domains export, by name. */
const listsOf = (domains: readonly Domain[]) =>
  domains.flatMap(({ personalData }) => Object.entries(personalData?.files ?? {}));

function readme({ settings, domains, now }: Services, account: Account): string {
  const lists = listsOf(domains);
  return `# ${settings.siteName}：${account.nickname} 的个人数据

导出时间（UTC）：${now().toISOString()}

文件都是 UTF-8 编码；JSON 里的时间是 UTC。

| 文件 | 内容 |
|---|---|
${lists.map(([name, { about }]) => `| ${name} | ${about} |`).join("\n")}
| topics.json、replies.json | 发表的全部主题和回复，含 Markdown 原文；visible 表示现在是否公开可见 |
| 主题/、回复/ | 同样的内容，一篇一个 .md 文件（最多 ${filesMaximum.topics} 篇主题、${filesMaximum.replies} 条回复，更多的只在 JSON 里） |

你自己删除的帖子和回复不在里面。
`;
}

/** About how many files the account's archive will have, from which the progress is computed. */
export function filesExpected({ domains }: Pick<Services, "domains">, account: Account): number {
  const lists = listsOf(domains).length + 3;
  const topics = Math.min(account.topics, filesMaximum.topics);
  return lists + topics + Math.min(Math.max(0, account.posts - account.topics), filesMaximum.replies);
}

/** All data of the account as the files of an archive. Of other people it contains only public names. */
export async function* archiveOf(services: Services, account: Account): AsyncGenerator<Entry> {
  const { database, domains } = services;
  yield { name: "README.md", text: [readme(services, account)] };
  for (const [name, { read }] of listsOf(domains)) yield { name, text: json(read(database, account)) };
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
