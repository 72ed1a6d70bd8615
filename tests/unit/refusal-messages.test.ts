import { refusals } from "contract/refusals";
import { expect, test } from "vitest";

const rows = Object.entries(refusals).map(([code, row]) => ({ code, ...row }));
const codesOf = (status: number) =>
  rows.flatMap((row) => (row.status === status ? [row.code] : [])).toSorted();

test("every refusal says a Chinese sentence, but the two that the specification words in English (spec 7.2)", () => {
  const english = rows.filter(({ message }) => !/\p{Script=Han}{2}/u.test(message));
  expect(english.map(({ code }) => code)).toEqual(["PHONE_DUPLICATED", "EMAIL_DUPLICATED"]);
});

test("only who is nobody gets a 403, which signs out and opens the login dialog, and only another session's end a 401 (spec 8)", () => {
  expect(codesOf(403)).toEqual(["CSRF_TOKEN_MISMATCH", "NOT_SIGNED_IN"]);
  expect(codesOf(401)).toEqual(["SESSION_CONFLICT"]);
});

test("what is not there is a 404, what changed meanwhile a 409", () => {
  // A thing that a form names is no missing page, but a field to mend: 422.
  expect(codesOf(404).filter((code) => !code.endsWith("_NOT_FOUND"))).toEqual([
    "DECLINE_INVALID",
    "RECORDING_NOT_BEGUN",
  ]);
  const meanwhile = rows.filter(({ code }) => /_(?:CHANGED|CONFLICT|TAKEN|EXISTS)$/.test(code));
  // The others are about a form's own field, or about the session.
  expect(meanwhile.flatMap(({ code, status }) => (status === 409 ? [] : [code])).toSorted()).toEqual([
    "NICKNAME_TAKEN",
    "NOTHING_CHANGED",
    "SEATS_TAKEN",
    "SESSION_CONFLICT",
  ]);
});

test("no refusal is a failure of the server, but the one that says so", () => {
  expect(
    rows
      .filter(({ status }) => status >= 500)
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual(["FILES_AWAY", "SERVER_ERROR", "UNAVAILABLE"]);
});
