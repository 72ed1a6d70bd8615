import { readFileSync } from "node:fs";

type Variables = Record<string, string | undefined>;

/** The variable with the name of the file that contains a secret. */
const fileVariable = (name: string) => `${name}_FILE`;

/**
 * The variables, with secrets read from the files that `NAME_FILE` variables name, as Docker and systemd pass
 * secrets. Line ends around a secret are removed.
 * @param names the variables that a file may supply
 */
export function readSecretFiles(
  env: Variables,
  names: ReadonlySet<string>,
): { variables: Variables; problems: string[] } {
  const variables = { ...env };
  const problems: string[] = [];
  for (const name of names) {
    const from = fileVariable(name);
    const file = env[from]?.trim();
    if (!file) continue;
    const addProblem = (why: string) => problems.push(`${from} 的值 ${JSON.stringify(file)} 不对：${why}`);
    if (env[name]?.trim()) problems.push(`${name} 和 ${from} 只能给出一个`);
    else
      try {
        variables[name] = readFileSync(file, "utf8").trim();
        if (variables[name] === "") addProblem("文件是空的");
      } catch (error) {
        addProblem(`读不到这个文件（${(error as NodeJS.ErrnoException).code}）`);
      }
  }
  return { variables, problems };
}
