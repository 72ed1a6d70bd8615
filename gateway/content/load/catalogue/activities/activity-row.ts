import type { activities } from "../../../../database/schema";
import { type PackTime, timeOf } from "../../../pack/schemas/activities";
import type { ActivityItem } from "./activity-item";

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
export function activityRow(
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
