import { existsSync } from "node:fs";
import type { Environment } from "../environment";
import { openFileStores } from "../files/open-stores";
import { StartError } from "../start-error";
import { type Finding, findingsOf } from "./finding";

const { ok, warn, error } = findingsOf("文件的位置");

/** Checks that the folder and the bucket of FILES can be read and written, as a start does. */
export async function examineFilePlaces(environment: Environment): Promise<Finding[]> {
  const { folder, s3 } = environment.files;
  if (folder === null && s3 === null) return [];
  if (folder !== null && !existsSync(folder))
    return [
      warn(
        `FILES_DIR 的文件夹 ${folder} 还没有，启动时会建`,
        "要是它应当已挂载，先挂载；运行门户的用户要能在那里建文件夹。",
      ),
    ];
  try {
    await openFileStores(environment);
    return [ok([folder, s3 && `桶 ${s3.bucket}`].filter(Boolean).join("，"))];
  } catch (problem) {
    if (!(problem instanceof StartError)) throw problem;
    return [error(problem.message, "改好之前，启动会被拒绝。")];
  }
}
