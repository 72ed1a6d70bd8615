/** Copies a text; where the page has no clipboard of its own, as without TLS, what is selected. */
export async function copyText(text: string): Promise<boolean> {
  const done = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return done ?? document.execCommand("copy");
}
