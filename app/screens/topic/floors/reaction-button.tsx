import { shortCount } from "~/format/text";
import { type Reaction, reactions } from "~/lists/reaction-answer";
import { Icon } from "~/ui/icon";
import type { StandingOf } from "./use-reactions";

/** The one form that all like and favourite buttons of the page belong to. */
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

/** A like or favourite with its count: one button of the page's form, pressed or not. */
export function ReactionButton({ what, target, standingOf, ...given }: ReactionButtonProps) {
  const { on, count } = standingOf(what, target, given);
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
