/** Limits of resources and videos, in the units that people count in. */

/** Resources on a page of the list. */
export const resourcePageSize = 20;
/** Videos on a page. */
export const videoPageSize = 12;
/** Where a condition cannot be told from a kept number, no more than this are counted. */
export const countedMax = 500;
/** Characters of a condition. */
export const conditionMax = 60;
/** Entries of a list that the home page or the development centre shows. */
export const shortListMax = 24;
