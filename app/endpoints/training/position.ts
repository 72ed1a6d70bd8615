import { id } from "contract/base/fields";
import { studyCalls } from "contract/training/study/calls";
import { z } from "zod";
import type { PositionAnswer } from "~/screens/training/lesson/position-answer";
import { buttonAction, nothingToRead } from "../button-action.server";

const { position, from, at } = studyCalls.saveLessonPosition.request.shape;
const schema = z.object({ lesson: id, position, from, at });

/** What a player posts to each ten seconds, and when it is left. */
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
