const prefix = "portal:";

/** The key of a section that was created in the portal; no key of a content pack has a colon. */
export const portalKey = (fid: number): string => `${prefix}${fid}`;

/** Whether a section was created in the portal, by its key. */
export const isOfPortal = (packKey: string): boolean => packKey.startsWith(prefix);
