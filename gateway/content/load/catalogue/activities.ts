import { and, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { moveUp } from "../../../activities/signups/seats";
import type { Database } from "../../../database/open";
import { activities, activityCategories, activityOrganisers, type PackImage } from "../../../database/schema";
import type { PackFolder } from "../../pack/pack-files";
import type { Pack } from "../../pack/parse-pack";
import { type ActivityFront, type PackTime, timeOf } from "../../pack/schemas/activities";
import type { Places } from "../files/places";
import type { TextItem, Texts } from "../files/texts";
import { excluded, fingerprintOfValue, type Plan, planOf } from "../rows/changes";
import { accountIds } from "../rows/ids";

export interface ActivityItem extends TextItem {
  key: number;
  front: ActivityFront;
  cover: (typeof activities.$inferInsert)["cover"];
  speakers: (typeof activities.$inferInsert)["speakers"];
  attachments: (typeof activities.$inferInsert)["attachments"];
  /** The pictures of the winners in its home, in their order. */
  winners: (PackImage | null)[];
}

/** The activities of a pack, without their rendered texts. */
export function activityItems(
  { catalogue }: Pack,
  { binaries }: Pick<PackFolder, "binaries">,
  places: Places,
): ActivityItem[] {
  return catalogue.activities.map(({ front, source }) => {
    const cover = front.cover ? places.image(front.cover) : null;
    const speakers = front.speakers.map(({ name, title = "", introduction = "", image }) => ({
      name,
      title,
      introduction,
      picture: image === undefined ? null : places.image({ image, alt: name }),
    }));
    const attachments = front.attachments.map(({ name, file, url = null }) => ({
      name,
      url,
      fileName: file === undefined ? null : places.nameOf(file),
      bytes: file === undefined ? 0 : (binaries.get(file)?.bytes ?? 0),
    }));
    const winners = (front.home?.winners ?? []).map(({ image, title }) =>
      image === undefined ? null : places.image({ image, alt: title }),
    );
    return {
      key: front.id,
      front,
      cover,
      speakers,
      attachments,
      winners,
      sources: [source, front.rules ?? "", front.home?.recap ?? ""],
      fingerprint: fingerprintOfValue([
        ...[front, cover, speakers, attachments, source],
        // An activity without a home keeps the fingerprint that it had before there were any.
        ...(winners.length > 0 ? [winners] : []),
      ]),
    };
  });
}

/** Compares the activities with the database. A pack without activities changes none of the existing ones. */
export async function planActivities(
  database: Database,
  items: ActivityItem[],
): Promise<Plan<number, ActivityItem>> {
  if (items.length === 0) return { write: [], delist: [], changes: { added: 0, changed: 0, delisted: 0 } };
  const { id: key, fingerprint, delistedAt } = activities;
  return planOf(await database.select({ key, fingerprint, delistedAt }).from(activities), items);
}

/** The fields without the undefined ones. */
const defined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>;
  };

const endings = (names: string[]) => names.map((name) => `.${name}`);
const none = { hint: "", choices: [], lookup: null, dictionary: null, prefill: null };

/** The home of an activity, with its times counted from the activity's start. */
function homeOf(
  { front: { home, times }, winners }: ActivityItem,
  recapHtml: string,
  now: Date,
): typeof activities.$inferInsert.home {
  if (!home) return null;
  const start = timeOf(times.from, now).getTime();
  const after = (time: PackTime) => timeOf(time, now).getTime() - start;
  return {
    steps: home.steps.map(({ at, until, title, text = "" }) => ({
      at: after(at),
      until: until === undefined ? null : after(until),
      title,
      text,
    })),
    prizes: home.prizes.map(({ ranks = null, ...prize }) => ({ ...prize, ranks })),
    tracks: home.tracks,
    criteria: home.criteria.map(({ name, weight, text = "" }) => ({ name, weight, text })),
    panel: home.panel.map(({ name, title = "", introduction = "" }) => ({ name, title, introduction })),
    questions: home.questions,
    materials: home.materials.map(({ name, text = "", url = "" }) => ({ name, text, url })),
    news: home.news.map(({ at, title, text = "" }) => ({ at: after(at), title, text })),
    winners: home.winners.map(
      ({ award, title, by, track = "", text = "", repository = "", video = "" }, at) => ({
        award,
        title,
        by,
        track,
        text,
        repository,
        video,
        picture: winners[at] ?? null,
      }),
    ),
    recap: home.recap ?? "",
    recapHtml,
    gallery: home.gallery,
  };
}

