import { parseArgs } from "node:util";

/** The arguments of a command with one folder and one flag: `-- DIR [--FLAG]`; null for any others. */
export function readFolderArguments(flag: string): { folder: string; isFlagged: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      options: { [flag]: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const [folder, ...more] = positionals;
    return folder && more.length === 0 ? { folder, isFlagged: values[flag] === true } : null;
  } catch {
    return null;
  }
}
