import traditional from "opencc-js/dict/TSCharacters";

/** The simplified form of each traditional character, from OpenCC; of several forms, the most common. */
export const simplifiedForms: ReadonlyMap<string, string> = new Map(
  traditional.split("|").map((pair): [string, string] => {
    const [from = "", to = from] = pair.split(" ");
    return [from, to];
  }),
);
