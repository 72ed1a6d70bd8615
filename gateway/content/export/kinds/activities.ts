import { megabyte } from "contract/content/kinds/activities/activity-body";
import { pictured, withoutEmpty } from "../exported-files";
import type { Typed } from "./texts";
import { type Exporting, filesByKey, writesTexts } from "./writer";

type Activity = Typed<"activities">;
type Field = NonNullable<Activity["fields"]>[number];
type WorkField = NonNullable<Activity["workFields"]>[number];

/** Which files a field takes; nothing for other fields. */
const fileRules = ({ type, endings, megabytes }: Pick<Field, "endings" | "megabytes"> & { type: string }) =>
  type === "file" ? { endings, maxBytes: megabytes === undefined ? undefined : megabytes * megabyte } : {};

/** A field of the sign-up; categories are named by their keys in a pack. */
function fieldOf(
  { endings, megabytes, categories = [], type, long, many, ...field }: Field,
  keys: Map<string, string>,
) {
  return withoutEmpty({
    ...field,
    type,
    long: long || undefined,
    many: many || undefined,
    ...fileRules({ type, endings, megabytes }),
    categories: categories.flatMap((name) => keys.get(String(name)) ?? []),
  });
}

const workFieldOf = ({ endings, megabytes, type, ...field }: WorkField) =>
  withoutEmpty({ ...field, type, ...fileRules({ type, endings, megabytes }) });

/** What the page tells beyond time and place; undefined where it tells nothing more. */
function homeOf(activity: Activity, { files }: Exporting) {
  const { steps, tracks, criteria, panel, questions, materials, news, recap, gallery } = activity;
  const home = withoutEmpty({
    steps,
    prizes: activity.prizes?.map(({ first, last = first, ...prize }) =>
      withoutEmpty({
        ...prize,
        ranks: first === undefined ? undefined : first === last ? first : [first, last],
      }),
    ),
    tracks,
    criteria,
    panel,
    questions,
    materials,
    news,
    winners: activity.winners?.map(({ picture: [picture] = [], ...winner }) =>
      withoutEmpty({ ...winner, image: picture && files.picture(picture.name) }),
    ),
    recap: recap && files.placed(recap),
    gallery: gallery || undefined,
  });
  return Object.keys(home).length > 0 ? home : undefined;
}

/** What a pack calls accounts; those that it cannot name are lost. */
function namesOf({ files, accountNames }: Exporting, title: string, ids: number[] = []): string[] {
  return ids.flatMap((id) => {
    const name = accountNames.get(id);
    if (name === undefined) files.lost.push(`活动「${title}」的账号（UID ${id}）没有邮箱，包里写不了是谁`);
    return name ?? [];
  });
}

const verifying = { phone: ["phone"], email: ["email"], either: ["phone", "email"] };

export const writeActivities = writesTexts({
  folder: "activities",
  present: ({ catalogue }) => filesByKey(catalogue.activities, ({ id }) => id),
  write(body, key, exporting) {
    const { files, sectionKeys } = exporting;
    const activity = body as Activity;
    const {
      title,
      categories = [],
      teamsMin,
      teamsMax,
      teamsEnd,
      worksEnd,
      verify,
      cover,
      section,
    } = activity;
    const keys = new Map(categories.map((category) => [category.name, category.key ?? ""]));
    const front = {
      id: Number(key),
      kind: activity.kind,
      title,
      summary: activity.summary,
      cover: cover && pictured(files, cover),
      times: { from: activity.starts, until: activity.ends },
      signUp: { from: activity.signUpStarts, until: activity.signUpEnds },
      place: activity.place,
      online: activity.online || undefined,
      categories: categories.map(({ key: own, name, seats }) => ({ key: own, name, seats })),
      review: activity.review,
      teams: teamsMax === undefined ? undefined : { min: teamsMin, max: teamsMax, until: teamsEnd },
      fields: activity.fields?.map((field) => fieldOf(field, keys)),
      agenda: activity.agenda,
      speakers: activity.speakers?.map(({ picture: [portrait] = [], ...speaker }) =>
        withoutEmpty({ ...speaker, image: portrait && files.picture(portrait.name) }),
      ),
      rules: activity.rules && files.placed(activity.rules),
      attachments: activity.attachments?.map(({ file, ...attachment }) =>
        withoutEmpty({ ...attachment, file: file && files.document(file) }),
      ),
      section: section === undefined ? undefined : sectionKeys.get(section),
      organisers: namesOf(exporting, title, activity.organisers),
      verify: verify && verifying[verify],
      guests: activity.guests || undefined,
      exam: activity.exam,
      works:
        worksEnd === undefined
          ? undefined
          : withoutEmpty({
              until: worksEnd,
              fields: activity.workFields?.map(workFieldOf),
              judges: namesOf(exporting, title, activity.judges),
            }),
      home: homeOf(activity, exporting),
      keepDays: activity.keepDays,
    };
    return { front, content: files.placed(activity.content ?? "") };
  },
});
