import { useLocation } from "@remix-run/react";
import { listSizes } from "contract/moderation/fields";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { SelectAll } from "~/forms/outcomes/select-all";
import { Choices } from "~/lists/list-page";
import { wholeList } from "~/moderation/row-fields";
import styles from "./list-head.module.css";

interface Props {
  /** The number of items on all pages, and the Chinese noun for them. */
  total: number;
  words: string;
  /** The number of items on this page, and the page's size limit. */
  visible: number;
  size: number;
  /** Whether the list has check boxes. */
  chosen?: boolean;
  /** Whether the whole list can be selected, including its other pages. */
  whole?: boolean;
}

/** The head of a list: its number of items, the choice of the page size, and the boxes that select many at once. */
export function ListHead({ total, words, visible, size, chosen = true, whole = chosen }: Props) {
  return (
    <div className={styles.head}>
      <p className={styles.total}>
        共 {total} {words}
      </p>
      {chosen ? <SelectAll /> : null}
      {/* Works before scripts too: the server finds the items, and asks before it changes anything. */}
      {whole && total > visible ? (
        <CheckboxField name={wholeList} label={`选择符合条件的全部 ${total} 项`} />
      ) : null}
      {total > listSizes[0] ? <ListSizes size={size} /> : null}
    </div>
  );
}

/** Links that choose the number of items on a page; other lists remember the choice. */
export function ListSizes({ size }: { size: number }) {
  const { pathname, search } = useLocation();
  const href = (newSize: number) => {
    const address = new URLSearchParams(search);
    address.delete("page");
    address.set("size", String(newSize));
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
