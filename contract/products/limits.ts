/** Products that are compared side by side. */
export const compareMax = 4;

/** Values that a filter's field may have at once, and fields that may be filtered by. */
export const filterValuesMax = 60;
export const filterFieldsMax = 100;

/** Names of files whose addresses are asked for at once; names from this length on have none (spec 9). */
export const fileNamesMax = 100;
export const fileNameLength = 40;
