import { plainText } from "contract/base/plain-text";
import { max, sql } from "drizzle-orm";
import { readPackFolder } from "gateway/content/pack/pack-files";
import { parsePack } from "gateway/content/pack/parse-pack";
import type { Database } from "gateway/database/open";
import { posts } from "gateway/database/schema";
import { lexemesOf, windowMark, windowSizes } from "gateway/search/index/document";
import { renderMarkdown } from "gateway/text/markdown";

/** The numbers of different texts. The forum repeats these texts. */
const [replyTexts, topicTexts] = [2_000, 1_000];

/** A third of all texts end with this sentence, so that its words are as common as words get in a forum. */
const commonSentence = "驱动通过串口打印日志，UART driver 的波特率见上。";
export const commonWords = { chinese: "串口 驱动", latin: "uart driver" };
const commonShare = 3;

const postsAtOnce = 100_000;

/** Pseudo-random numbers, the same on every run. */
function* draws(seed: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

interface Texts {
  topics: { title: string; tags: string[]; html: string }[];
  replies: string[];
}

/**
 * Mixed sentences of the demo pack: words have natural frequencies, and texts differ.
 */
async function mixedTexts(): Promise<Texts> {
  const { pack, problems } = await parsePack(await readPackFolder("content/demo"));
  if (!pack) throw new Error(`the demo pack is in disorder: ${JSON.stringify(problems)}`);
  const paragraphs = (source: string) =>
    source.split(/\n{2,}/).filter((paragraph) => paragraph.trim().length > 20 && !paragraph.includes("```"));
  const bodies = pack.topics.flatMap(({ source }) => paragraphs(source));
  const answers = pack.topics.flatMap(({ replies }) => replies.flatMap(({ source }) => paragraphs(source)));
  const draw = draws(7);
  const one = <Item>(items: Item[]): Item => items[Number(draw.next().value) % items.length] as Item;
  const some = (items: string[], count: number) =>
    Array.from({ length: count }, () => one(items)).join("\n\n");
  const text = (items: string[], count: number, at: number) =>
    renderMarkdown(`${some(items, count)}${at % commonShare === 0 ? `\n\n${commonSentence}` : ""}`);
  return {
    topics: Array.from({ length: topicTexts }, (_, at) => {
      const [first, second] = [one(pack.topics), one(pack.topics)];
      return {
        title: `${first.title.slice(0, 30)}，${second.title.slice(0, 20)}`,
        tags: first.tags,
        html: text(bodies, 4, at),
      };
    }),
    replies: Array.from({ length: replyTexts }, (_, at) =>
      text(answers, 1 + (Number(draw.next().value) % 2), at),
    ),
  };
}

/** The window marks of a row, as SQL over its id. */
const marks = sql.raw(
  `array_to_tsvector(array[${windowSizes.map((size) => `'${windowMark(size, 0).replace(/0$/, "")}' || (written.id / ${size})`).join(", ")}])`,
);

/** Gives a generated forum these texts and their documents. Ends with a vacuum and new indexes. */
export async function fillTexts(database: Database): Promise<void> {
  const { topics, replies } = await mixedTexts();
  await database.execute(
    sql`create unlogged table search_texts (kind text, n int, title text, html text, document tsvector, primary key (kind, n))`,
  );
  const rows = [
    ...replies.map((html, n) => ({
      kind: "reply",
      n,
      title: "",
      html,
      document: lexemesOf({ text: plainText(html) }),
    })),
    ...topics.map(({ title, tags, html }, n) => ({
      kind: "topic",
      n,
      title,
      html,
      document: lexemesOf({ title, tags, text: plainText(html) }),
    })),
  ];
  for (let start = 0; start < rows.length; start += 200) {
    const values = rows
      .slice(start, start + 200)
      .map(
        ({ kind, n, title, html, document }) =>
          sql`(${kind}, ${n}, ${title}, ${html}, ${document}::tsvector)`,
      );
    await database.execute(sql`insert into search_texts values ${sql.join(values, sql`, `)}`);
  }
  const drawn = (id: string, of: number) =>
    sql.raw(`('x' || substr(md5(${id}::text), 1, 7))::bit(28)::int % ${of}`);
  const [last] = await database.select({ id: max(posts.id) }).from(posts);
  await database.execute(sql`drop index topics_search`);
  await database.execute(sql`drop index posts_search`);
  await database.transaction(async (transaction) => {
    // No counter depends on these changes, so triggers are off.
    await transaction.execute(sql`set local session_replication_role = replica`);
    await transaction.execute(sql`update topics as written set title = written.id || ' ' || texts.title, search = texts.document || ${marks}
      from search_texts as texts where texts.kind = 'topic' and texts.n = ${drawn("written.id", topicTexts)}`);
    // In steps, because one statement over a million posts can take longer than a statement may.
    for (let after = 0; after < (last?.id ?? 0); after += postsAtOnce) {
      const step = sql`written.id > ${after} and written.id <= ${after + postsAtOnce}`;
      await transaction.execute(sql`update posts as written set html = texts.html, search = texts.document || ${marks}
        from search_texts as texts where ${step} and written.floor is distinct from 1 and texts.kind = 'reply' and texts.n = ${drawn("written.id", replyTexts)}`);
      await transaction.execute(sql`update posts as written set html = texts.html
        from search_texts as texts where ${step} and written.floor = 1 and texts.kind = 'topic' and texts.n = ${drawn("written.topic_id", topicTexts)}`);
    }
  });
  await database.execute(sql`drop table search_texts`);
  await database.execute(sql`vacuum full topics`);
  await database.execute(sql`vacuum full posts`);
  await database.execute(sql`set maintenance_work_mem = '1GB'`);
  await database.execute(sql`create index topics_search on topics using gin (search)`);
  await database.execute(sql`create index posts_search on posts using gin (search)`);
  await database.execute(sql`vacuum analyze topics`);
  await database.execute(sql`vacuum analyze posts`);
}
