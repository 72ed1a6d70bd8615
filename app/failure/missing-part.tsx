import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";

/** Shown instead of a part that could not be loaded; the rest of the page works (`orWithout`). */
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
