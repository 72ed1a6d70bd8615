import { messageReports } from "../../../database/schema";
import { createReply } from "../../../forum/posts/create-reply";
import { listedPost } from "../../../forum/states/find-content";
import { reportPost } from "../../../forum/states/report-case";
import { createTopic } from "../../../forum/topics/create-topic";
import { publishable, publishableTopic } from "../../../forum/writing/publish";
import { submitAppeal } from "../../../moderation/appeals/submit-appeal";
import { acts } from "../../../moderation/batches/acts";
import { refuseLikeFirst, runBatch } from "../../../moderation/batches/run-batch";
import { addCaseNote } from "../../../moderation/cases/add-note";
import { setSettings } from "../../../moderation/sections/set-settings";
import { askForApproval } from "../../../profile/changes";
import { checkNicknameWords } from "../../../profile/nicknames";
import { extendedOf, readPerson } from "../../../profile/rows";
import { accountOf, type CallContext } from "../../../server/context";
import { found } from "../../../server/refusal";
import type { ModerationFile, PackDecision, PackText } from "../../pack/schemas/moderation";
import type { LoadedIds } from "../rows/ids";
import { idOf } from "../rows/ids";
import type { ModerationPlaces } from "./places";

/** A step of the replay: the acting member, the time, and the action. */
export interface Step {
  by: string;
  ago: number;
  run(context: CallContext): Promise<void>;
}

type StepContext = { ids: LoadedIds; places: ModerationPlaces; avatars: Map<string, string> };

/** Writes a text with the portal's handlers. Sensitive words and pre-review decide whether it needs a review. */
async function write(context: CallContext, text: PackText, { ids, places }: StepContext): Promise<void> {
  const { database } = context;
  const { key, section, reply, title = "", tags, content } = text;
  const submissionId = `pack-${key}`;
  if (reply !== undefined) {
    const request = { tid: await places.topic(reply), content, submissionId };
    const { pid, tid } = await createReply(database, request, await publishable(context, content), context);
    places.add(key, { pid, tid });
    return;
  }
  const fid = idOf(ids.sections, section ?? "");
  const classId = await places.classOf(fid, text.class);
  const request = { fid, classId, title, tags, content, submissionId };
  const { pid, tid } = await createTopic(
    database,
    request,
    await publishableTopic(context, { title, tags, content }),
    context,
  );
  places.add(key, { pid, tid });
}

/** Submits changes of a member's profile for review, whatever the site's setting is. */
async function askForProfile(
  context: CallContext,
  { nickname, avatar, extended }: ModerationFile["profiles"][number],
  { avatars }: StepContext,
): Promise<void> {
  const { database } = context;
  const { id } = accountOf(context);
  const at = context.now();
  const person = found(await readPerson(database, id, true), "USER_NOT_FOUND");
  if (nickname !== undefined)
    await askForApproval(database, id, "nickname", {
      before: { nickname: person.account.nickname },
      after: { nickname },
      at,
      words: await checkNicknameWords(context, nickname, "nickname"),
    });
  if (avatar !== undefined)
    await askForApproval(database, id, "avatar", {
      before: { avatar: person.account.avatar, largeAvatar: person.profile?.largeAvatar ?? null },
      after: { avatar: storedName(avatars, avatar), largeAvatar: null },
      words: [],
      at,
    });
  if (extended !== undefined) {
    const before = extendedOf(person.profile);
    await askForApproval(database, id, "extended", {
      before,
      after: { ...before, ...extended },
      words: [],
      at,
    });
  }
}

/** The storage name of a picture of the pack. The check of the pack made sure that the picture exists. */
const storedName = (pictures: Map<string, string>, path: string) => found(pictures.get(path), "SERVER_ERROR");

/** Executes one moderator's form as a batch. Throws the first refusal. */
async function decide(
  context: CallContext,
  decision: PackDecision,
  index: number,
  { ids, places }: StepContext,
) {
  const { action, on, reason, value, days, pointer, duplicateOf } = decision;
  const kind = found(acts[action], "WRONG_STATE").kind;
  const targets: number[] = [];
  for (const each of on) targets.push(await places.target(kind, each));
  const section = action === "move" && value !== undefined ? String(idOf(ids.sections, value)) : value;
  const answer = await runBatch(context, {
    action,
    ids: targets,
    reason,
    submissionId: `pack-decision-${index}`,
    options: {
      ...(section === undefined ? {} : { value: section }),
      ...(days === undefined ? {} : { days }),
      ...(pointer === undefined ? {} : { pointer }),
      ...(duplicateOf === undefined ? {} : { duplicateOf: await places.topic(duplicateOf) }),
    },
  });
  refuseLikeFirst(answer);
}

/** The steps of moderation.yaml in the order of their times. */
export function stepsOf(file: ModerationFile, stepContext: StepContext): Step[] {
  const { ids, places } = stepContext;
  const steps: Step[] = [
    ...file.preReview.map(({ by, ago, section, of }) => ({
      by,
      ago,
      async run(context: CallContext) {
        const fid = idOf(ids.sections, section);
        const settings = { preReview: of, recycleBin: true, postingClosed: false, unlisted: false };
        await setSettings(context, { fid, reason: "", ...settings });
      },
    })),
    ...file.texts.map((text) => ({
      by: text.by,
      ago: text.ago,
      run: (context: CallContext) => write(context, text, stepContext),
    })),
    ...file.profiles.map((profile) => ({
      by: profile.by,
      ago: profile.ago,
      run: (context: CallContext) => askForProfile(context, profile, stepContext),
    })),
    ...file.reports.map(({ by, ago, of, reason, text }) => ({
      by,
      ago,
      async run(context: CallContext) {
        const reported = await listedPost(context, await places.post(of));
        const report = { accountId: accountOf(context).id, reason, text, createdAt: context.now() };
        await reportPost(context.database, reported, report);
      },
    })),
    ...file.messageReports.map(({ by, ago, from, reason, text }) => ({
      by,
      ago,
      async run(context: CallContext) {
        const accountId = accountOf(context).id;
        const messageId = await places.lastMessage(idOf(ids.members, from), accountId);
        const report = { accountId, messageId, reason, text, createdAt: context.now() };
        await context.database.insert(messageReports).values(report).onConflictDoNothing();
      },
    })),
    ...file.notes.map(({ by, ago, of, text }) => ({
      by,
      ago,
      async run(context: CallContext) {
        await addCaseNote(context, { id: await places.target("case", of), text });
      },
    })),
    ...file.appeals.map(({ by, ago, against, text }) => ({
      by,
      ago,
      async run(context: CallContext) {
        const { id } = accountOf(context);
        const logId = await places.latestAbout(id, against);
        await submitAppeal(context.database, id, { logId, text, at: context.now() });
      },
    })),
    ...file.decisions.map((decision, index) => ({
      by: decision.by,
      ago: decision.ago,
      run: (context: CallContext) => decide(context, decision, index, stepContext),
    })),
  ];
  return steps.sort((one, other) => other.ago - one.ago);
}
