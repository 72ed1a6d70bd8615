/** What a loader's data may carry beside what its page shows. */
export interface Aside {
  /** Parts of it could not be had, or not whole: the trace id to be named. */
  leftOut?: string;
  /** A call said that nobody is signed in (spec 8, 403). */
  asksLogin?: true;
}

/** Together, of all loaders of a page. */
export function asideOf(loaded: unknown[]): Aside {
  return loaded.reduce<Aside>((together, one) => {
    const { leftOut, asksLogin } = (one ?? {}) as Aside;
    return { ...together, ...(leftOut ? { leftOut } : {}), ...(asksLogin ? { asksLogin } : {}) };
  }, {});
}
