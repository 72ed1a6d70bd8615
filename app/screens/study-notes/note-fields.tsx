import { noteMax } from "contract/training/notes/constants";
import { TextArea } from "~/forms/form/text-area";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import styles from "./note.module.css";

interface NoteFieldsProps {
  parts: readonly string[];
  /** The lesson has a video, or the note has a second of one that the lesson had. */
  hasTime: boolean;
  /** A part that the text no more has, of a note that is about it. */
  lost?: string | undefined;
}

/** The fields of a note: its text, and the second of the video or the part of the text that it is about. */
export function NoteFields({ parts, hasTime, lost }: NoteFieldsProps) {
  return (
    <>
      <TextArea name="text" label="笔记" rows={3} maxLength={noteMax} />
      <div className={styles.places}>
        {hasTime ? (
          <TextField
            name="at"
            label="视频的时间"
            hint="可不填，写成 1:15 这样"
            inputMode="text"
            maxLength={8}
            autoComplete="off"
          />
        ) : null}
        {parts.length > 0 || lost ? (
          <SelectField name="part" label="讲义的哪一段" hint="可不选">
            <option value="">整节课</option>
            {lost ? <option value={lost}>{lost}（现在的讲义里没有了）</option> : null}
            <Options of={parts.map((part) => [part, part] as const)} />
          </SelectField>
        ) : null}
      </div>
    </>
  );
}
