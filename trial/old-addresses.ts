import type { Board } from "../tests/support/discuz/board";
import type { Moving } from "./old-board";

/** How many addresses of each kind are asked. */
const each = 34;
const picturesAsked = 200;

interface Post extends Record<string, unknown> {
  old_id: number;
  new_id: number;
  tid: number;
  floor: number;
}

/** Asks old addresses of a portal that the board moved into; the right answers are read from the database. */
export async function oldAddresses(
  { ask }: Moving,
  database: string,
  board: Board,
  origin: string,
): Promise<{ all: number; wrong: number }> {
  const ids = async (kind: string) =>
    ask<{ old_id: number; new_id: number }>(
      database,
      "select old_id::int, new_id::int from imported_ids where kind = $1 and written and old_id > 0 order by old_id",
      [kind],
    );
  const spread = <One>(all: One[]): One[] =>
    all.filter((_, at) => at % Math.max(1, Math.floor(all.length / each)) === 0).slice(0, each);
  const topic = (tid: number, pid?: number) =>
    `/hsforum/thread-${tid}-1-1.html${pid === undefined ? "" : `?pid=${pid}#post-${pid}`}`;
  const posts = await ask<Post>(
    database,
    `select old_id::int, new_id::int, topic_id::int as tid, floor from imported_ids join posts on posts.id = new_id
      where kind = 'post' and written order by old_id`,
  );
  // Titles say which topic of the board one was.
  const topics = (
    await ask<{ id: number; title: string }>(
      database,
      "select id::int, title from topics where title like '主题 %' order by id",
    )
  ).map(({ id, title }) => ({ id, old: Number(/^主题 (\d+) /.exec(title)?.[1]) }));
  const files = await ask<{ old_id: number; id: number; name: string; file: string; kind: string }>(
    database,
    `select old_id::int, u.id::int, u.original_name as name, u.file_name as file, u.kind from imported_ids i
      join uploads u on u.id = i.new_id join posts p on p.id = i.parent_id join topics t on t.id = p.topic_id
      join sections s on s.id = t.section_id
      where i.kind = 'file' and p.listed and t.listed and s.listed order by old_id`,
  );
  const second = new Map(posts.filter(({ floor }) => floor === 11).map((post) => [post.tid, post]));
  const expected: [address: string, location: string | null][] = [
    ...spread(topics).flatMap(({ id, old }): [string, string][] => [
      [`/thread-${old}-1-1.html`, topic(id)],
      [`/forum.php?mod=viewthread&tid=${old}&page=1`, topic(id)],
      [`/archiver/?tid-${old}.html`, topic(id)],
      [`/bbs/viewthread.php?tid=${old}&extra=page%3D1`, topic(id)],
    ]),
    // The board has ten posts on a page.
    ...spread(topics.filter(({ id }) => second.has(id))).map(({ id, old }): [string, string] => [
      `/thread-${old}-2-1.html`,
      topic(id, second.get(id)?.new_id),
    ]),
    ...spread(posts).map(({ old_id, new_id, tid }): [string, string] => [
      `/forum.php?mod=redirect&goto=findpost&ptid=1&pid=${old_id}`,
      topic(tid, new_id),
    ]),
    ...(await ids("section")).flatMap(({ old_id, new_id }): [string, string][] => [
      [`/forum-${old_id}-1.html`, `/forum/${new_id}`],
      [`/forum.php?mod=forumdisplay&fid=${old_id}`, `/forum/${new_id}`],
      [`/forumdisplay.php?fid=${old_id}`, `/forum/${new_id}`],
    ]),
    ...spread(await ids("member")).flatMap(({ old_id, new_id }): [string, string][] => [
      [`/space-uid-${old_id}.html`, `/userhomepage?uid=${new_id}`],
      [`/home.php?mod=space&uid=${old_id}&do=profile`, `/userhomepage?uid=${new_id}`],
    ]),
    ...spread(files).map(({ old_id, id, name, file, kind }): [string, string] => [
      `/forum.php?mod=attachment&aid=${Buffer.from(`${old_id}|abcd|1400000000|1|1`).toString("base64")}`,
      kind === "image" ? `/gateway/files/${file}` : `/gateway/attachments/${id}/${encodeURIComponent(name)}`,
    ]),
    ["/portal.php?mod=view&aid=1", topic(topics.find(({ old }) => old === 1)?.id ?? 0)],
    ["/portal.php?mod=view&aid=2", null],
    [`/thread-${(board.rows.forum_thread?.length ?? 0) + 7}-1-1.html`, null],
    ["/space-uid-999999.html", null],
  ];
  // The shell of phones has its own addresses for pages, and none for files.
  const inPhones = (location: string | null) =>
    location === null || location.startsWith("/gateway/") ? location : `/h5${location}`;
  const both = expected.flatMap(([address, location]): typeof expected => [
    [address, location],
    [`/h5${address}`, inPhones(location)],
  ]);
  let wrong = 0;
  for (const [address, location] of both) {
    const answer = await fetch(origin + address, { redirect: "manual" });
    await answer.body?.cancel();
    const got = answer.headers.get("location");
    const isRight = location === null ? answer.status === 404 : answer.status === 301 && got === location;
    if (isRight) continue;
    wrong += 1;
    console.error(`${address}: ${answer.status} ${got}, not ${location}`);
  }
  return { all: both.length, wrong };
}

/** Fetches pictures of texts that everybody may see, and avatars: the numbers asked, and of those that are no picture. */
export async function pictures(
  { ask }: Moving,
  database: string,
  origin: string,
): Promise<{ all: number; avatars: number; wrong: number }> {
  const files = await ask<{ name: string }>(
    database,
    `select u.file_name as name from imported_ids i join uploads u on u.id = i.new_id
      join posts p on p.id = i.parent_id join topics t on t.id = p.topic_id join sections s on s.id = t.section_id
      where i.kind = 'file' and u.kind = 'image' and p.listed and t.listed and s.listed order by i.old_id limit ${picturesAsked}`,
  );
  const avatars = await ask<{ name: string }>(
    database,
    `select unnest(array[a.avatar, p.large_avatar]) as name from imported_ids i join accounts a on a.id = i.new_id
      join profiles p on p.account_id = a.id where i.kind = 'member' and a.avatar is not null`,
  );
  let wrong = 0;
  for (const { name } of [...files, ...avatars]) {
    const answer = await fetch(`${origin}/gateway/files/${name}`);
    const type = answer.headers.get("content-type") ?? "";
    const isPicture = answer.status === 200 && type.startsWith("image/");
    if (isPicture && (await answer.arrayBuffer()).byteLength > 0) continue;
    wrong += 1;
    console.error(`${name}: ${answer.status} ${type}`);
  }
  return { all: files.length + avatars.length, avatars: avatars.length, wrong };
}
