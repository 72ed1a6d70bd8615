import type { PackTopic } from "../parse/topic";
import { fieldName } from "../parse/yaml";
import type { DraftPack } from "../parse-pack";
import type { Problem } from "../problems";
import { placeParts } from "../schemas/moderation";

/** The milliseconds between the writing of a post in a topic file and the load; undefined without such a post. */
function agoOf(topic: PackTopic | undefined, { floor, depth }: { floor: number; depth: number | null }) {
  if (!topic || (floor === 1 && depth === null)) return topic?.ago;
  const reply = topic.replies.find((each) => each.floor === floor && each.depth === depth);
  return reply && topic.ago - reply.at;
}

/**
 * Checks moderation.yaml: every named member has joined before the step, and every named text is in the pack or written
 * by an earlier step.
 */
export function checkModeration(pack: DraftPack, problems: Problem[]): void {
  if (!pack.moderation) return;
  const { value, lineOf } = pack.moderation;
  const report = (path: PropertyKey[], message: string) =>
    problems.push({ file: "moderation.yaml", line: lineOf(path), field: fieldName(path), message });
  const members =
    pack.members && new Map(pack.members.value.members.map((member) => [member.key, member.joined]));
  const sections =
    pack.sections &&
    new Map(pack.sections.value.groups.flatMap((group) => group.sections).map((each) => [each.key, each]));
  const topics = new Map(pack.topics.map((topic) => [topic.key, topic]));
  const texts = new Map(value.texts.map((text) => [text.key, text]));

  const person = (path: PropertyKey[], key: string, ago: number) => {
    const joined = members?.get(key);
    if (members && joined === undefined) report(path, `members.yaml 里没有成员 ${key}`);
    else if (joined !== undefined && ago > joined)
      report(path, `成员 ${key} 那时还没有加入（看 members.yaml 的 joined）`);
  };
  const place = (path: PropertyKey[], text: string, ago: number) => {
    const { key, floor, depth } = placeParts(text);
    const since = texts.get(key)?.ago ?? agoOf(topics.get(key), { floor, depth });
    if (since === undefined) report(path, `没有帖子 ${text}`);
    else if (ago > since) report(path, `${text} 那时还没有发表`);
  };

  for (const [index, { section, by, ago }] of value.preReview.entries()) {
    person(["preReview", index, "by"], by, ago);
    if (sections && !sections.has(section))
      report(["preReview", index, "section"], `sections.yaml 里没有版块 ${section}`);
  }
  const keys = new Set<string>();
  for (const [index, { key, by, ago, section, reply, ...text }] of value.texts.entries()) {
    const path = ["texts", index];
    person([...path, "by"], by, ago);
    if (keys.has(key) || topics.has(key)) report([...path, "key"], `“${key}”已经用过`);
    keys.add(key);
    const sectionEntry = section === undefined ? undefined : sections?.get(section);
    if (sections && section !== undefined && !sectionEntry)
      report([...path, "section"], `sections.yaml 里没有版块 ${section}`);
    if (sectionEntry && text.class !== undefined && !sectionEntry.classes.includes(text.class))
      report([...path, "class"], `版块 ${sectionEntry.key} 没有分类“${text.class}”`);
    const topic = reply === undefined ? undefined : topics.get(reply);
    if (reply !== undefined && !topic) report([...path, "reply"], `没有帖子 ${reply}`);
    // The new reply gets the highest floor, so it must not be older than the other replies.
    const last = topic && Math.min(topic.ago, ...topic.replies.map(({ at }) => topic.ago - at));
    if (last !== undefined && ago > last) report([...path, "ago"], `早于 ${reply} 的最后一条回复`);
  }
  const education = pack.definitions?.value.education;
  const industries = pack.definitions?.value.industries.flatMap(({ children }) => Object.keys(children));
  for (const [index, { by, ago, avatar, extended = {} }] of value.profiles.entries()) {
    person(["profiles", index, "by"], by, ago);
    const { eduBackground, industry } = extended;
    if (eduBackground !== undefined && education && !Object.hasOwn(education, eduBackground))
      report(
        ["profiles", index, "extended", "eduBackground"],
        `definitions.yaml 里没有学历 ${eduBackground}`,
      );
    if (industry !== undefined && industries && !industries.includes(industry))
      report(["profiles", index, "extended", "industry"], `definitions.yaml 里没有行业 ${industry}`);
    if (avatar !== undefined && !pack.pictures.has(avatar))
      report(["profiles", index, "avatar"], `没有图片 ${avatar}`);
  }
  for (const kind of ["reports", "notes"] as const)
    for (const [index, { by, of, ago }] of value[kind].entries()) {
      person([kind, index, "by"], by, ago);
      place([kind, index, "of"], of, ago);
    }
  for (const [index, { by, from, ago }] of value.messageReports.entries())
    for (const [field, key] of Object.entries({ by, from }))
      person(["messageReports", index, field], key, ago);
  for (const [index, { by, ago }] of value.appeals.entries()) person(["appeals", index, "by"], by, ago);
  for (const [index, { by, on, ago, duplicateOf }] of value.decisions.entries()) {
    const path = ["decisions", index];
    person([...path, "by"], by, ago);
    for (const [at, each] of on.entries())
      if (members?.has(each)) person([...path, "on", at], each, ago);
      else place([...path, "on", at], each, ago);
    if (duplicateOf !== undefined) place([...path, "duplicateOf"], duplicateOf, ago);
  }
}
