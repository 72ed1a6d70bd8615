/** The class whose topics are questions, in every section that has it: only those wait for an answer. */
export const questionClass = "求助";
