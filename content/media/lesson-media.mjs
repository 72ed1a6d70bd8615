import { readdirSync, readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { parse } from "yaml";
import { findChromium } from "../../scripts/find-chromium.mjs";

/** Lesson videos and their pictures, made of what the courses say, in Chromium (WebCodecs and `mediabunny`). */

const origin = "http://localhost";
const mediabunny = "node_modules/mediabunny/dist/bundles/mediabunny.min.mjs";
/** Bytes that a video may have, and the bits that its first try is given for the whole of it. */
const [most, bits] = [250_000, 1_536_000];

const secondsOf = (time) =>
  String(time)
    .split(":")
    .reduce((sum, part) => sum * 60 + Number(part), 0);

/** When the last caption ends, in seconds. */
function lengthOf(captions) {
  const ends = [...readFileSync(captions, "utf8").matchAll(/--> ([\d:.]+)/g)];
  return secondsOf(ends.at(-1)[1]);
}

/** The lessons of a pack that have a video, with what is drawn of them. */
function lessonsWithVideo(pack) {
  return readdirSync(`${pack}courses`)
    .map((name) => parse(readFileSync(`${pack}courses/${name}`, "utf8").split(/^---\n/m)[1]))
    .flatMap(({ chapters }) => chapters.flatMap(({ lessons }) => lessons))
    .filter(({ videos }) => videos)
    .map(({ title, videos: [file], poster, captions, slides }) => {
      const seconds = lengthOf(pack + captions);
      const starts = slides.map(({ at }) => secondsOf(at));
      return {
        name: file.replace(/^media\/|\.webm$/g, ""),
        title,
        file,
        poster,
        seconds,
        slides: slides.map((slide, index) => ({
          title: slide.title,
          picture: slide.picture?.image,
          at: starts[index],
          until: starts[index + 1] ?? seconds,
          points: [...slide.text.matchAll(/^- (.+)$/gm)].map(([, point]) => point),
        })),
      };
    });
}

async function recorderPage(browser) {
  const page = await browser.newPage();
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/")
      return route.fulfill({
        contentType: "text/html",
        body: `<!doctype html><script type="importmap">{"imports":{"mediabunny":"/mediabunny.mjs"}}</script>
<script type="module" src="/recorder.mjs"></script>`,
      });
    const path = pathname === "/mediabunny.mjs" ? mediabunny : `content/media${pathname}`;
    return route.fulfill({ path, contentType: "text/javascript" });
  });
  page.on("pageerror", (error) => console.error(error));
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => "recorder" in globalThis);
  return page;
}

/**
 * Makes the posters and slides of lessons, and their videos where wanted, through `missing(path, make)`.
 * A video that came out larger than 250 KB is made again with fewer bits.
 */
export async function makeLessonMedia(pack, missing, { videos }) {
  const browser = await chromium.launch({ executablePath: findChromium() });
  const page = await recorderPage(browser);
  const take = async (lesson, seconds) =>
    Buffer.from(
      await page.evaluate(([of, at]) => globalThis.recorder.picture(of, at), [lesson, seconds]),
      "base64",
    );
  for (const lesson of lessonsWithVideo(pack)) {
    const [first] = lesson.slides;
    await missing(lesson.poster, () => take(lesson, first.until - 0.1));
    for (const slide of lesson.slides)
      if (slide.picture) await missing(slide.picture, () => take(lesson, slide.until - 0.1));
    if (!videos) continue;
    await missing(lesson.file, async () => {
      for (let bitrate = Math.floor(bits / lesson.seconds); ; bitrate = Math.floor(bitrate * 0.8)) {
        const film = await page.evaluate(
          ([of, rate]) => globalThis.recorder.record(of, rate),
          [lesson, bitrate],
        );
        const bytes = Buffer.from(film, "base64");
        console.log(`${lesson.file}: ${lesson.seconds} s, ${Math.round(bytes.length / 1024)} KB`);
        if (bytes.length <= most) return bytes;
      }
    });
  }
  await browser.close();
}
