/** Additional data that a loader may add to its page's data. */
export interface Aside {
  /** Parts of the page are missing or incomplete; this is the trace id to show. */
  leftOut?: string;
  /** A call said that nobody is signed in (spec 8, 403). */
  asksLogin?: true;
  /** An administrator sees the page as somebody else, and a part of it is that person's alone. */
  withheld?: true;
}

/** The additional data of all loaders of a page, merged. */
export function asideOf(loaded: unknown[]): Aside {
  const asides = loaded.map((one) => (one ?? {}) as Aside);
  const leftOut = asides.find((one) => one.leftOut)?.leftOut;
  return {
    ...(leftOut ? { leftOut } : {}),
    ...(asides.some(({ asksLogin }) => asksLogin) ? { asksLogin: true } : {}),
  };
}
