import traditional from "opencc-js/dict/TSCharacters";

/** The simplified form of each traditional character (OpenCC's), the usual one where there are several. */
export const simplifiedForms: ReadonlyMap<string, string> = new Map(
  traditional.split("|").map((pair): [string, string] => {
    const [from = "", to = from] = pair.split(" ");
    return [from, to];
  }),
);
