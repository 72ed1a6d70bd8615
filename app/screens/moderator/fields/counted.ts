/** How many wait, as the menu and the tabs say it. */
export const counted = (count: number) => (count > 999 ? "999+" : String(count));

/** A tab with how much waits behind it; its name alone where nobody knows, or nothing does. */
export const withCount = (name: string, count: number | undefined) =>
  count ? `${name} ${counted(count)}` : name;
