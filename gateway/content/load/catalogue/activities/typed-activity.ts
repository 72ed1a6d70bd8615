import { activityFileBytesMax, keepDaysDefault } from "contract/activities/constants";
import { parseTime } from "contract/base/time";
import {
  type ActivityDraft,
  fileEndingsDefault,
  megabyte,
} from "contract/content/kinds/activities/activity-body";
import { eq, inArray } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { activities, files, type PackImage } from "../../../../database/schema";
import { pictureSizes } from "../../../../files/pictures/picture-sizes";
import type { PackTime } from "../../../pack/schemas/activities";
import type { ActivityItem } from "./activity-item";

type Picture = { name: string; alt: string };
type Home = NonNullable<ActivityItem["front"]["home"]>;

/** What the store knows of the files that an activity names. */
interface StoredFiles {
  sized(picture: Picture): PackImage;
  bytesOf(name: string): number;
}

/** The pictures that an activity names. */
export const picturesIn = ({ cover, speakers, winners }: ActivityDraft): Picture[] => [
  ...(cover ? [cover] : []),
  ...[...speakers, ...winners].flatMap(({ picture = [] }) => picture),
];

/** The sizes of the files that a body names; drawings have none in the store, and keep those that a load gave them. */
async function storedFiles(database: Database, id: number, draft: ActivityDraft): Promise<StoredFiles> {
  const sizes = await pictureSizes(
    database,
    picturesIn(draft).map(({ name }) => name),
  );
  const [row] = await database
    .select({ cover: activities.cover, speakers: activities.speakers, home: activities.home })
    .from(activities)
    .where(eq(activities.id, id));
  const before = [row?.cover, ...(row?.speakers ?? []), ...(row?.home?.winners ?? [])].flatMap((one) =>
    one && "picture" in one ? (one.picture ?? []) : (one ?? []),
  );
  const kept = new Map(before.map((picture) => [picture.name, picture]));
  const names = draft.attachments.flatMap(({ file }) => file ?? []);
  const stored =
    names.length === 0
      ? []
      : await database
          .select({ name: files.name, bytes: files.bytes })
          .from(files)
          .where(inArray(files.name, names));
  const bytes = new Map(stored.map((file) => [file.name, file.bytes ?? 0]));
  return {
    sized({ name, alt }) {
      const size = sizes.get(name);
      const { width, height } = (size?.width ? size : kept.get(name)) ?? { width: 0, height: 0 };
      return { name, alt, width, height };
    },
    bytesOf: (name) => bytes.get(name) ?? 0,
  };
}

const filesOf = ({
  endings = [],
  megabytes,
}: Pick<ActivityDraft["fields"][number], "endings" | "megabytes">) => ({
  endings: endings.length > 0 ? endings : fileEndingsDefault,
  maxBytes: megabytes === undefined ? activityFileBytesMax : megabytes * megabyte,
});

function fieldsOf({ fields, categories }: ActivityDraft): ActivityItem["front"]["fields"] {
  const keys = new Map(categories.map(({ key = "", name = "" }) => [name, key]));
  return fields.map((field) => {
    const { key = "", label = "", type = "text", hint, required = true, max = 200 } = field;
    const { long = false, many = false, choices = [], dictionary, prefill, categories: asked = [] } = field;
    return {
      key,
      label,
      type,
      hint,
      required,
      max,
      long,
      many,
      choices: choices.length > 0 ? choices.map(({ code = "", name }) => ({ code, name })) : undefined,
      lookup: undefined,
      dictionary,
      prefill,
      categories: asked.flatMap((name) => keys.get(name) ?? []),
      ...filesOf(field),
    };
  });
}

function worksOf({ worksEnd, workFields }: ActivityDraft): ActivityItem["front"]["works"] {
  if (!worksEnd) return undefined;
  return {
    until: { at: worksEnd.getTime() },
    fields: workFields.map((field) => {
      const { key = "", label = "", type = "text", hint, required = true, max = 2_000 } = field;
      return { key, label, type, hint, required, max, ...filesOf(field) };
    }),
    judges: [],
  };
}

const timeIn = (typed: string | undefined): PackTime => ({
  at: parseTime(typed ?? "", "YYYY-MM-DD HH:mm")?.getTime() ?? 0,
});

