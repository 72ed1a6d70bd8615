import { Link } from "@remix-run/react";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";

interface NothingListedProps {
  /** The Chinese name of the listed things. */
  things: string;
  problem: boolean;
  narrowed: boolean;
  /** The address of the unfiltered list. */
  all: string;
}

/** Shown instead of an empty list: the filter is invalid, it matches nothing, or the list has no entries yet. */
export function NothingListed({ things, problem, narrowed, all }: NothingListedProps) {
  const { to } = useShell();
  const title = problem ? "筛选条件有误" : narrowed ? `没有符合条件的${things}` : `还没有${things}`;
  const text = problem ? "请按提示改好条件，再筛选一次。" : "少选一个条件，或者换个说法查找。";
  return (
    <EmptyState title={title} text={text}>
      <Link className="button" data-primary to={to(all)}>
        看全部{things}
      </Link>
    </EmptyState>
  );
}
