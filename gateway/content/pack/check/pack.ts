import { foldNickname } from "contract/account/identity";
import { wordKey } from "../../../sensitive-words/matcher";
import type { PackTopic } from "../parse/topic";
import type { DraftPack } from "../parse-pack";
import type { Problem } from "../problems";
import { checkModeration } from "./moderation";
import { picturesOf } from "./pictures";
import { checkPrivate } from "./private";

type Report = (line: number, field: string, message: string) => void;

/** Reports a repeated value; remembers a new one. */
function once(
  seen: Map<string, string>,
  value: string | undefined,
  place: string,
  report: (message: string) => void,
): void {
  if (value === undefined) return;
  const foldedName = foldNickname(value);
  const first = seen.get(foldedName);
  if (first) report(`“${value}”已经用在 ${first}`);
  else seen.set(foldedName, place);
}

function checkSections(pack: DraftPack, memberKeys: Set<string> | null, problems: Problem[]): void {
  if (!pack.sections) return;
  const { value, lineOf } = pack.sections;
  const file = "sections.yaml";
  const [keys, ids, names] = [
    new Map<string, string>(),
    new Map<string, string>(),
    new Map<string, string>(),
  ];
  for (const [groupIndex, group] of value.groups.entries()) {
    for (const [index, section] of group.sections.entries()) {
      const path = ["groups", groupIndex, "sections", index];
      const report: Report = (line, field, message) => problems.push({ file, line, field, message });
      const at = (field: string) => (message: string) =>
        report(lineOf([...path, field]), `${section.key}.${field}`, message);
      once(keys, section.key, `版块“${section.name}”`, at("key"));
      once(ids, String(section.id), `版块“${section.name}”`, at("id"));
      once(names, section.name, `版块 ${section.key}`, at("name"));
      const classes = new Map<string, string>();
      for (const name of section.classes) once(classes, name, "同一版块", at("classes"));
      const moderators = new Map<string, string>();
      for (const moderator of section.moderators ?? []) {
        once(moderators, moderator, "同一版块", at("moderators"));
        if (memberKeys && !moderator.includes("@") && !memberKeys.has(moderator))
          at("moderators")(`members.yaml 里没有成员 ${moderator}`);
      }
    }
  }
}

function checkMembers(pack: DraftPack, problems: Problem[]): void {
  if (!pack.members) return;
  const { value, lineOf } = pack.members;
  const seen = { key: new Map(), nickname: new Map(), phone: new Map(), email: new Map() } satisfies Record<
    string,
    Map<string, string>
  >;
  for (const [index, member] of value.members.entries()) {
    const at = (field: string) => (message: string) =>
      problems.push({
        file: "members.yaml",
        line: lineOf(["members", index, field]),
        field: `${member.key}.${field}`,
        message,
      });
    for (const field of ["key", "nickname", "phone", "email"] as const)
      once(seen[field], member[field], `成员 ${member.key}`, at(field));
    if (member.avatar && !pack.pictures.has(member.avatar)) at("avatar")(`没有图片 ${member.avatar}`);
    if (member.password && !member.phone && !member.email)
      at("password")("有密码的成员要有手机号或邮箱，否则不能登录");
  }
}

/** Checks that industry codes are unique and that the choices in members' profiles exist. */
function checkProfiles({ definitions, members, tags, topics }: DraftPack, problems: Problem[]): void {
  const codes = new Map<string, string>();
  for (const [index, { code, name, children }] of (definitions?.value.industries ?? []).entries()) {
    for (const own of [code, ...Object.keys(children)]) {
      const path = own === code ? ["industries", index, "code"] : ["industries", index, "children", own];
      const report = (message: string) =>
        problems.push({
          file: "definitions.yaml",
          line: definitions?.lineOf(path),
          field: `industries.${own}`,
          message,
        });
      once(codes, own, `行业“${name}”`, report);
    }
  }
  const mapped = tags?.value.groups.flatMap((group) => group.tags.map(({ name }) => name)) ?? [];
  const names = new Set(
    [...mapped, ...topics.flatMap((topic) => topic.tags)].map((name) => name.toLowerCase()),
  );
  const industries = new Set(definitions?.value.industries.flatMap(({ children }) => Object.keys(children)));
  for (const [index, { key, profile }] of (members?.value.members ?? []).entries()) {
    if (!profile) continue;
    const report = (field: string, message: string) => {
      const line = members?.lineOf(["members", index, "profile", field]);
      problems.push({ file: "members.yaml", line, field: `${key}.profile.${field}`, message });
    };
    const { industry, eduBackground } = profile.extended;
    if (definitions && industry && !industries.has(industry))
      report("industry", `definitions.yaml 里没有行业 ${industry}`);
    if (definitions && eduBackground && !(eduBackground in definitions.value.education))
      report("eduBackground", `definitions.yaml 里没有学历 ${eduBackground}`);
    for (const name of profile.interests)
      if (!names.has(name.toLowerCase())) report("interests", `tags.yaml 和帖子里都没有标签 ${name}`);
  }
}

