import { shortCount } from "~/format/text";
import { type Reaction, reactions } from "~/lists/reaction-answer";
import { Icon } from "~/ui/icon";
import type { StandingOf } from "./use-reactions";

/** The id of the one form that all like and favourite buttons of the page belong to. */
export const reactionForm = "reactions";

const looks = {
  like: { icon: "thumb-up", name: "赞" },
  favorite: { icon: "star", name: "收藏" },
} as const;

interface ReactionButtonProps {
  what: Reaction;
  target: number;
  on: boolean;
  count: number;
  standingOf: StandingOf;
}

/** A like or favourite button with its count; it belongs to the page's one form. */
export function ReactionButton({ what, target, standingOf, ...initial }: ReactionButtonProps) {
  const { on, count } = standingOf(what, target, initial);
  const { icon, name } = looks[what];
  return (
    <button
      type="submit"
      form={reactionForm}
      name="intent"
      value={`${on ? reactions[what] : what}:${target}`}
      aria-pressed={on}
    >
      <Icon name={icon} />
      {count > 0 ? `${name} ${shortCount(count)}` : name}
    </button>
  );
}
