import type { CallsOf } from "../call-rows";
import { submissionId } from "../gateway";
import { content } from "../news";
import type { Scene } from "../scene";
import { samplePdf, sampleZip } from "../upload-files";

const piece = { kind: "news" as const, key: String(content.news) };
const body = {
  title: "发布会",
  summary: "一句话",
  category: content.category,
  date: "2026-01-01 09:30",
  content: "正文",
  products: [content.product],
};

/** Every button of the form saves first, and that call is the one that is broken. */
const afterSaving = "After the form was saved: content-editing.test.ts.";

/** The calls of content packs in tests. */
export const calls: CallsOf<"content"> = {
  contentState: { who: "admin", own: "nobodys", subjectOf: ["/moderator/content"], request: () => ({}) },
  checkContent: { who: "admin", own: "nobodys", lost: "added", request: () => ({}) },
  loadContent: {
    who: "admin",
    own: "nobodys",
    lost: {
      asked: [
        "app/screens/moderator/content/content.tsx",
        "app/screens/moderator/content/uploaded-pack.server.ts",
      ],
    },
    unreached:
      "After a question that stands before what cannot be taken back: organising.test.ts, training.test.ts, content.test.ts, setting.test.ts.",
    request: () => ({}),
  },
  uploadContentPack: {
    who: "admin",
    own: "nobodys",
    lost: "added",
    unreached: "With a file: content-upload.test.ts.",
    request: () => ({ file: sampleZip(), filename: "内容包.zip" }),
  },
  exportContentPack: { who: "admin", own: "nobodys", lost: "added", request: () => ({}) },
  discardContentPack: {
    who: "admin",
    own: "nobodys",
    lost: { asked: "app/screens/moderator/content/uploaded-pack.server.ts" },
    unreached: "After a question: content-upload.test.ts.",
    request: () => ({ upload: "00000000-0000-4000-8000-000000000000" }),
  },
  contentList: {
    who: "writer",
    own: "nobodys",
    subjectOf: ["/moderator/content/:kind"],
    request: () => ({ kind: "news" }),
  },
  contentPiece: {
    who: "writer",
    own: "nobodys",
    subjectOf: ["/moderator/content/:kind/:key"],
    request: () => piece,
  },
  contentVersions: {
    who: "writer",
    own: "nobodys",
    subjectOf: ["/moderator/content/:kind/:key/versions"],
    request: () => piece,
  },
  contentProducts: {
    who: "writer",
    own: "nobodys",
    unreached: "After a search in the form of a piece: content-editing.test.ts.",
    request: () => ({ text: "芯片" }),
  },
  compareContent: {
    who: "writer",
    own: "nobodys",
    unreached: "After a conflict of two editors: content-editing.test.ts.",
    request: () => ({ ...piece, body }),
  },
  uploadContentFile: {
    who: "writer",
    own: "nobodys",
    lost: "added",
    unreached: "With a file: content-documents.test.ts.",
    request: () => ({ file: samplePdf(), filename: "PCN 通知.pdf" }),
  },
  saveContent: {
    who: "writer",
    own: "nobodys",
    lost: "undone",
    request: () => ({ kind: "news", base: 0, fresh: true, body }),
  },
  copyContent: {
    who: "writer",
    own: "nobodys",
    lost: "added",
    unreached: afterSaving,
    request: ({ activities }: Partial<Pick<Scene, "activities">>) => ({
      kind: "activities",
      key: String(activities?.organised ?? 1),
      submissionId: submissionId(),
    }),
  },
  publishContent: {
    who: "editor",
    own: "nobodys",
    lost: "undone",
    request: () => ({ ...piece, version: 1 }),
    unreached: afterSaving,
  },
  withdrawContent: {
    who: "editor",
    own: "nobodys",
    lost: "undone",
    request: () => piece,
    unreached: afterSaving,
  },
  unscheduleContent: {
    who: "editor",
    own: "nobodys",
    lost: "undone",
    request: () => piece,
    unreached: afterSaving,
  },
  restoreContent: {
    who: "editor",
    own: "nobodys",
    lost: "undone",
    request: () => ({ ...piece, version: 1 }),
    unreached: "A piece that nobody edited has one version: content-editing.test.ts.",
  },
  decideContent: {
    who: "editor",
    own: "nobodys",
    lost: "undone",
    request: () => ({ ...piece, take: "own", seen: "" }),
    unreached: "After a pack that differs from what was edited: content-editing.test.ts.",
  },
  contentTable: {
    who: "editor",
    own: "nobodys",
    unreached: "A class's table: content-tables.test.ts.",
    request: () => ({ class: content.classId }),
  },
  checkContentTable: {
    who: "editor",
    own: "nobodys",
    unreached: "After rows were typed: content-tables.test.ts.",
    request: () => ({ class: content.classId, rows: [] }),
  },
  changeContentTable: {
    who: "editor",
    own: "nobodys",
    lost: "undone",
    unreached: "After rows were checked: content-tables.test.ts.",
    request: () => ({ class: content.classId, rows: [] }),
  },
  checkSeveralContent: {
    who: "editor",
    own: "nobodys",
    unreached: "After rows of a list were chosen: content-several.test.ts.",
    request: () => ({ kind: "news", keys: [piece.key], act: "withdraw" }),
  },
  changeSeveralContent: {
    who: "editor",
    own: "nobodys",
    lost: "undone",
    unreached: "After a question: content-several.test.ts.",
    request: () => ({ kind: "news", act: "withdraw", pieces: [{ key: piece.key, version: 0 }], why: "过期" }),
  },
};
