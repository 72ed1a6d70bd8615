/** Data that a loader may add to the data of its page. */
export interface Aside {
  /** Parts of it could not be had, or not whole: the trace id to be named. */
  leftOut?: string;
  /** A call said that nobody is signed in (spec 8, 403). */
  asksLogin?: true;
}

/** Together, of all loaders of a page. */
export function asideOf(loaded: unknown[]): Aside {
  const asides = loaded.map((one) => (one ?? {}) as Aside);
  const leftOut = asides.find((one) => one.leftOut)?.leftOut;
  return {
    ...(leftOut ? { leftOut } : {}),
    ...(asides.some(({ asksLogin }) => asksLogin) ? { asksLogin: true } : {}),
  };
}
