import { courseOrder } from "contract/training/courses/calls";
import { z } from "zod";
import { chosenId, typedText } from "~/lists/kit/list-query.server";
import { pageNumber, previewQuery } from "~/request/inputs.server";

export const coursesQuery = z.object({
  classId: chosenId,
  levelId: chosenId,
  prodId: chosenId,
  lecturerId: chosenId,
  q: typedText,
  page: pageNumber,
  order: courseOrder.catch("newest"),
  /** A learning path, whose page stands here instead of the list; `preview` is the secret of its newest version. */
  path: chosenId,
  preview: previewQuery,
});
