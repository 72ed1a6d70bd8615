import { expect, it } from "vitest";
import { lessonPart } from "~/screens/study-notes/addresses";

it("the address of a part of a lesson has no sign that Markdown or an address of a text reads", () => {
  const address = lessonPart(7, "ADC（12-bit）(见 [1], 图 2) & 其余");
  expect(address).toMatch(/^\/trainingClass\/lessons\/7#text:~:text=[^-()[\],&\s]+$/);
  expect(decodeURIComponent(address.split("text=")[1] ?? "")).toBe("ADC（12-bit）(见 [1], 图 2) & 其余");
});
