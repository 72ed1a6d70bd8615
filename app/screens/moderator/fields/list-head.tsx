import { useLocation } from "@remix-run/react";
import { listSizes } from "contract/moderation/fields";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { SelectAll } from "~/forms/outcomes/select-all";
import { Choices } from "~/lists/list-page";
import { wholeList } from "~/moderation/row-fields";
import styles from "./list-head.module.css";

interface Props {
  /** How many there are on all pages, and what they are. */
  total: number;
  words: string;
  /** How many stand on this page, and how many may. */
  shown: number;
  size: number;
  /** Whether anything is chosen from it. */
  chosen?: boolean;
  /** Whether all of it can be, whatever page it stands on. */
  whole?: boolean;
}

/** How much a list holds, how much of it a page has, and what chooses many at once. */
export function ListHead({ total, words, shown, size, chosen = true, whole = chosen }: Props) {
  return (
    <div className={styles.head}>
      <p className={styles.total}>
        共 {total} {words}
      </p>
      {chosen ? <SelectAll /> : null}
      {/* Before scripts too: what is meant is found by the server, which asks before it does anything. */}
      {whole && total > shown ? (
        <CheckboxField name={wholeList} label={`选择符合条件的全部 ${total} 项`} />
      ) : null}
      {total > listSizes[0] ? <ListSizes size={size} /> : null}
    </div>
  );
}

/** How many things a page of the list has: an address, which the other lists remember. */
export function ListSizes({ size }: { size: number }) {
  const { pathname, search } = useLocation();
  const href = (wanted: number) => {
    const address = new URLSearchParams(search);
    address.delete("page");
    address.set("size", String(wanted));
    return `${pathname}?${address}`;
  };
  return (
    <Choices
      label="每页多少项"
      choices={listSizes.map((each) => ({
        name: `${each} 项/页`,
        href: href(each),
        current: each === size,
      }))}
    />
  );
}
