import { paths } from "~/navigation/paths";
import { PressForm } from "../press-form";

/** 屏蔽: blocks messages and notices of a person, and collapses their texts. */
export function BlockButton({ uid, name, blocked }: { uid: number; name: string; blocked: boolean }) {
  return (
    <PressForm
      key={uid}
      kind="user"
      target={uid}
      name={name}
      action={paths.reading()}
      place={`block-${uid}`}
      pressed={blocked}
      press={{ intent: "block", icon: "bell-off", label: "屏蔽" }}
      unpress={{ intent: "unblock", icon: "bell-off", label: "已屏蔽", undo: "解除屏蔽" }}
    />
  );
}
