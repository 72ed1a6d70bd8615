import { useActionData } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { LessonDetail } from "contract/training/courses/calls";
import type { QuizAnswer } from "contract/training/quizzes/calls";
import fieldSheet from "~/forms/fields.module.css?inline";
import { FieldProvider } from "~/forms/inputs/field-provider";
import inputSheet from "~/forms/inputs/inputs.module.css?inline";
import { failureOf } from "~/forms/result";
import noteSheet from "~/screens/study-notes/note.module.css?inline";
import { useStylesAlong } from "~/ui/styles-along";
import questionSheet from "../../questions/question.module.css?inline";
import { Notes } from "./notes";
import sheet from "./own-parts.module.css?inline";
import { Quiz } from "./quiz";

const sheets = import.meta.env.SSR ? fieldSheet + inputSheet + noteSheet + questionSheet + sheet : "";

interface OwnPartsProps {
  lesson: LessonDetail;
  /** Null in a preview, in which nobody answers or writes, and for who is no more signed in. */
  own: { answers: QuizAnswer[] | null; notes: CallResponse<"lessonNotes"> | null; noteId: string } | null;
}

/** What a member has of a lesson: its questions with their answers, and notes. */
export default function OwnParts({ lesson, own }: OwnPartsProps) {
  useStylesAlong(sheets);
  const cameBack = failureOf(useActionData(), "note");
  const chosen = String(cameBack?.result.initialValue?.part ?? "");
  const empty = { notes: [], total: 0, parts: [chosen].filter(Boolean), seconds: lesson.seconds };
  // A form that came back keeps what was typed, also where the notes do not load.
  const notes = own?.notes ?? (own === null || cameBack ? empty : null);
  return (
    <FieldProvider>
      {lesson.quiz.length > 0 ? (
        <Quiz quiz={lesson.quiz} answers={own?.answers ?? null} isPreview={lesson.preview} />
      ) : null}
      {notes && !lesson.preview ? (
        <Notes
          notes={notes}
          submissionId={own?.noteId ?? ""}
          isOpen={cameBack !== undefined}
          chosen={chosen}
        />
      ) : null}
    </FieldProvider>
  );
}
