import { questionClass } from "contract/forum/constants";
import { and, eq } from "drizzle-orm";
import { type posts, topicClasses } from "../../database/schema";
import { freshHeat } from "../../forum/states/heat";
import { documentOf } from "../../search/index/document";
import { numberOf, type OldRow, timeOf } from "../read/old-tables";
import { type ImportContext, type Imported, importedOf } from "./import-context";
import type { RenderedText } from "./render";
import {
  type Floor,
  isRestricted,
  postState,
  rewardKind,
  specialName,
  stateWithFirst,
  topicMarks,
} from "./topic-rules";

/** The rows of topics and posts as they are stored. */

/** What every topic of the import needs: the closed account of lost authors, and the section of lost topics. */
export interface Places {
  ghost: number;
  archive: () => Promise<number>;
}

/** The sections and classes of some topics, by their old ids. */
export interface Surroundings {
  sections: Map<number, Imported>;
  classes: Map<number, Imported>;
}

export async function surroundingsOf(
  { services, options }: ImportContext,
  topics: readonly OldRow[],
): Promise<Surroundings> {
  const of = (kind: string, column: string) =>
    importedOf(
      services.database,
      options.source,
      kind,
      topics.map((topic) => numberOf(topic[column])),
    );
  return { sections: await of("section", "fid"), classes: await of("class", "typeid") };
}

/** A topic with the posts that are to be written. */
export interface Waiting {
  topic: OldRow;
  tid: number;
  newId: number;
  /** Whether its row and first floor are here already. */
  isStarted: boolean;
  heads: OldRow[];
  floors: Floor[];
}

export interface PostToWrite extends Floor {
  of: Waiting;
  row: OldRow;
  newId: number;
  authorId: number;
  rendered: RenderedText;
}

/** The class of a new topic: the board's, or 求助 for a reward, which is a question. */
async function classOf(
  context: ImportContext,
  topic: OldRow,
  sectionId: number,
  classes: Map<number, Imported>,
) {
  const { database } = context.services;
  if (numberOf(topic.special) !== rewardKind) return classes.get(numberOf(topic.typeid))?.newId ?? null;
  const question = and(eq(topicClasses.sectionId, sectionId), eq(topicClasses.name, questionClass));
  await database
    .insert(topicClasses)
    .values({ sectionId, name: questionClass, position: 0 })
    .onConflictDoNothing();
  const [row] = await database.select({ id: topicClasses.id }).from(topicClasses).where(question);
  return row?.id ?? null;
}

export async function topicRow(
  context: ImportContext,
  { of, row, authorId, rendered }: PostToWrite,
  places: Places,
  { sections, classes }: Surroundings,
) {
  const { services, report } = context;
  const { topic, tid, newId } = of;
  const now = services.now();
  const fid = numberOf(topic.fid);
  const known = fid > 0 ? sections.get(fid) : undefined;
  if (!known) report.leave("主题的版块已不存在，放进“旧论坛存档”", `tid ${tid}（fid ${fid}）`);
  const sectionId = known?.newId ?? (await places.archive());
  const marks = topicMarks(topic);
  const state = stateWithFirst(topic, row, now, places.ghost);
  const special = specialName(topic);
  if (special) report.leave(`${special}主题只带来正文`, `tid ${tid}`);
  if (state.hiddenAt)
    report.leave(
      isRestricted(topic) ? "限制阅读或收费的主题，已屏蔽待版主决定" : "首帖被屏蔽的主题，已屏蔽",
      `tid ${tid}`,
    );
  if (numberOf(topic.stamp) >= 0 && marks.stamp === null)
    report.leave("没有对应的图章，没有带来", `tid ${tid}`);
  else if (numberOf(topic.stamp) < 0 && numberOf(topic.icon) >= 0)
    report.leave("没有对应的图标，没有带来", `tid ${tid}`);
  const createdAt = timeOf(topic.dateline);
  return {
    ...marks,
    ...state,
    ...(rendered.words.length > 0 && state.review === "approved" ? { review: "pending" as const } : {}),
    id: newId,
    sectionId,
    classId: await classOf(context, topic, sectionId, classes),
    authorId,
    solved: numberOf(topic.special) === rewardKind && numberOf(topic.price) < 0,
    heat: freshHeat(createdAt),
    lastReplyAt: createdAt,
    createdAt,
  };
}

export type TopicValues = Awaited<ReturnType<typeof topicRow>>;
export const isListed = ({
  deletedAt,
  hiddenAt,
  review,
}: Pick<TopicValues, "deletedAt" | "hiddenAt" | "review">) =>
  !deletedAt && !hiddenAt && review === "approved";

/** A post on a floor of its own. */
export type PostValues = typeof posts.$inferInsert & { floor: number };

export function postRows(post: PostToWrite, lexemes: string, places: Places, now: Date): PostValues[] {
  const { of, row, newId, floor, destroyed, authorId, rendered } = post;
  const createdAt = timeOf(row.dateline);
  const state = postState(row, now, places.ghost);
  const waits = rendered.words.length > 0 && isListed(state);
  const gone = destroyed.map((number) => ({
    topicId: of.newId,
    authorId: places.ghost,
    floor: number,
    source: "",
    html: "",
    createdAt,
    deletedAt: createdAt,
  }));
  const isFirst = floor === 1;
  // A topic's row says whether it is hidden or in the bin; its own text only waits together with it.
  const own = isFirst
    ? {
        review:
          waits || stateWithFirst(of.topic, row, now, places.ghost).review === "pending"
            ? ("pending" as const)
            : ("approved" as const),
      }
    : { ...state, ...(waits ? { review: "pending" as const } : {}) };
  return [
    ...gone,
    {
      ...own,
      id: newId,
      topicId: of.newId,
      authorId,
      floor,
      source: rendered.source,
      html: rendered.html,
      createdAt,
      ...(isFirst ? {} : { search: documentOf(newId, lexemes) }),
    },
  ];
}
