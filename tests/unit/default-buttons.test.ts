import { expect, test } from "vitest";
import { formsThatDecide } from "../support/default-buttons";

const form = (content: string) => `<form method="post">${content}</form>`;
const reason = '<input name="note">';
const approve = '<button type="submit" name="intent" value="approve">通过</button>';
const refuse = '<button type="submit" name="intent" value="refuse">退回</button>';
const nothing = '<button type="submit" formmethod="dialog" aria-hidden="true"></button>';
const purpose = '<button type="submit" name="intent" value="publish" aria-hidden="true"></button>';

test.each([
  ["several outcomes and a field", reason + approve + refuse, 1],
  ["a first button that does nothing", nothing + reason + approve + refuse, 0],
  ["a first button that does what the form is for", purpose + reason + approve + refuse, 0],
  [
    "a first button that decides, unseen",
    purpose.replace("publish", "approve") + reason + approve + refuse,
    1,
  ],
  ["nothing to press Enter in", approve + refuse, 0],
  ["one outcome", reason + approve, 0],
  ["one outcome that destroys", reason + approve.replace("name", "data-danger name"), 1],
  ["one outcome with its reason", `<input name="reason">${approve}`, 1],
])("a form with %s", (_name, content, found) => {
  expect(formsThatDecide(form(content))).toHaveLength(found);
});
