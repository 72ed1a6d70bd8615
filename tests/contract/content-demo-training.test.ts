import { contentBodies } from "contract/content/kinds/bodies";
import { asDraft } from "gateway/content/editing/check-body";
import { editedKinds } from "gateway/content/editing/kinds/all";
import { courses, exams } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import { formValues, typedBody } from "~/screens/moderator/editing/body/typed-body";
import { startDemo } from "../support/demo-gateway";

const demo = startDemo();

describe.each(["courses", "exams"] as const)("the demo's %s", (kind) => {
  it("can all be published as they stand, and say the same after they were in a form", async () => {
    const { database } = demo();
    const { standing, missing, completed } = editedKinds[kind];
    const rows = await database
      .select({ id: (kind === "courses" ? courses : exams).id })
      .from(kind === "courses" ? courses : exams);
    expect(rows.length).toBeGreaterThan(5);
    for (const key of rows.map(({ id }) => String(id))) {
      const { body } = (await standing(database, key)) ?? { body: {} };
      expect([key, contentBodies[kind].whole.safeParse(body).error?.issues]).toEqual([key, undefined]);
      expect([key, await missing(database, body, key)]).toEqual([key, {}]);
      const form = new FormData();
      for (const [name, value] of Object.entries(formValues(kind, body)))
        for (const one of [value].flat()) form.append(name, String(one));
      const typed = asDraft(kind, typedBody(kind, form, { parameters: [] }));
      const whole = (await completed?.(database, typed, { key, newest: body }, new Date())) ?? typed;
      // A picture's words are one field of the form.
      expect([key, whole]).toEqual([key, asDraft(kind, body)]);
    }
  });
});
