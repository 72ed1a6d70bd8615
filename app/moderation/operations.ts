import { highlights } from "contract/forum/constants";
import {
  digestLevels,
  pinScopes,
  stamps,
  type TopicAction,
  topicActionNames,
  topicActions,
  topicIcons,
} from "contract/moderation/actions";
import { topicIcon } from "~/format/topic-marks";

export interface Operation {
  /** The action, and after a colon its value, as the select posts it. */
  value: string;
  label: string;
}

const each = (table: object): [string, string][] => Object.entries(table) as [string, string][];

/** The values of actions that have several, and the one that removes the mark. */
const choices: Partial<Record<TopicAction, Operation[]>> = {
  digest: [
    ...each(digestLevels).map(([value, label]) => ({ value, label: `设为${label}` })),
    { value: "", label: "取消精华" },
  ],
  pin: [...each(pinScopes).map(([value, label]) => ({ value, label })), { value: "", label: "取消置顶" }],
  highlight: [
    ...each(highlights).map(([value, label]) => ({ value, label: `标题${label}` })),
    { value: "", label: "取消高亮" },
  ],
  recommend: [
    { value: "1", label: "推荐到版块首页" },
    { value: "", label: "取消推荐" },
  ],
  stamp: [
    ...Object.keys(stamps).map((value) => ({ value, label: `图章「${value}」` })),
    { value: "", label: "去掉图章" },
  ],
  icon: [
    ...topicIcons.map((value) => ({ value, label: `图标「${topicIcon(value)?.label ?? value}」` })),
    { value: "", label: "去掉图标" },
  ],
};

/** All operations in groups: those that favour the author first, those that destroy last. */
const operationGroups: { label: string; operations: Operation[] }[] = topicActionNames.map((name) => ({
  label: topicActions[name].label,
  operations: (choices[name] ?? [{ value: "", label: topicActions[name].label }]).map(({ value, label }) => ({
    value: choices[name] ? `${name}:${value}` : name,
    label,
  })),
}));

/** The operations that a moderator may use: not every moderator may pin beyond a section. */
export function operationsFor({ admin = false, pinsGroups = false }): typeof operationGroups {
  const closed = new Set([...(admin ? [] : ["pin:site"]), ...(admin || pinsGroups ? [] : ["pin:group"])]);
  return operationGroups.map(({ label, operations }) => ({
    label,
    operations: operations.filter(({ value }) => !closed.has(value)),
  }));
}

/** The name of an operation in the select; empty for an unknown operation. */
export function operationLabel({ action, value }: { action: TopicAction; value: string }): string {
  const posted = choices[action] ? `${action}:${value}` : action;
  const all = operationGroups.flatMap(({ operations }) => operations);
  return all.find((each) => each.value === posted)?.label ?? "";
}

const operationNames = new Set(
  operationGroups.flatMap(({ operations }) => operations.map(({ value }) => value)),
);

/** The action and value of a posted operation; null for an unknown operation. */
export function readOperation(posted: string): { action: TopicAction; value: string } | null {
  if (!operationNames.has(posted)) return null;
  const [action = "", value = ""] = posted.split(":");
  return { action: action as TopicAction, value };
}
