import { allLetters, type Letter } from "gateway/captcha/letters";
import { pictures, rasterOf } from "gateway/captcha/picture";
import { beforeAll, expect, test } from "vitest";
import { cleanPicture, createSolver, type Solver, seeded, textOf } from "../support/captcha-solver";

/** A simple program cannot read a captcha's picture. */

let solve: Solver;
beforeAll(async () => {
  solve = await createSolver();
});

test("the solver reads the same letters if they are separate and straight: 60 of 60", async () => {
  const random = seeded(1);
  const [letters] = await allLetters();
  for (let count = 0; count < 60; count += 1) {
    const text = textOf(random);
    const shapes = Array.from(text, (one) => letters?.get(one) as Letter);
    expect(await solve(cleanPicture(shapes))).toBe(text);
  }
});

test("it solves none of 300 captchas, which are raster pictures without outlines", async () => {
  const random = seeded(2);
  const solved: string[] = [];
  for (let count = 0; count < 300; count += 1) {
    const text = textOf(random);
    if ((await solve(await rasterOf(text, random))) === text) solved.push(text);
  }
  expect(solved).toEqual([]);
  expect((await pictures.draw("ACDEF")).subarray(1, 4).toString()).toBe("PNG");
});
