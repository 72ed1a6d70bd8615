import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../start-error";

/**
 * When a process started, which distinguishes it from a later one with the same id. Null when the system does not tell.
 */
function startedAt(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the command in parentheses and may hold anything; the start time is the 22nd.
    return `${boot} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** The process that holds the lock; null when it has ended (killed, or the machine restarted). */
function holder(file: string): number | null {
  const text = read(file);
  const [pidText = "", started = ""] = text.split("\n");
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isAlive(pid)) return null;
  const now = startedAt(pid);
  return now === null || started === "" || now === started ? pid : null;
}

const lockFile = (dataDir: string) => join(dataDir, "server.pid");

/** Whether another living process holds the data folder. */
export const isDataFolderHeld = (dataDir: string): boolean => holder(lockFile(dataDir)) !== null;

/**
 * Locks the data folder for this process, because two processes would destroy the embedded database. A lock of a dead
 * process is taken over. Throws StartError when another living process holds it.
 * @returns a function that releases the lock
 */
export function lockDataFolder(dataDir: string): () => void {
  const file = lockFile(dataDir);
  const own = `${process.pid}\n${startedAt(process.pid) ?? ""}\n`;
  for (;;) {
    try {
      writeFileSync(file, own, { flag: "wx" });
      return () => {
        // Delete our own lock only: another process may have taken it over by mistake.
        if (read(file) === own) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const pid = holder(file);
    if (pid !== null) {
      throw new StartError(
        `数据文件夹 ${dataDir} 正被另一个进程（进程号 ${pid}）使用，内嵌数据库一次只能由一个进程打开。` +
          "请先停止它（运行管理命令也是：停下门户，运行命令，再启动），或用 DATA_DIR 指定另一个文件夹。" +
          `若确认它已不在运行，删除 ${file} 后重试。`,
      );
    }
    rmSync(file, { force: true });
  }
}
