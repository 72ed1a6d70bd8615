/** Characters of a search. */
export const searchTextMax = 100;

/** Results are counted up to this and no further. */
export const searchTotalMax = 200;
