/** As whom an administrator may see pages. */
export const seenKinds = { visitor: "访客", member: "普通会员", person: "指定的会员" } as const;
export type SeenKind = keyof typeof seenKinds;
export const seenKindNames = Object.keys(seenKinds) as [SeenKind, ...SeenKind[]];

/** Minutes after which an administrator is themselves again. */
export const seeAsMinutes = 15;
