import { useEffect, useRef, useState } from "react";
import styles from "./select-all.module.css";

const boxesAround = (place: Element | null) => [
  ...(place?.closest("form")?.querySelectorAll<HTMLInputElement>("input[name=ids]") ?? []),
];

/** Chooses all rows of this page and shows how many are chosen. Only with JavaScript. */
export function SelectAll() {
  const [all, setAll] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    const count = () => {
      const found = boxesAround(place.current);
      setAll(found.length);
      setChosen(found.filter(({ checked }) => checked).length);
    };
    count();
    form?.addEventListener("change", count);
    return () => form?.removeEventListener("change", count);
  }, []);
  return (
    <p ref={place} className={styles.all} hidden={!all}>
      {all ? (
        <label>
          <input
            type="checkbox"
            data-select-all
            checked={chosen === all}
            ref={(input) => {
              if (input) input.indeterminate = chosen > 0 && chosen < all;
            }}
            onChange={({ currentTarget: { checked } }) => {
              for (const box of boxesAround(place.current)) box.checked = checked;
              setChosen(checked ? all : 0);
            }}
          />
          全选本页
          {chosen > 0 ? <span>已选 {chosen} 项</span> : null}
        </label>
      ) : null}
    </p>
  );
}
