import { contentBodies } from "contract/content/kinds/bodies";
import { policyIds } from "contract/site/constants";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { contentVersions, policies, policyVersions } from "../../../database/schema";
import { asTyped } from "../../../text/as-typed";
import { fingerprintOfPolicy, policyBody, policyIdIn, writePolicies } from "../../load/site/policies";
import type { EditedKind, FieldProblems } from "./kind";
import { textsIn } from "./references";

const rowOf = async (database: Database, key: string) =>
  (await database.select().from(policies).where(eq(policies.id, key)))[0];

/** The version of a policy that is or was in force; undefined for a new one. */
async function versionRow(database: Database, key: string, version: string) {
  const [row] = await database
    .select()
    .from(policyVersions)
    .where(and(eq(policyVersions.policyId, key), eq(policyVersions.version, version)));
  return row;
}

/** What is written in one paragraph without any of these looks as typed also when it is laid out. */
const markup = /\n[ \t]*\n|^#{1,6} |\*\*\S[^*\n]*\*\*|\[[^\]\n]+\]\(/m;

/** Whether a text stands as it was typed, because it could not be laid out when it was saved. */
const isAsTyped = (content: string, html: string | undefined) =>
  markup.test(content.trim()) && html === asTyped(content);

/**
 * Whether a text is that of an earlier version. Its HTML alone does not say: names become links and pictures get sizes
 * when a text is rendered again, so the piece's own versions are asked with what text that HTML was made.
 */
async function isTextOf(
  database: Database,
  key: string,
  earlier: typeof policyVersions.$inferSelect,
  { title, version, content, html }: { title: string; version: string; content: string; html?: string },
): Promise<boolean> {
  if (earlier.title !== title) return false;
  if (earlier.html === html) return true;
  const body = JSON.stringify({ title, version, content });
  const ownVersions = await database.$count(
    contentVersions,
    and(
      eq(contentVersions.kind, "policies"),
      eq(contentVersions.key, key),
      sql`${contentVersions.body} @> ${body}::jsonb and ${contentVersions.html}->>0 = ${earlier.html}`,
    ),
  );
  return ownVersions > 0;
}

export const policiesKind: EditedKind = {
  rows: sql`select ${policies.id} as key, ${policies.title} as title, ${policies.updatedAt} as changed_at,
    false as delisted from ${policies}`,

  newKey: null,

  keyProblem: (key) => (policyIdIn(key) ? null : `只能是 ${policyIds.join("、")}`),

  async standing(database, key) {
    const row = await rowOf(database, key);
    if (!row) return null;
    const fingerprint = fingerprintOfPolicy(row);
    return {
      body: policyBody(row),
      html: [row.html],
      fingerprint,
      delisted: false,
      changedAt: row.updatedAt,
    };
  },

  choices: async () => ({}),

  products: () => [],

  missing: async () => ({}),

  /**
   * A version that was ever in force keeps its text: whoever reads it now may agree to it in the next moment, and the
   * ledger says that they read what stands under it.
   */
  async unfit(database, key, { body, html }) {
    const { title, version, content } = contentBodies.policies.whole.parse(body);
    const present = await rowOf(database, key);
    const earlier = await versionRow(database, key, version);
    const own = { title, version, content, ...(html[0] === undefined ? {} : { html: html[0] }) };
    const isSame =
      present?.version === version
        ? present.title === title && policyBody(present).content === content
        : !earlier || (await isTextOf(database, key, earlier, own));
    const problems: FieldProblems = {};
    if (!earlier && present?.version !== version && isAsTyped(content, html[0]))
      problems.content = ["正文这次没有排好版，是按原样显示的；请再保存一次，排好了再发布"];
    if (!isSame) problems.version = [`版本 ${version} 已经施行过，文字不一样；改了文字就要写新的版本号`];
    return problems;
  },

  documents: () => [],

  texts: textsIn("content"),

  async write(database, key, { body, html }, now) {
    const id = policyIdIn(key);
    if (!id) throw new Error(`no policy ${key}`);
    const { title, version, content: source } = contentBodies.policies.whole.parse(body);
    // Whoever agreed to a version goes on reading what they read, however the same text is rendered now.
    const present = await rowOf(database, key);
    const stored =
      present?.version === version ? present.html : (await versionRow(database, key, version))?.html;
    await writePolicies(database, [{ id, title, version, source, html: stored ?? html[0] ?? "" }], now);
  },

  needed: async () => "政策不能下架：有人同意过它，或者页脚和注册页要用它；要改就发布新的版本",

  withdraw: async () => undefined,
};
