import { contentBodies } from "contract/content/kinds/bodies";
import { policyIds } from "contract/site/constants";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { policies, policyVersions } from "../../../database/schema";
import { fingerprintOfPolicy, policyBody, policyIdIn, writePolicies } from "../../load/site/policies";
import type { EditedKind, FieldProblems } from "./kind";
import { textsIn } from "./references";

const rowOf = async (database: Database, key: string) =>
  (await database.select().from(policies).where(eq(policies.id, key)))[0];

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
    const [earlier] = await database
      .select()
      .from(policyVersions)
      .where(and(eq(policyVersions.policyId, key), eq(policyVersions.version, version)));
    const isSame =
      present?.version === version
        ? present.title === title && policyBody(present).content === content
        : !earlier || (earlier.title === title && earlier.html === html[0]);
    const problems: FieldProblems = {};
    if (!isSame) problems.version = [`版本 ${version} 已经施行过，文字不一样；改了文字就要写新的版本号`];
    return problems;
  },

  documents: () => [],

  texts: textsIn("content"),

  async write(database, key, { body, html }, now) {
    const id = policyIdIn(key);
    if (!id) throw new Error(`no policy ${key}`);
    const { title, version, content: source } = contentBodies.policies.whole.parse(body);
    await writePolicies(database, [{ id, title, version, source, html: html[0] ?? "" }], now);
  },

  needed: async () => "政策不能下架：有人同意过它，或者页脚和注册页要用它；要改就发布新的版本",

  withdraw: async () => undefined,
};
