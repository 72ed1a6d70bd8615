/**
 * The button that Enter presses. Enter in a text field presses a form's first submit button, and that may be one of its
 * tools; this one stands before them all, unseen, and does what the form is for. The form's own button says it again.
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
