import { imageType, storableImage } from "gateway/files/pictures/image";
import { endingOf } from "gateway/files/storage/names";
import { storableAttachment } from "gateway/files/uploads/attachment";
import { kindOf } from "gateway/files/uploads/take-upload";
import { Refusal } from "gateway/server/refusal";
import { expect, it } from "vitest";
import { fileCases } from "../support/file-cases";

/** The result of an upload of a file, in the words of the third column. */
async function outcome(content: Buffer, name: string): Promise<string> {
  try {
    const ending = endingOf(name);
    const picture = kindOf(content, ending) === "image" ? imageType(content) : null;
    if (picture) {
      const { type, width, height } = await storableImage(content, picture);
      return `${type} ${width}x${height}`;
    }
    const { type, content: stored } = await storableAttachment(content, ending);
    return type === "text/plain" ? `${type} ${stored.toString().trim().split(/\r?\n/)[0]}` : type;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.code} ${error.fields?.file?.join() ?? error.message}`;
  }
}

const cases = fileCases();

it("there are at least 40, each once", () => {
  expect(cases.length).toBeGreaterThanOrEqual(40);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});

it.each(cases)("$name is $expected", async ({ name, bytes, expected }) => {
  const got = await outcome(await bytes(), name);
  const [code = "", words = ""] = expected.split(/ (.*)/s);
  if (/^[A-Z_]+$/.test(code)) {
    expect(got.split(" ")[0]).toBe(code);
    expect(got).toContain(words);
  } else expect(got).toBe(expected);
});
