import type { CollectionKind } from "contract/collections/calls";
import { paths } from "~/navigation/paths";
import { PressForm } from "../press-form";

interface CollectButtonProps {
  kind: CollectionKind;
  target: number;
  collected: boolean;
  /** The name of the item, for screen readers. */
  name: string;
}

/** A button to add an item to the collection or to remove it (spec 7.2, collect). */
export function CollectButton({ kind, target, collected, name }: CollectButtonProps) {
  return (
    <PressForm
      key={`${kind} ${target}`}
      kind={kind}
      target={target}
      name={name}
      action={paths.collect()}
      place={`collect-${kind}-${target}`}
      pressed={collected}
      press={{ intent: "collect", icon: "star", label: "收藏" }}
      unpress={{ intent: "uncollect", icon: "star", label: "已收藏", undo: "取消收藏" }}
    />
  );
}
