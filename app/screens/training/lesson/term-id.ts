/** The id of a term's explanation on a lesson's page. */
export const termId = (at: number) => `term-${at + 1}`;
