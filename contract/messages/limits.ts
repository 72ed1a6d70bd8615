/**
 * Characters of a message to a person, messages of a conversation at a time, and people that a list of blocks
 * shows.
 */
export const innerMessageMax = 2_000;

export const innerPageSize = 30;

export const blocksShown = 200;
