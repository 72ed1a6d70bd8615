import type { Audience } from "contract/announcements/constants";
import { and, asc, eq, isNull, lte, or } from "drizzle-orm";
import {
  accounts,
  courseLearners,
  courses,
  follows,
  moderators,
  profiles,
  tags,
} from "gateway/database/schema";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addActivity, addSignup } from "../support/activities";
import { idsOf, startAnnouncing } from "../support/announcing";
import { type Member, next, TestGateway } from "../support/gateway";
import { type Scene, setScene } from "../support/scene";

const { gateway, run, send, gotBy, members } = startAnnouncing();

/** Everybody who gets an announcement to this audience. */
async function peopleOf(audience: Audience, target: number | string = "") {
  const id = await send({ audience, target: String(target) });
  await run();
  return gotBy(id);
}

let [person, outsider]: Member[] = [];
const mine = () => (person as Member).id;
const theirs = () => (outsider as Member).id;
let scene: Scene;
beforeAll(async () => {
  // Its passkeys are of a gateway without an address.
  scene = await setScene(new TestGateway(gateway().database), "admin");
});
beforeEach(async () => {
  [person, outsider] = await members(2);
});

describe("an announcement reaches", () => {
  it.each(["product", "tag", "section"] as const)("the followers of a %s alone", async (kind) => {
    const { database } = gateway();
    const [tag] = await database
      .insert(tags)
      .values({ name: `标签${next()}` } as never)
      .returning({ id: tags.id });
    const { fid } = await gateway().section();
    const id = { product: scene.product.id, tag: tag?.id, section: fid }[kind] ?? 0;
    await database.delete(follows);
    const others = (["product", "tag", "section"] as const).filter((other) => other !== kind);
    await database.insert(follows).values([
      { accountId: mine(), kind, targetId: id },
      // Others of another number, and of the same number but another kind.
      { accountId: theirs(), kind, targetId: id + 1_000_000 },
      ...others.map((other) => ({ accountId: theirs(), kind: other, targetId: id })),
    ]);
    expect(await peopleOf(kind, id)).toEqual([mine()]);
  });

  it("the moderators of a section, as long as they are", async () => {
    const { database, services } = gateway();
    const { fid } = await gateway().section({ moderators: [person as Member] });
    await gateway().section({ moderators: [outsider as Member] });
    const [former] = await members(1);
    const until = new Date(services.now().getTime() - 1_000);
    await database.insert(moderators).values({ accountId: former?.id ?? 0, sectionId: fid, until });
    await database
      .insert(follows)
      .values({ accountId: theirs(), kind: "section", targetId: fid })
      .onConflictDoNothing();
    expect(await peopleOf("moderators", fid)).toEqual([mine()]);
  });

  it("those who signed up for an activity, unless refused or cancelled", async () => {
    const [activity, other] = [await addActivity(gateway()), await addActivity(gateway())];
    const people = await members(6);
    const states = ["waiting", "pending", "accepted", "more", "refused", "cancelled"] as const;
    for (const [index, state] of states.entries())
      await addSignup(gateway(), activity, people[index] as Member, { state });
    await addSignup(gateway(), activity, null);
    await addSignup(gateway(), other, outsider as Member);
    expect(await peopleOf("activity", activity)).toEqual(idsOf(people.slice(0, 4)));
  });

  it("the learners of a course alone", async () => {
    const { database, services } = gateway();
    const [course] = await database.select().from(courses).where(eq(courses.id, scene.training.course));
    if (!course) throw new Error("no course");
    const other = course.id + 1_000_000;
    await database.insert(courses).values({ ...course, id: other });
    await database.delete(courseLearners);
    const at = services.now();
    await database.insert(courseLearners).values([
      { accountId: mine(), courseId: course.id, startedAt: at, studiedAt: at },
      { accountId: theirs(), courseId: other, startedAt: at, studiedAt: at },
    ]);
    expect(await peopleOf("course", course.id)).toEqual([mine()]);
  });

  it("developers by their type", async () => {
    const { database } = gateway();
    await database.delete(profiles);
    const people = (await members(4)) as [Member, Member, Member, Member];
    const [engineer, student, teacher, enterprise] = people;
    await database.insert(profiles).values([
      { accountId: engineer.id, identity: "1", developtype: "engineer" },
      { accountId: student.id, identity: "1", developtype: "student" },
      { accountId: teacher.id, identity: "1", developtype: "teacher" },
      // It keeps the type that it chose as an individual.
      { accountId: enterprise.id, identity: "2", developtype: "engineer" },
    ]);
    expect(await peopleOf("engineer")).toEqual([engineer.id]);
    expect(await peopleOf("student")).toEqual([student.id]);
    expect(await peopleOf("teacher")).toEqual([teacher.id]);
    expect(await peopleOf("enterprise")).toEqual([enterprise.id]);
    expect(await peopleOf("individual")).toEqual(idsOf([engineer, student, teacher]));
  });

  it("everybody who can sign in", async () => {
    const { database, services } = gateway();
    const changes = [{ bannedUntil: new Date("9999-01-01") }, { closedAt: services.now() }];
    for (const change of changes) {
      const [member] = await members(1);
      await database
        .update(accounts)
        .set(change)
        .where(eq(accounts.id, member?.id ?? 0));
    }
    const all = await database
      .select({ id: accounts.id })
      .from(accounts)
      .where(
        and(
          isNull(accounts.closedAt),
          or(isNull(accounts.bannedUntil), lte(accounts.bannedUntil, services.now())),
        ),
      )
      .orderBy(asc(accounts.id));
    const got = await peopleOf("all");
    expect(got).toEqual(all.map(({ id }) => id));
    expect(got).toEqual(expect.arrayContaining([mine(), theirs()]));
  });
});
