import { Link } from "@remix-run/react";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";

interface NothingListedProps {
  /** What the list is of. */
  things: string;
  problem: boolean;
  narrowed: boolean;
  /** Where all of them are. */
  all: string;
}

/** In the place of an empty list: what was asked for cannot be looked for, is not there, or there is nothing yet. */
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
