import { writeFile } from "node:fs/promises";
import { signCode } from "gateway/activities/checkin/codes";
import type { activitySignups } from "gateway/database/schema";
import encodeQR from "qr";
import sharp from "sharp";
import { addActivity, addSignup } from "../../support/activities";
import { type GatewayPortal, startGatewayPortal } from "../../support/gateway-portal";
import type { Member } from "../../support/test-gateway";
import { test as base } from "./fixtures";

type Signup = typeof activitySignups.$inferSelect;

/** An activity at its entrance: its organiser is signed in, and people have their codes. */
export interface Entrance {
  organiser: Member;
  activityId: number;
  /** The path of its scanner. */
  path: string;
  comes(name?: string): Promise<{ signup: Signup; code: string }>;
}

interface Fixtures {
  entrance: Entrance;
}

/** A portal on a gateway whose tables the test may write. */
export const test = base.extend<Fixtures, { portal: GatewayPortal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      const portal = await startGatewayPortal({ registerConfig: 1 });
      await use(portal);
      await portal.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  origin: async ({ portal }, use) => {
    await use(portal.origin);
  },
  entrance: async ({ portal, context }, use) => {
    const { gateway } = portal;
    const organiser = await gateway.member();
    await context.addCookies([cookieOf(organiser, portal.origin)]);
    const activityId = await addActivity(gateway, { organisers: [organiser], title: "现场沙龙" });
    const expiresAt = new Date(gateway.services.now().getTime() + 86_400_000);
    await use({
      organiser,
      activityId,
      path: `/activity/mscan?id=${activityId}`,
      async comes(name = "王小明") {
        const signup = await addSignup(gateway, activityId, null, { name });
        return { signup, code: await signCode(gateway.services, signup, expiresAt) };
      },
    });
  },
});

/** The member's session cookie, for a browser. */
export function cookieOf({ cookie }: Member, url: string) {
  const [name = "", value = ""] = cookie.split("=");
  return { name, value, url, httpOnly: true, sameSite: "Lax" as const };
}

/** Writes a film of a QR code for Chromium's simulated camera (Y4M, 640 × 480). */
export async function writeFilm(file: string, code: string): Promise<void> {
  const [width, height] = [640, 480];
  const picture = sharp(Buffer.from(encodeQR(code, "svg", { border: 4, scale: 8 })), { density: 200 })
    .flatten({ background: "#fff" })
    .resize({ width: 400, height: 400, fit: "contain", background: "#fff" });
  const grey = await sharp({ create: { width, height, channels: 3, background: "#ddd" } })
    .composite([{ input: await picture.png().toBuffer() }])
    .greyscale()
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  const colours = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), grey, colours]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(file, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]));
}
