import { paths } from "~/navigation/paths";
import { useRoot } from "~/navigation/use-shell";
import { PressForm } from "./press-form";

interface FollowButtonProps {
  kind: "user" | "section" | "tag" | "product";
  target: number;
  followed: boolean;
  /** The name of the person or thing, for screen readers. */
  name: string;
}

/** A button to follow or stop following (spec 7.2, follow). Not shown for the member's own account. */
export function FollowButton({ kind, target, followed, name }: FollowButtonProps) {
  const me = useRoot()?.me;
  if (kind === "user" && me?.uid === target) return null;
  return (
    <PressForm
      key={`${kind} ${target}`}
      kind={kind}
      target={target}
      name={name}
      action={paths.follow()}
      place={`follow-${kind}-${target}`}
      pressed={followed}
      press={{ intent: "follow", icon: "plus", label: "关注" }}
      unpress={{ intent: "unfollow", icon: "check", label: "已关注", undo: "取消关注" }}
    />
  );
}
