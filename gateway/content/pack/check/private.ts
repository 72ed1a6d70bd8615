import { fieldName } from "../parse/yaml";
import type { DraftPack } from "../parse-pack";
import type { Problem } from "../problems";

/** Checks private.yaml: every named member has joined by then, every named thing exists, and times are in order. */
export function checkPrivate(pack: DraftPack, problems: Problem[]): void {
  if (!pack.private) return;
  const { value, lineOf } = pack.private;
  const report = (path: PropertyKey[], message: string) =>
    problems.push({ file: "private.yaml", line: lineOf(path), field: fieldName(path), message });
  const joined =
    pack.members && new Map(pack.members.value.members.map((member) => [member.key, member.joined]));
  const sections =
    pack.sections &&
    new Map(pack.sections.value.groups.flatMap((group) => group.sections).map((each) => [each.key, each]));
  const topics = new Map(pack.topics.map((topic) => [topic.key, topic]));

  const person = (path: PropertyKey[], key: string, ago: number) => {
    const since = joined?.get(key);
    if (joined && since === undefined) report(path, `members.yaml 里没有成员 ${key}`);
    else if (since !== undefined && ago > since)
      report(path, `成员 ${key} 那时还没有加入（看 members.yaml 的 joined）`);
  };
  const inOrder = (path: PropertyKey[], agos: number[]) => {
    for (const [index, ago] of agos.entries())
      if (index > 0 && ago > (agos[index - 1] ?? 0)) report([...path, index, "ago"], "早于前一条");
  };

  const pairs = new Set<string>();
  for (const [index, { between, messages, unread }] of value.conversations.entries()) {
    const path = ["conversations", index];
    const pair = [...between].sort().join(" ");
    if (between[0] === between[1] || pairs.has(pair))
      report([...path, "between"], "应是两个人，每两人写一次");
    pairs.add(pair);
    for (const [at, { from, ago }] of messages.entries()) {
      if (!between.includes(from)) report([...path, "messages", at, "from"], "不是这两人之一");
      for (const key of between) person([...path, "between"], key, ago);
    }
    inOrder(
      [...path, "messages"],
      messages.map(({ ago }) => ago),
    );
    const unreadWriters = new Set(unread === 0 ? [] : messages.slice(-unread).map(({ from }) => from));
    if (unread > messages.length || unreadWriters.size > 1)
      report([...path, "unread"], "最后这几条应是同一个人写的");
  }
  const targets = new Set<string>();
  for (const [index, draft] of value.drafts.entries()) {
    const path = ["drafts", index];
    person([...path, "author"], draft.author, draft.ago);
    const target = `${draft.author} ${draft.reply ?? ""}`;
    if (targets.has(target)) report(path, "同一个人对同一处只有一份草稿");
    targets.add(target);
    if (draft.reply !== undefined && !topics.has(draft.reply))
      report([...path, "reply"], `没有帖子 ${draft.reply}`);
    const section = draft.topic === undefined ? undefined : sections?.get(draft.topic);
    if (sections && draft.topic !== undefined && !section)
      report([...path, "topic"], `sections.yaml 里没有版块 ${draft.topic}`);
    if (section && draft.class !== undefined && !section.classes.includes(draft.class))
      report([...path, "class"], `版块 ${section.key} 没有分类“${draft.class}”`);
  }
  for (const kind of ["suggestions", "complaints"] as const)
    for (const [index, { author, ago, steps }] of value[kind].entries()) {
      const path = [kind, index];
      person([...path, "author"], author, ago);
      for (const [at, step] of steps.entries()) person([...path, "steps", at, "by"], step.by, step.ago);
      if ((steps[0]?.ago ?? 0) > ago)
        report([...path, "steps", 0, "ago"], kind === "suggestions" ? "早于建议本身" : "早于投诉本身");
      inOrder(
        [...path, "steps"],
        steps.map((step) => step.ago),
      );
    }
  for (const [index, { owner, ago, items }] of value.lists.entries()) {
    person(["lists", index, "owner"], owner, ago);
    for (const [at, { topic }] of items.entries())
      if (topic !== undefined && !topics.has(topic))
        report(["lists", index, "items", at, "topic"], `没有帖子 ${topic}`);
  }
  const seated = new Set<string>();
  for (const [index, { activity, name, members, ago }] of value.teams.entries()) {
    const path = ["teams", index, "members"];
    if (name === undefined && members.length > 1) report(path, "没有队名时只写一个人");
    for (const key of members) {
      person(path, key, ago);
      if (seated.has(`${activity} ${key}`)) report(path, `成员 ${key} 写了两次`);
      seated.add(`${activity} ${key}`);
    }
  }
  for (const [index, { topic }] of value.complaints.entries())
    if (!topics.has(topic)) report(["complaints", index, "topic"], `没有帖子 ${topic}`);
}
