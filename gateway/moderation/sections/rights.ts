import type { CallRequest, CallResponse } from "contract";
import { pageSize } from "contract/base/constants";
import type { LogValues } from "contract/moderation/actions";
import { type RightName, type RightValue, rightNames } from "contract/moderation/constants";
import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { accounts, sectionRights, sections } from "../../database/schema";
import { peopleByIds } from "../../people/cards";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { type Grant, verdictIn } from "../../server/rights";
import { actsIn, type Operator, rankOf, readOperator } from "../operator";
import { personBy } from "../scope";
import { changeSection } from "./change-section";

const names = Object.keys(rightNames) as RightName[];

/** The condition on the row's primary key, which an index serves; pages of exceptions are read by section. */
const ofPerson = (fid: number, uid: number) =>
  and(eq(sectionRights.sectionId, fid), eq(sectionRights.accountId, uid));

async function grantsOfPerson(database: Database, fid: number, uid: number): Promise<Grant[]> {
  const rows = await database.select().from(sectionRights).where(ofPerson(fid, uid));
  return rows.map(({ sectionId, right, value }) => ({ fid: sectionId, right, value }));
}

/** Throws OWN_CONTENT for oneself, and HIGHER_RANK for a person of the same or a higher rank. */
async function checkBelow(database: Database, operator: Operator, uid: number): Promise<void> {
  if (uid === operator.id) throw new Refusal("OWN_CONTENT", undefined, "不能修改自己的权限");
  if (rankOf(await readOperator(database, uid)) >= rankOf(operator)) throw new Refusal("HIGHER_RANK");
}

async function whyBarred(database: Database, operator: Operator, uid: number): Promise<string> {
  try {
    await checkBelow(database, operator, uid);
    return "";
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** A section's rules and exceptions, and the rights of one person that follow from them. Throws NOT_YOUR_SECTION. */
export async function readRights(
  context: CallContext,
  { fid, person: personText, page: requestedPage }: CallRequest<"userPermissionInfo">,
): Promise<CallResponse<"userPermissionInfo">> {
  const { database } = context;
  const operator = await readOperator(database, accountOf(context).id);
  if (!actsIn(operator, fid)) throw new Refusal("NOT_YOUR_SECTION");
  const [row] = await database.select().from(sections).where(eq(sections.id, fid));
  const section = found(row, "SECTION_NOT_FOUND");
  const total = await database.$count(sectionRights, eq(sectionRights.sectionId, fid));
  const { offset, page, pages } = pageOf(total, requestedPage);
  const rows = await database
    .select()
    .from(sectionRights)
    .where(eq(sectionRights.sectionId, fid))
    .orderBy(desc(sectionRights.createdAt), sectionRights.accountId, sectionRights.right)
    .limit(pageSize)
    .offset(offset);
  const uid = personText === "" ? null : await personBy(database, personText);
  const people = await peopleByIds(database, [
    uid,
    ...rows.flatMap(({ accountId, setById }) => [accountId, setById]),
  ]);
  const personRights = uid === null ? null : await rightsOfPerson(database, { operator, section, uid });
  return {
    section: { fid, name: section.name },
    rules: Object.fromEntries(names.map((name) => [name, section.rights[name] ?? "everyone"])) as never,
    person: personRights && { person: found(people.get(uid ?? 0), "USER_NOT_FOUND"), ...personRights },
    exceptions: rows.map(({ accountId, right, value, setById, createdAt }) => ({
      person: found(people.get(accountId), "USER_NOT_FOUND"),
      right,
      value,
      by: people.get(setById) ?? null,
      at: createdAt.toISOString(),
    })),
    page,
    pages,
    total,
  };
}

async function rightsOfPerson(
  database: Database,
  { operator, section, uid }: { operator: Operator; section: typeof sections.$inferSelect; uid: number },
) {
  const { admin, fids } = await readOperator(database, uid);
  const grants = await grantsOfPerson(database, section.id, uid);
  const who = { account: { admin }, fids, grants };
  return {
    barred: await whyBarred(database, operator, uid),
    rights: names.map((right) => ({
      right,
      value: grants.find((grant) => grant.right === right)?.value ?? ("default" as const),
      ...verdictIn(who, section, right),
    })),
  };
}

const valueIn = (grants: Grant[], right: RightName): RightValue =>
  grants.find((grant) => grant.right === right)?.value ?? "default";

/**
 * Sets the exceptions for one person in a section. Moderators deny rights and take that back; only administrators allow
 * them. Throws OWN_CONTENT, HIGHER_RANK and ADMIN_ONLY.
 */
export async function setPersonRights(
  context: CallContext,
  { fid, uid, rights, reason }: CallRequest<"updateUserPermission">,
): Promise<{ changed: number }> {
  let count = 0;
  await changeSection(context, { fid, reason }, async (database, { operator, at }) => {
    const [person] = await database
      .select({ closedAt: accounts.closedAt })
      .from(accounts)
      .where(eq(accounts.id, uid));
    if (!person || person.closedAt) throw new Refusal("USER_NOT_FOUND");
    await checkBelow(database, operator, uid);
    const grants = await grantsOfPerson(database, fid, uid);
    const different = names.filter((name) => valueIn(grants, name) !== rights[name]);
    if (different.length === 0) return null;
    const [before, after]: [LogValues, LogValues] = [{}, {}];
    for (const name of different) {
      const [from, to] = [valueIn(grants, name), rights[name]];
      if (!operator.admin && (from === "allow" || to === "allow"))
        throw new Refusal("ADMIN_ONLY", undefined, `只有管理员可以允许或撤销允许：${rightNames[name]}`);
      const row = { accountId: uid, sectionId: fid, right: name };
      await database.delete(sectionRights).where(and(ofPerson(fid, uid), eq(sectionRights.right, name)));
      if (to !== "default")
        await database
          .insert(sectionRights)
          .values({ ...row, value: to, setById: operator.id, createdAt: at });
      before[name] = from;
      after[name] = to;
    }
    count = different.length;
    const target = { kind: "person", id: uid } as const;
    return { action: "right", before, after, target, personId: uid, tell: { accountIds: [uid] } };
  });
  return { changed: count };
}

/** Sets a section's own rules. Only administrators can. */
export async function setSectionRules(
  context: CallContext,
  { fid, rules, reason }: CallRequest<"updateForumRights">,
): Promise<{ changed: number }> {
  let count = 0;
  await changeSection(context, { fid, reason }, async (database, { section }) => {
    const different = names.filter((name) => (section.rights[name] ?? "everyone") !== rules[name]);
    if (different.length === 0) return null;
    const rights = Object.fromEntries(
      names.flatMap((name) => (rules[name] === "everyone" ? [] : [[name, rules[name]]])),
    );
    await database.update(sections).set({ rights: rights }).where(eq(sections.id, fid));
    count = different.length;
    const only = (values: Partial<Record<RightName, string>>): LogValues =>
      Object.fromEntries(different.map((name) => [name, values[name] ?? "everyone"]));
    return { action: "right", before: only(section.rights), after: only(rules) };
  });
  return { changed: count };
}
