import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../environment";
import { StartError } from "../start-error";

type Place = Pick<Environment, "databaseUrl" | "dataDir" | "isDataDirGiven">;

/** Whether the environment names PostgreSQL, or a data folder that has a database. */
export const hasDatabase = ({ databaseUrl, dataDir }: Place): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, "database"));

/**
 * Refuses to run a command that was not told its site. Without the site's variables it would make an empty database in
 * the folder where the operator happens to stand, and report that all is well there. Throws StartError.
 * @param needs `existing`: a database that is there; `named`: that, or a place that the variables name for a new one
 */
export function requireDatabase(place: Place, needs: "existing" | "named"): void {
  if (hasDatabase(place) || (needs === "named" && place.isDataDirGiven)) return;
  const unset = place.isDataDirGiven ? "" : "，也没有给出 DATABASE_URL 或 DATA_DIR";
  throw new StartError(
    `数据文件夹 ${place.dataDir} 里没有数据库${unset}。请给出站点自己的变量：用 ENV_FILE 指定它的变量文件（如 ENV_FILE=/etc/portal/portal.env），或用 DATABASE_URL、DATA_DIR 指定数据库。`,
  );
}
