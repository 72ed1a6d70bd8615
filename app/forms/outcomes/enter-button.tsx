/**
 * The button that Enter presses. Enter in a text field presses a form's first submit button, which could be a tool.
 * This hidden button is first and has the form's main intent; the visible button repeats it.
 */
export function EnterButton({ intent, name }: { intent: string; name?: string }) {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
    >
      {name}
    </button>
  );
}