/** What the page tells beyond time and place; undefined where it tells nothing more. */
function homeOf(draft: ActivityDraft): Home | undefined {
  const { recap = "", gallery = false, prizes, steps, tracks, criteria, panel, questions, materials } = draft;
  const { news, winners } = draft;
  const lists = [prizes, steps, tracks, criteria, panel, questions, materials, news, winners];
  if (recap === "" && !gallery && lists.every((rows) => rows.length === 0)) return undefined;
  return {
    steps: steps.map(({ at, until, title = "", text }) => ({
      at: timeIn(at),
      until: until === undefined ? undefined : timeIn(until),
      title,
      text,
    })),
    prizes: prizes.map(({ name = "", first, last = first, count = 1, prize = "" }) => ({
      name,
      ranks: first === undefined || last === undefined ? undefined : [first, last],
      count,
      prize,
    })),
    tracks: tracks.map(({ name = "", text = "" }) => ({ name, text })),
    criteria: criteria.map(({ name = "", weight = 0, text }) => ({ name, weight, text })),
    panel: panel.map(({ name = "", title, introduction }) => ({ name, title, introduction })),
    questions: questions.map(({ question = "", answer = "" }) => ({ question, answer })),
    materials: materials.map(({ name = "", text, url }) => ({ name, text, url })),
    news: news.map(({ at, title = "", text }) => ({ at: timeIn(at), title, text })),
    winners: winners.map(({ award = "", title = "", by = "", picture: _, ...winner }) => ({
      ...winner,
      award,
      title,
      by,
    })),
    recap,
    gallery,
  };
}

/**
 * A body as the item that a pack's load writes. Fields that a draft lacks are empty, and times that it lacks are now.
 * @param id its number
 */
export async function typedActivity(
  database: Database,
  id: number,
  draft: ActivityDraft,
  { fingerprint, now }: { fingerprint: string; now: Date },
): Promise<ActivityItem> {
  const { sized, bytesOf } = await storedFiles(database, id, draft);
  const time = (at: Date | undefined): PackTime => ({ at: (at ?? now).getTime() });
  const { teamsMin, teamsMax, teamsEnd, section, verify = "phone" } = draft;
  const { content = "", rules = "", recap = "" } = draft;
  return {
    key: id,
    front: {
      id,
      kind: draft.kind ?? "competition",
      title: draft.title,
      summary: draft.summary,
      times: { from: time(draft.starts), until: time(draft.ends) },
      signUp: { from: time(draft.signUpStarts), until: time(draft.signUpEnds) },
      place: draft.place ?? "",
      online: draft.online ?? false,
      categories: draft.categories.map(({ key = "", name = "", seats = 0 }) => ({ key, name, seats })),
      review: draft.review ?? "auto",
      teams:
        teamsMin !== undefined && teamsMax !== undefined && teamsEnd
          ? { min: teamsMin, max: teamsMax, until: time(teamsEnd) }
          : undefined,
      fields: fieldsOf(draft),
      lookups: {},
      agenda: draft.agenda.map(({ at = "", title = "", speaker, place }) => ({ at, title, speaker, place })),
      speakers: [],
      attachments: [],
      section: section === undefined ? undefined : String(section),
      organisers: [],
      verify: verify === "either" ? ["phone", "email"] : [verify],
      guests: draft.guests ?? false,
      exam: draft.exam,
      works: worksOf(draft),
      home: homeOf(draft),
      keepDays: draft.keepDays ?? keepDaysDefault,
    },
    cover: draft.cover ? sized(draft.cover) : null,
    speakers: draft.speakers.map(
      ({ name = "", title = "", introduction = "", picture: [portrait] = [] }) => ({
        name,
        title,
        introduction,
        picture: portrait ? sized(portrait) : null,
      }),
    ),
    attachments: draft.attachments.map(({ name = "", file, url = null }) => ({
      name,
      url,
      fileName: file ?? null,
      bytes: file === undefined ? 0 : bytesOf(file),
    })),
    winners: draft.winners.map(({ picture: [picture] = [] }) => (picture ? sized(picture) : null)),
    sources: [content, rules, recap],
    fingerprint,
  };
}
