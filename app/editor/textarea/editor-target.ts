import { createContext, useContext } from "react";

/**
 * The text area that an editor's tools work on. Write into it with `insertText` and `replaceRange` of
 * `./text-edit`, which keep undo, drafts and counters right.
 */
export interface EditorTarget {
  textarea: HTMLTextAreaElement;
  /** The box around toolbar and text area: what is dropped anywhere on it is meant for the text. */
  box: HTMLElement;
  /**
   * An empty element beneath the text area, inside the box: the place for a portal (a list of uploads, say).
   */
  below: HTMLElement;
  /** Says something to people who cannot see it, and shows it in the editor's status line. */
  announce: (message: string) => void;
}

export const EditorTargetContext = createContext<EditorTarget | null>(null);

/** The editor that a tool stands in. Tools are rendered inside one, in the browser only. */
export function useEditorTarget(): EditorTarget {
  const target = useContext(EditorTargetContext);
  if (!target) throw new Error("an editor's tool stands outside of an editor");
  return target;
}
