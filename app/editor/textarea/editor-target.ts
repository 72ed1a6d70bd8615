import { createContext, useContext } from "react";

/**
 * The text area that an editor's tools work on. Change its text only with `insertText` and `replaceRange` of
 * `./text-edit`: they keep undo, drafts and counters correct.
 */
export interface EditorTarget {
  textarea: HTMLTextAreaElement;
  /** The box around toolbar and text area. Files dropped anywhere in it belong to the text. */
  box: HTMLElement;
  /**
   * An empty element below the text area, inside the box. Tools render into it by a React portal (the list of
   * uploads, for example).
   */
  below: HTMLElement;
  /** Shows a message in the editor's status line and announces it to screen readers. */
  announce: (message: string) => void;
  /** Only pictures are taken, no attachments. */
  picturesOnly: boolean;
}

export const EditorTargetContext = createContext<EditorTarget | null>(null);

/** The editor around a tool. Tools are rendered inside an editor, and only in the browser. */
export function useEditorTarget(): EditorTarget {
  const target = useContext(EditorTargetContext);
  if (!target) throw new Error("an editor's tool stands outside of an editor");
  return target;
}
