import { paths } from "~/navigation/paths";
import { useRoot } from "~/navigation/use-shell";
import { PressForm } from "./press-form";

interface FollowButtonProps {
  kind: "user" | "section" | "tag" | "product";
  target: number;
  followed: boolean;
  /** Whom or what. */
  name: string;
}

/** Follows or stops following (spec 7.2, follow). Nothing beside oneself. */
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