function checkWords({ words }: DraftPack, problems: Problem[]): void {
  const seen = new Map<string, string>();
  for (const [index, { word }] of (words?.value.words ?? []).entries()) {
    const field = `words[${index}].word`;
    const line = words?.lineOf(["words", index, "word"]);
    once(seen, wordKey(word), `第 ${index + 1} 个词`, (message) =>
      problems.push({ file: "sensitive-words.yaml", line, field, message }),
    );
  }
}

function checkTags(pack: DraftPack, problems: Problem[]): void {
  if (!pack.tags) return;
  const { value, lineOf } = pack.tags;
  const [groups, names] = [new Map<string, string>(), new Map<string, string>()];
  for (const [groupIndex, group] of value.groups.entries()) {
    const report = (path: PropertyKey[], field: string) => (message: string) =>
      problems.push({ file: "tags.yaml", line: lineOf(["groups", groupIndex, ...path]), field, message });
    once(groups, group.name, "另一个分组", report(["name"], "name"));
    for (const [index, tag] of group.tags.entries()) {
      once(names, tag.name, `分组“${group.name}”`, report(["tags", index, "name"], "tags.name"));
    }
  }
}

/** The time since each member joined, by key; null when members.yaml was not readable. */
type Joined = Map<string, number> | null;

function checkTopic(
  topic: PackTopic,
  classes: Map<string, string[]> | null,
  joined: Joined,
  pictures: Set<string>,
  problems: Problem[],
): void {
  const report = (line: number, field: string, message: string) =>
    problems.push({ file: topic.file, line, field, message });
  const sectionClasses = classes?.get(topic.section);
  if (classes && !sectionClasses)
    report(topic.lineOf("section"), "section", `sections.yaml 里没有版块 ${topic.section}`);
  if (sectionClasses && topic.class !== undefined && !sectionClasses.includes(topic.class)) {
    report(
      topic.lineOf("class"),
      "class",
      `版块 ${topic.section} 没有分类“${topic.class}”，可选：${sectionClasses.join("、")}`,
    );
  }
  const author = (key: string, ago: number, line: number) => {
    const since = joined?.get(key);
    if (joined && since === undefined) report(line, "author", `members.yaml 里没有成员 ${key}`);
    else if (since !== undefined && ago > since)
      report(line, "author", `成员 ${key} 那时还没有加入（看 members.yaml 的 joined）`);
  };
  author(topic.author, topic.ago, topic.lineOf("author"));
  for (const reply of topic.replies) if (reply.author) author(reply.author, topic.ago - reply.at, reply.line);
  for (const { source, line } of [{ source: topic.source, line: topic.bodyLine }, ...topic.replies]) {
    for (const picture of picturesOf(source)) {
      if (!pictures.has(picture)) problems.push({ file: topic.file, line, message: `没有图片 ${picture}` });
    }
  }
}

/** Checks that need more than one file: repeated keys, and references without a target. */
export function checkPack(pack: DraftPack, problems: Problem[]): void {
  const joined =
    pack.members && new Map(pack.members.value.members.map((member) => [member.key, member.joined]));
  const sections = pack.sections?.value.groups.flatMap((group) => group.sections);
  const classes = sections ? new Map(sections.map((section) => [section.key, section.classes])) : null;
  checkSections(pack, joined && new Set(joined.keys()), problems);
  checkMembers(pack, problems);
  checkProfiles(pack, problems);
  checkWords(pack, problems);
  checkTags(pack, problems);
  checkPrivate(pack, problems);
  checkModeration(pack, problems);
  const [topicKeys, policyIds] = [new Map<string, string>(), new Map<string, string>()];
  for (const topic of pack.topics) {
    once(topicKeys, topic.key, topic.file, (message) =>
      problems.push({ file: topic.file, line: topic.lineOf("key"), field: "key", message }),
    );
    checkTopic(topic, classes, joined, new Set(pack.pictures.keys()), problems);
  }
  for (const policy of pack.policies) {
    once(policyIds, policy.id, "另一份政策", (message) =>
      problems.push({ file: "policies", field: "id", message }),
    );
  }
  for (const [index, banner] of (pack.site?.banners ?? []).entries()) {
    if (pack.pictures.has(banner.image)) continue;
    problems.push({
      file: "site.yaml",
      line: pack.siteLineOf(["banners", index, "image"]),
      field: `banners[${index}].image`,
      message: `没有图片 ${banner.image}`,
    });
  }
}
