import sprite from "~/assets/icons.svg?no-inline";
import type { IconName } from "./icon-names.gen";

/** An icon of the sprite. Decorative unless it has a `label`. */
export function Icon({ name, label }: { name: IconName; label?: string }) {
  return (
    <svg
      className="icon"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
