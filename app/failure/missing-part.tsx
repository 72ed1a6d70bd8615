import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";

/** In the place of a part that could not be had; the page around it stands (`orWithout`). */
export function MissingPart({ name }: { name: string }) {
  const { here } = useShell();
  return (
    <EmptyState title={`${name}暂时看不了`} text="页面的其余部分不受影响，请稍后再试。">
      <a className="button" data-primary href={here}>
        重新加载
      </a>
    </EmptyState>
  );
}
