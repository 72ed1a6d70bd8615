import { expect, test } from "vitest";
import { screens } from "../../app/navigation/screens";
import { topicDialogs, unlessDialog } from "../../app/screens/topic/model/topic-dialogs";

const topic = "http://forum.test/hsforum/thread-7-2-1.html";
const changes = (
  from: string,
  to: string,
  more: { formMethod?: "GET" | "POST"; actionStatus?: number } = {},
) => unlessDialog({ currentUrl: new URL(topic + from), nextUrl: new URL(topic + to), ...more });

test("opening, changing or closing a dialog does not load the topic again", () => {
  for (const name of topicDialogs) {
    expect(changes("", `?${name}=5`), name).toBe(false);
    expect(changes("?order=new", `?order=new&${name}=5`), name).toBe(false);
  }
  expect(changes("?report=5", "?complain=5")).toBe(false);
  expect(changes("?invite=1", "?invite=1&q=某")).toBe(false);
  expect(changes("?history=5", "?history=5&version=2")).toBe(false);
});

test("other navigations load it again: another page or order, the same address, and a successful action", () => {
  expect(changes("", "?page=3")).toBe(true);
  expect(changes("?report=5", "?order=new")).toBe(true);
  expect(changes("", "?replyTo=5")).toBe(true);
  expect(changes("?report=5", "?pid=5")).toBe(true);
  expect(changes("?report=5", "?report=5")).toBe(true);
  expect(changes("?invite=1", "?invite=1&q=某", { formMethod: "POST" })).toBe(true);
  // As usual, a refused form changes nothing.
  expect(changes("?report=5", "?report=5", { formMethod: "POST", actionStatus: 400 })).toBe(false);
});

test("its dialogs are queries that the screen declares", () => {
  const withDialogs = screens.filter(({ dialogs }) => dialogs);
  expect(withDialogs.map(({ path }) => path)).toEqual(["/hsforum/:thread", "/postDetail"]);
  for (const { query } of withDialogs) expect(query).toEqual(expect.arrayContaining([...topicDialogs]));
});
