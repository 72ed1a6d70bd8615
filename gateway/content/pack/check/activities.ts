import type { Catalogue } from "../parse/catalogue";
import type { PackText } from "../parse/text";
import type { DraftPack } from "../parse-pack";
import type { Problem } from "../problems";
import { type ActivityFront, timeOf } from "../schemas/activities";
import type { KnownKeys } from "./known-keys";
import { reportingAt, unique } from "./references";

/** Reports times that contradict each other. */
function checkTimes(
  { times, signUp, teams, works }: ActivityFront,
  report: (path: PropertyKey[], message: string) => void,
) {
  const now = new Date();
  const [from, until] = [timeOf(times.from, now), timeOf(times.until, now)];
  const [opens, closes] = [timeOf(signUp.from, now), timeOf(signUp.until, now)];
  if (until <= from) report(["times", "until"], "要晚于 times.from");
  if (closes <= opens) report(["signUp", "until"], "要晚于 signUp.from");
  if (closes > until) report(["signUp", "until"], "不能晚于 times.until");
  if (teams && timeOf(teams.until, now) > until) report(["teams", "until"], "不能晚于 times.until");
  if (works && timeOf(works.until, now) > until) report(["works", "until"], "不能晚于 times.until");
}

/** Reports names in an activity that do not exist. */
function checkNames(
  { file, front, lineOf }: PackText<ActivityFront>,
  pack: DraftPack,
  keys: KnownKeys,
  problems: Problem[],
): void {
  const report = reportingAt({ file, lineOf }, problems);
  const members = pack.members && new Set(pack.members.value.members.map(({ key }) => key));
  const people = (path: PropertyKey[], names: string[]) => {
    for (const [index, name] of names.entries())
      if (members && !name.includes("@") && !members.has(name))
        report([...path, index], `members.yaml 里没有成员 ${name}`);
  };
  people(["organisers"], front.organisers);
  people(["works", "judges"], front.works?.judges ?? []);
  if (front.section !== undefined && !keys.sectionKeys.has(front.section))
    report(["section"], `sections.yaml 里没有版块 ${front.section}`);
  if (front.cover && !keys.pictures.has(front.cover.image))
    report(["cover", "image"], `没有图片 ${front.cover.image}`);
  for (const [index, { image }] of front.speakers.entries())
    if (image !== undefined && !keys.pictures.has(image))
      report(["speakers", index, "image"], `没有图片 ${image}`);
  for (const [index, { image }] of (front.home?.winners ?? []).entries())
    if (image !== undefined && !keys.pictures.has(image))
      report(["home", "winners", index, "image"], `没有图片 ${image}`);
  for (const [index, { file: path }] of front.attachments.entries())
    if (path !== undefined && !keys.files.has(path))
      report(["attachments", index, "file"], `没有文件 ${path}`);
}

/** Checks of activities that need more than one file. */
export function checkActivities(
  pack: DraftPack,
  { activities }: Pick<Catalogue, "activities">,
  keys: KnownKeys,
  problems: Problem[],
): void {
  const seen = new Map<number, string>();
  for (const activity of activities) {
    const report = reportingAt(activity, problems);
    unique(seen, activity.front.id, activity.file, (message) => report(["id"], message));
    checkTimes(activity.front, report);
    checkNames(activity, pack, keys, problems);
  }
}
