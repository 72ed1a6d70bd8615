import { minuteOf } from "contract/base/time";
import { megabyte } from "contract/content/kinds/activities/activity-body";
import type { ContentBody } from "contract/content/kinds/bodies";
import type { activities, activityCategories, PackImage } from "../../../../database/schema";
import { filled } from "../../rows/filled";

type Row = typeof activities.$inferInsert;
type Category = Pick<typeof activityCategories.$inferSelect, "key" | "name" | "packSeats">;

interface Texts {
  content: string;
  rules: string;
  recap: string;
}

const pictureOf = (picture: PackImage | null) => (picture ? [{ name: picture.name, alt: picture.alt }] : []);

interface StoredField {
  type: string;
  endings: string[];
  maxBytes: number;
}

/** Which files a field takes, as a form says it; nothing for other fields. */
const filesOf = ({ type, endings, maxBytes }: StoredField) =>
  type === "file"
    ? {
        endings: endings.map((name) => name.slice(1)),
        megabytes: Math.max(1, Math.ceil(maxBytes / megabyte)),
      }
    : {};

function fieldsOf({ fields, lookups }: Row, categories: Category[]): ContentBody[] {
  const names = new Map(categories.map(({ key, name }) => [key, name]));
  return fields.map((field) =>
    filled({
      key: field.key,
      label: field.label,
      type: field.type,
      hint: field.hint,
      required: field.required,
      max: field.max,
      long: field.long,
      many: field.many,
      // A list of the activity is its fields' own in the form.
      choices: (field.lookup === null ? field.choices : lookups[field.lookup])?.map(({ code, name }) => ({
        code,
        name,
      })),
      dictionary: field.dictionary,
      prefill: field.prefill,
      categories: field.categories.map((key) => names.get(key) ?? key),
      ...filesOf(field),
    }),
  );
}

function homeOf({ home, startAt }: Row): ContentBody {
  if (!home) return {};
  const moment = (after: number) => minuteOf(new Date(startAt.getTime() + after));
  return {
    steps: home.steps.map(({ at, until, title, text }) =>
      filled({ at: moment(at), until: until === null ? null : moment(until), title, text }),
    ),
    prizes: home.prizes.map(({ name, ranks, count, prize }) =>
      filled({
        name,
        first: ranks?.[0],
        last: ranks && ranks[1] > ranks[0] ? ranks[1] : null,
        count,
        prize,
      }),
    ),
    tracks: home.tracks.map(({ name, text }) => ({ name, text })),
    criteria: home.criteria.map(({ name, weight, text }) => filled({ name, weight, text })),
    panel: home.panel.map(({ name, title, introduction }) => filled({ name, title, introduction })),
    questions: home.questions.map(({ question, answer }) => ({ question, answer })),
    materials: home.materials.map(({ name, text, url }) => filled({ name, text, url })),
    news: home.news.map(({ at, title, text }) => filled({ at: moment(at), title, text })),
    winners: home.winners.map(({ picture, ...winner }) =>
      filled({
        award: winner.award,
        title: winner.title,
        by: winner.by,
        track: winner.track,
        text: winner.text,
        picture: pictureOf(picture),
        repository: winner.repository,
        video: winner.video,
      }),
    ),
  };
}

const eitherOf = (verify: ("phone" | "email")[]) => (verify.length > 1 ? "either" : verify[0]);
const timeIn = (at: Date | null | undefined) => (at ? minuteOf(at) : null);

/** An activity as the browser's editor has it. @param row its columns, as they stand or as a load makes them */
export function activityBodyOf(
  row: Row,
  {
    texts,
    categories,
    people,
  }: { texts: Texts; categories: Category[]; people: { organisers: number[]; judges: number[] } },
): ContentBody {
  return filled({
    title: row.title,
    kind: row.kind,
    summary: row.summary,
    starts: minuteOf(row.startAt),
    ends: minuteOf(row.endAt),
    signUpStarts: minuteOf(row.signUpFrom),
    signUpEnds: minuteOf(row.signUpUntil),
    place: row.place,
    online: row.online ?? false,
    categories: categories.map(({ key, name, packSeats }) => ({ key, name, seats: packSeats })),
    review: row.review,
    verify: eitherOf(row.verify),
    guests: row.guests ?? false,
    exam: row.exam,
    fields: fieldsOf(row, categories),
    teamsMin: row.teams?.min,
    teamsMax: row.teams?.max,
    teamsEnd: row.teams ? timeIn(row.teamsUntil) : null,
    worksEnd: row.workFields ? timeIn(row.worksUntil) : null,
    workFields: row.workFields?.map((field) =>
      filled({
        key: field.key,
        label: field.label,
        type: field.type,
        hint: field.hint,
        required: field.required,
        max: field.max,
        ...filesOf(field),
      }),
    ),
    gallery: row.home?.gallery ?? false,
    cover: row.cover ? { name: row.cover.name, alt: row.cover.alt } : null,
    content: texts.content.trim(),
    rules: texts.rules.trim(),
    recap: texts.recap.trim(),
    attachments: row.attachments.map(({ name, fileName, url }) => filled({ name, file: fileName, url })),
    section: row.sectionId,
    agenda: row.agenda.map(({ at, title, speaker, place }) => filled({ at, title, speaker, place })),
    speakers: row.speakers.map(({ name, title, introduction, picture }) =>
      filled({ name, title, introduction, picture: pictureOf(picture) }),
    ),
    ...homeOf(row),
    organisers: people.organisers,
    judges: people.judges,
    keepDays: row.keepDays,
  });
}