/** An activity's columns. @param now the start of its relative times */
function rowOf(
  item: ActivityItem,
  html: string[],
  sectionIds: Map<string, number>,
  now: Date,
): typeof activities.$inferInsert {
  const { front, cover, speakers, attachments, fingerprint, sources } = item;
  const { times, signUp, teams, works } = front;
  return {
    id: front.id,
    kind: front.kind,
    title: front.title,
    summary: front.summary ?? "",
    cover,
    startAt: timeOf(times.from, now),
    endAt: timeOf(times.until, now),
    signUpFrom: timeOf(signUp.from, now),
    signUpUntil: timeOf(signUp.until, now),
    place: front.place,
    online: front.online,
    review: front.review,
    teams: teams ? { min: teams.min, max: teams.max } : null,
    teamsUntil: teams ? timeOf(teams.until, now) : null,
    fields: front.fields.map(({ endings: names, ...field }) => ({
      ...none,
      ...defined(field),
      endings: field.type === "file" ? endings(names) : [],
      maxBytes: field.type === "file" ? field.maxBytes : 0,
    })),
    lookups: front.lookups,
    agenda: front.agenda.map(({ at, title, speaker = "", place = "" }) => ({ at, title, speaker, place })),
    speakers,
    attachments,
    sectionId: (front.section !== undefined && sectionIds.get(front.section)) || null,
    verify: front.verify,
    guests: front.guests,
    exam: front.exam ?? null,
    keepDays: front.keepDays,
    workFields:
      works?.fields.map(({ endings: names, hint = "", ...field }) => ({
        ...field,
        hint,
        endings: field.type === "file" ? endings(names) : [],
      })) ?? null,
    worksUntil: works ? timeOf(works.until, now) : null,
    source: sources[0] ?? "",
    html: html[0] ?? "",
    rules: sources[1] ?? "",
    rulesHtml: html[1] ?? "",
    home: homeOf(item, html[2] ?? "", now),
    fingerprint,
    timesWritten: JSON.stringify([times, signUp, teams?.until, works?.until]),
    delistedAt: null,
    updatedAt: now,
    createdAt: now,
  };
}

/**
 * Writes the organisers and judges of every activity of the pack at every load, because somebody may have registered
 * since the last load. Only differences are written.
 */
export async function writePeople(database: Database, items: ActivityItem[]): Promise<void> {
  const entries = items.map(({ front: { id, organisers, works } }) => ({
    id,
    organisers,
    judges: works ? (works.judges.length > 0 ? works.judges : organisers) : [],
  }));
  const ids = await accountIds(
    database,
    entries.flatMap(({ organisers, judges }) => [...organisers, ...judges]),
  );
  const rows = entries.flatMap(({ id: activityId, organisers, judges }) =>
    (
      [
        ["organiser", organisers],
        ["judge", judges],
      ] as const
    ).flatMap(([role, names]) =>
      [...new Set(names.flatMap((name) => ids.get(name.toLowerCase()) ?? []))].map((accountId) => ({
        activityId,
        accountId,
        role,
      })),
    ),
  );
  const table = activityOrganisers;
  const own = inArray(
    table.activityId,
    entries.map(({ id }) => id),
  );
  const keyOf = ({ activityId, accountId, role }: (typeof rows)[number]) =>
    `${activityId} ${accountId} ${role}`;
  const present = entries.length === 0 ? [] : await database.select().from(table).where(own);
  if (present.map(keyOf).sort().join() === rows.map(keyOf).sort().join()) return;
  await database.delete(table).where(own);
  if (rows.length > 0) await database.insert(table).values(rows);
}

/**
 * Writes the categories with their seats. The number of seats never becomes lower than the number of taken seats. A
 * number that an organiser set stays until the pack changes its own number.
 */
async function writeCategories(database: Database, { front }: ActivityItem, now: Date): Promise<void> {
  const table = activityCategories;
  const rows = front.categories.map(({ key, name, seats }, position) => ({
    activityId: front.id,
    key,
    name,
    position,
    seats,
    packSeats: seats,
    delistedAt: null,
  }));
  await database
    .insert(table)
    .values(rows)
    .onConflictDoUpdate({
      target: [table.activityId, table.key],
      set: {
        ...excluded(table, ["name", "position", "packSeats", "delistedAt"]),
        seats: sql`case when ${table.packSeats} = excluded.pack_seats then ${table.seats}
          else greatest(excluded.seats, ${table.taken}) end`,
      },
    });
  const obsolete = notInArray(
    table.key,
    rows.map(({ key }) => key),
  );
  await database
    .update(table)
    .set({ delistedAt: now })
    .where(and(eq(table.activityId, front.id), isNull(table.delistedAt), obsolete));
}

/** Writes the activities that changed. People on the waiting list move up when there are more seats. */
export async function writeActivities(
  database: Database,
  { write, delist }: Plan<number, ActivityItem>,
  texts: Texts,
  sectionIds: Map<string, number>,
  now: Date,
): Promise<void> {
  if (delist.length > 0)
    await database.update(activities).set({ delistedAt: now }).where(inArray(activities.id, delist));
  for (const item of write) {
    const { html } = await texts.of(item);
    const row = rowOf(item, html, sectionIds, now);
    const { id: _id, createdAt: _made, ...written } = row;
    const set = excluded(activities, Object.keys(written) as (keyof typeof written)[]);
    // A relative time that the pack did not change keeps the value from its first load.
    const times = ["startAt", "endAt", "signUpFrom", "signUpUntil", "teamsUntil", "worksUntil"] as const;
    for (const name of times)
      set[name] = sql`case when ${activities.timesWritten} = excluded.times_written then ${activities[name]}
        else ${set[name]} end`;
    const [activity] = await database
      .insert(activities)
      .values(row)
      .onConflictDoUpdate({ target: activities.id, set })
      .returning();
    await writeCategories(database, item, now);
    if (activity) for (const { key } of item.front.categories) await moveUp(database, activity, key, now);
  }
}
