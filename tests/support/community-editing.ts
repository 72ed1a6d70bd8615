import { loadContentPack } from "gateway/content/load/load-pack";
import { beforeAll, expect } from "vitest";
import { activityFiles } from "./activity-pack";
import { copyPack, smallCatalogue } from "./content";
import { type Before, type Member, startGateway } from "./gateway";
import { siteFiles } from "./site-pack";
import { trainingFiles } from "./training-pack";
import { samplePdf } from "./upload-files";

type Kind =
  | "policies"
  | "tags"
  | "lecturers"
  | "paths"
  | "courses"
  | "exams"
  | "activities"
  | "videos"
  | "talents"
  | "home"
  | "navigation"
  | "redirects"
  | "definitions"
  | "holidays";
export type Body = Record<string, unknown>;

const policy = (title: string, version: string, text: string) =>
  `---\nid: UserHidev\ntitle: ${title}\nversion: ${version}\n---\n${text}\n`;

/** A gateway with a pack of policies, tags, lecturers, courses, exams, a contest and a video, and an editor. */
export function startCommunityEditing(before: Before = beforeAll) {
  const gateway = startGateway({}, before);
  let admin: Member;
  let folder: string;

  const load = () => loadContentPack(gateway().services, folder, { demo: false });

  before(async () => {
    admin = await gateway().member({ admin: true, nickname: "编辑" });
    const remove: (() => Promise<void>)[] = [];
    const files = {
      ...smallCatalogue(samplePdf()),
      ...trainingFiles(),
      ...activityFiles(samplePdf()),
      ...siteFiles(),
      "videos.yaml": `videos:
  - { id: 7, title: 波形, date: 2026-01-02, file: media/foc.webm, poster: images/wave.svg, captions: media/foc.vtt, products: [100] }
`,
      "policies/user.md": policy("用户声明", "V1", "请**友善**。"),
      "tags.yaml": `groups:
  - { name: 接口, tags: [{ name: UART, summary: 串口 }, { name: I2C, summary: 两线 }] }
  - { name: 系统, tags: [{ name: LiteOS, summary: 轻量内核 }] }
`,
    };
    folder = await copyPack(files, (one) => remove.push(one));
    await load();
    return async () => {
      for (const one of remove) await one();
    };
  });

  const pieceOf = (kind: Kind, key: string) => gateway().ok("contentPiece", { kind, key }, admin);
  const call: ReturnType<typeof gateway>["call"] = (name, request) => gateway().call(name, request, admin);

  /** Saves a piece with changes. @returns the answer of the call */
  async function save(kind: Kind, key: string, change: Body) {
    const { body, version, standing } = await pieceOf(kind, key);
    const request = { kind, key, base: version, standing, body: { ...body, ...change } };
    return gateway().call("saveContent", request, admin);
  }

  async function saved(kind: Kind, key: string, change: Body): Promise<number> {
    const { status, body } = await save(kind, key, change);
    expect([change, status]).toEqual([change, 200]);
    return (body as { version: number }).version;
  }

  const publish = (kind: Kind, key: string, version: number) =>
    gateway().ok("publishContent", { kind, key, version }, admin);
  const change = async (kind: Kind, key: string, body: Body) =>
    publish(kind, key, await saved(kind, key, body));
  const fresh = (kind: Kind, body: Body, key?: string) =>
    gateway().call("saveContent", { kind, base: 0, fresh: true, body, ...(key ? { key } : {}) }, admin);
  const fieldsOf = ({ body }: { body: unknown }) => (body as { fields: Record<string, string[]> }).fields;

  /** Decides the conflict that the form of a piece shows. */
  async function decide(kind: Kind, key: string, take: "own" | "pack") {
    const { conflict } = await pieceOf(kind, key);
    return gateway().call("decideContent", { kind, key, take, seen: conflict?.at ?? "" }, admin);
  }

  const listed = async (kind: Kind, text: string) =>
    (await gateway().ok("contentList", { kind, text }, admin)).pieces.map(({ key, state }) => [key, state]);

  return {
    gateway,
    load,
    pieceOf,
    call,
    save,
    saved,
    publish,
    change,
    fresh,
    fieldsOf,
    decide,
    listed,
    admin: () => admin,
    folder: () => folder,
  };
}
