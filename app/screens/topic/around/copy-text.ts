/** Copies a text. Without the Clipboard API, as on a page without TLS, it copies the selection. */
export async function copyText(text: string): Promise<boolean> {
  const done = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return done ?? document.execCommand("copy");
}
