import type { Problem } from "../problems";
import { replyBody, type TopicFront, topicBody, topicFront } from "../schemas/community";
import { parseDuration } from "../schemas/durations";
import { splitFrontMatter } from "./front-matter";
import { checkValue, parseYaml } from "./yaml";

/** A reply of a topic file with its position: its own floor, or nested under one. */
export interface PackReply {
  author: string;
  /** Milliseconds after the topic's time. */
  at: number;
  source: string;
  /** The line of its `=== reply`. */
  line: number;
  /** Its own floor, or the floor that it is nested under. */
  floor: number;
  /** Position under its floor, from 1; null for a floor. */
  depth: number | null;
  /** The position of the nested reply that it answers; null when it answers the floor itself. */
  answers: number | null;
}

export interface PackTopic extends TopicFront {
  file: string;
  source: string;
  /** The line of the file on which the text starts. */
  bodyLine: number;
  replies: PackReply[];
  lineOf(field: string): number;
}

const replyHeader = /^===\s*reply\b(.*)$/i;
const attributeNames = ["author", "at", "to"];

interface RawReply {
  header: string;
  line: number;
  source: string;
}

/** Splits a body at its `=== reply` lines. The first part is the topic's own text. */
function cutReplies(body: string, bodyLine: number): { source: string; replies: RawReply[] } {
  const parts: RawReply[] = [{ header: "", line: bodyLine, source: "" }];
  for (const [index, text] of body.split("\n").entries()) {
    const header = replyHeader.exec(text);
    if (header) parts.push({ header: header[1] ?? "", line: bodyLine + index, source: "" });
    else {
      const part = parts[parts.length - 1];
      if (part) part.source += `${text}\n`;
    }
  }
  const [topic, ...replies] = parts.map((part) => ({ ...part, source: part.source.trim() }));
  return { source: topic?.source ?? "", replies };
}

/**
 * Reads `author=… at=+… to=…` and reports problems with the reply's line. Invalid fields stay empty, so that one
 * mistake does not shift the floors of all later replies.
 */
function readHeader(
  { header, line }: RawReply,
  file: string,
  problems: Problem[],
): { author: string | null; at: number | null; to: string | null } {
  const values = new Map<string, string>();
  for (const word of header.split(/\s+/).filter(Boolean)) {
    const [name = "", value = ""] = word.split(/=(.*)/s);
    if (!attributeNames.includes(name) || value === "")
      problems.push({ file, line, message: `看不懂“${word}”，只能写 author=…、at=+…、to=…` });
    else if (values.has(name)) problems.push({ file, line, field: name, message: "写了两次" });
    else values.set(name, value);
  }
  const author = values.get("author") ?? null;
  if (!author) problems.push({ file, line, field: "author", message: "缺少这一项" });
  const time = values.get("at");
  const at = time?.startsWith("+") ? parseDuration(time.slice(1)) : null;
  if (at === null)
    problems.push({
      file,
      line,
      field: "at",
      message: time ? `“${time}”不是时间，应写成 +35m、+1d2h 这样` : "缺少这一项",
    });
  return { author, at, to: values.get("to") ?? null };
}

/** Gives every reply its floor or its nested position, and checks that it answers an earlier reply. */
function placeReplies(raw: RawReply[], file: string, problems: Problem[]): PackReply[] {
  const replies: PackReply[] = [];
  /**
   * The floors so far: the time, the time of the last nested reply, and the number of nested replies.
   */
  const floors = [{ at: 0, latest: 0, depth: 0 }];
  for (const part of raw) {
    const { author, at: time, to } = readHeader(part, file, problems);
    const { line } = part;
    const source = checkValue(replyBody, part.source, file, line, problems) ?? "";
    if (to === null) {
      const at = time ?? floors.at(-1)?.at ?? 0;
      if (at < (floors.at(-1)?.at ?? 0))
        problems.push({ file, line, field: "at", message: `早于 ${floors.length} 楼，楼层要按时间先后写` });
      floors.push({ at, latest: at, depth: 0 });
      replies.push({
        author: author ?? "",
        at,
        source,
        line,
        floor: floors.length,
        depth: null,
        answers: null,
      });
      continue;
    }
    if (!/^[1-9]\d{0,5}(\.[1-9]\d{0,5})?$/.test(to)) {
      problems.push({ file, line, field: "to", message: `“${to}”不是楼层，应写成 to=2 或 to=2.1` });
      continue;
    }
    const [number = 0, answers] = to.split(".").map(Number);
    const floor = floors[number - 1];
    if (!floor) {
      problems.push({
        file,
        line,
        field: "to",
        message: `前面没有 ${number} 楼（目前到 ${floors.length} 楼，楼中回复不占楼层）`,
      });
      continue;
    }
    if (answers !== undefined && answers > floor.depth) {
      problems.push({
        file,
        line,
        field: "to",
        message: `${number} 楼下面目前只有 ${floor.depth} 条回复，没有第 ${answers} 条`,
      });
      continue;
    }
    const at = time ?? floor.latest;
    if (at < floor.latest)
      problems.push({ file, line, field: "at", message: `早于 ${number} 楼或它下面的前一条回复` });
    floor.depth += 1;
    floor.latest = at;
    replies.push({
      author: author ?? "",
      at,
      source,
      line,
      floor: number,
      depth: floor.depth,
      answers: answers ?? null,
    });
  }
  return replies;
}

/**
 * Parses one topic file (content/README.md). Adds problems to `problems`. Returns null when the front matter or the
 * text is not usable.
 */
export function parseTopic(text: string, file: string, problems: Problem[]): PackTopic | null {
  const parts = splitFrontMatter(text, file, problems);
  if (!parts) return null;
  const front = parseYaml(topicFront, parts.front, file, problems, 2);
  const { source, replies: raw } = cutReplies(parts.body, parts.bodyLine);
  const checkedSource = checkValue(topicBody, source, file, parts.bodyLine, problems);
  const replies = placeReplies(raw, file, problems);
  if (!front) return null;
  const { value, lineOf } = front;
  if (
    value.solved !== undefined &&
    !replies.some((reply) => reply.depth === null && reply.floor === value.solved)
  ) {
    problems.push({ file, line: lineOf(["solved"]), field: "solved", message: `没有 ${value.solved} 楼` });
  }
  for (const reply of replies) {
    if (reply.at > value.ago)
      problems.push({
        file,
        line: reply.line,
        field: "at",
        message: "晚于装载的时刻：at 不能大于主题的 ago",
      });
  }
  return {
    ...value,
    file,
    source: checkedSource ?? "",
    bodyLine: parts.bodyLine,
    replies,
    lineOf: (field) => lineOf([field]),
  };
}
