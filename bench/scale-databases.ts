import { type Database, type OpenDatabase, openPostgres } from "gateway/database/open";
import pg from "pg";
import { fillForum, largeSize, type ScaleSize, smallSize } from "./scale-data";

/** A forum of one size, in its own database. */
export interface ScaleForum {
  name: string;
  size: ScaleSize;
  open: OpenDatabase;
}

export interface ScaleForums {
  small: ScaleForum;
  large: ScaleForum;
  close(): Promise<void>;
}

const shownSize = ({ posts, training }: ScaleSize) =>
  `${posts.toLocaleString("en-US")} 条内容、${training.learners.toLocaleString("en-US")} 名学员`;

/**
 * Makes the two forums on the PostgreSQL server of SCALE_DATABASE_URL (or TEST_DATABASE_URL), and removes them at the
 * end. With SCALE_KEEP=1 they stay, and the next run uses them again.
 * @param bench the prefix of their names, because benches have different forums. @param fillMore adds the bench's data
 */
export async function openScaleForums(
  bench = "scale",
  fillMore?: (database: Database) => Promise<void>,
): Promise<ScaleForums> {
  const server = process.env.SCALE_DATABASE_URL ?? process.env.TEST_DATABASE_URL;
  if (!server) throw new Error("SCALE_DATABASE_URL 未设置：应为一个可以新建数据库的 PostgreSQL 地址");
  const keep = process.env.SCALE_KEEP === "1";
  const administrator = new pg.Pool({ connectionString: server, max: 1 });
  const names: string[] = [];
  const fill = async (database: Database, size: ScaleSize) => {
    await fillForum(database, size);
    await fillMore?.(database);
  };
  const drop = async () => {
    if (!keep)
      for (const name of names) await administrator.query(`drop database if exists ${name} with (force)`);
    await administrator.end();
  };
  const openForum = async (kind: "small" | "large", size: ScaleSize): Promise<ScaleForum> => {
    const name = keep ? `portal_${bench}_${kind}` : `portal_${bench}_${kind}_${process.pid}`;
    const { rowCount } = await administrator.query("select 1 from pg_database where datname = $1", [name]);
    names.push(name);
    if (!rowCount) await administrator.query(`create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    const open = await openPostgres(url.href);
    if (!rowCount) {
      const start = performance.now();
      // `open.work` allows long statements: on a busy machine one can take minutes.
      await fill(open.work, size).catch(async (error: unknown) => {
        await open.close();
        await administrator.query(`drop database ${name} with (force)`);
        throw error;
      });
      console.log(
        `${shownSize(size)}的论坛已建好，用了 ${((performance.now() - start) / 1000).toFixed(0)} 秒`,
      );
    }
    return { name: shownSize(size), size, open };
  };
  try {
    const [small, large] = [await openForum("small", smallSize), await openForum("large", largeSize)];
    return {
      small,
      large,
      async close() {
        await Promise.all([small.open.close(), large.open.close()]);
        await drop();
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
}
