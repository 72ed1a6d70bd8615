import { id } from "contract/base/fields";
import { studyCalls } from "contract/training/study/calls";
import { z } from "zod";
import type { PositionAnswer } from "~/screens/training/lesson/position-answer";
import { buttonAction, nothingToRead } from "../button-action.server";

const { position, from, at } = studyCalls.saveLessonPosition.request.shape;
const schema = z.object({ lesson: id, position, from, at });

/** A player posts its position here, every ten seconds and when the page is left. */
export const action = buttonAction({
  read: (form) => schema.safeParse(Object.fromEntries(form)).data ?? null,
  run: ({ gateway }, input) => gateway.call("saveLessonPosition", input),
  json: (done, refusal): PositionAnswer => ({
    position: done?.lesson.position ?? null,
    done: done?.lesson.done ?? false,
    certified: (done?.certificate ?? null) !== null,
    message: refusal?.message ?? null,
  }),
});

export const loader = nothingToRead;
