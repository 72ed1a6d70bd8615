import { contract } from "contract";
import type { Call } from "contract/base/call";
import { changeOf, changesTogether, laterChange, noChange, wholeChange } from "contract/base/pages";
import { describe, expect, test } from "vitest";

const rows = Object.entries(contract as Record<string, Call>);

describe("what a call does to shared pages", () => {
  test("takes all pages away for these rows alone", () => {
    const silent = rows.filter(([, row]) => changeOf(row, undefined) === wholeChange && !row.changedTopics);
    expect(silent.map(([name]) => name).sort()).toEqual([
      // What changes a section is on the pages of all its topics.
      "appointAdministrator",
      "appointModerator",
      "cancelClosure",
      "closeAccount",
      "deleteTopicClass",
      "dismissAdministrator",
      "dismissModerator",
      "recommendTopic",
      "restoreForumDescription",
      // Rare, and nobody should be told for another moment that it is valid.
      "revokeCertificate",
      "saveTopicClass",
      "setFavoritesPublic",
      "unrecommendTopic",
      "updateExtendedInfo",
      "updateForumDescription",
      "updateForumRights",
      "updateForumSettings",
      "updateNickname",
      "updateUserInfo",
      "updateUserPermission",
    ]);
  });

  test("is nothing for calls that only read", () => {
    for (const name of ["topicDetail", "fullTextSearch", "renderContent"])
      expect(changeOf(contract[name as keyof typeof contract] as Call, undefined), name).toEqual(noChange);
  });

  test("is known by topic where the answer is, and everything where it is not", () => {
    const edited = { request: { pid: 7 }, response: { tid: 3, pid: 7 } };
    expect(changeOf(contract.editPost as Call, edited)).toEqual({ drop: [3], hides: true, later: true });
    expect(changeOf(contract.editPost as Call, undefined)).toEqual(wholeChange);
    const accepted = { request: { tid: 4, pid: 9 }, response: { solved: true } };
    expect(changeOf(contract.accomplishQuestion as Call, accepted)).toEqual({
      drop: [4],
      hides: false,
      later: true,
    });
  });

  test("of two calls is that of both", () => {
    const one = { drop: [1], hides: true, later: false };
    expect(changesTogether(one, laterChange)).toEqual({ drop: [1], hides: true, later: true });
    expect(changesTogether(one, wholeChange).drop).toBe("all");
    const many = { ...one, drop: Array.from({ length: 1_000 }, (_, tid) => tid) };
    expect(changesTogether(one, many).drop).toBe("all");
  });
});
