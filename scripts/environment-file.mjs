import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** A value outside of quotes with a `#`: Node takes the rest of the line as a comment, systemd as a part of the value. */
const ambiguous = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=(?![ \t]*["'`])[^#\n]*#/gm;

/**
 * Reads the file that ENV_FILE names into the environment, so that a command works with the variables of the site's
 * unit; variables that are set already stay. The shell cannot read such a file, because its values may have spaces and
 * angle brackets. Ends the program with a sentence if the file cannot be read, or would mean something else to systemd.
 * @param {NodeJS.ProcessEnv} environment
 */
export function readEnvironmentFile(environment) {
  const file = environment.ENV_FILE?.trim();
  if (!file) return;
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    console.error(`无法启动：ENV_FILE 指定的文件 ${file} 读不了（${error.code ?? error.message}）。`);
    process.exit(1);
  }
  const names = [...text.matchAll(ambiguous)].map(([, name]) => name);
  if (names.length > 0) {
    console.error(
      `无法启动：ENV_FILE 指定的文件 ${file} 里，${names.join("、")} 的值有 #，systemd 和这里的读法不同：值请用双引号括起来，注释请另起一行。`,
    );
    process.exit(1);
  }
  for (const [name, value] of Object.entries(parseEnv(text))) environment[name] ??= value;
}
