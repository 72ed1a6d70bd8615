const nameMaximum = 100;

/** The ending of a file's name with its dot, in small letters; empty without one. */
export function endingOf(name: string): string {
  return /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0].toLowerCase() ?? "";
}

/**
 * A file's name as it may be shown and saved: without folders, and without characters that break file
 * systems, headers or the direction of reading (`gnp.exe` is no `exe.png`). Never empty; at most 100
 * characters, ending kept.
 */
export function cleanFileName(name: string): string {
  const bare = (name.split(/[\\/]/).at(-1) ?? "")
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/\s+/g, " ")
    .trim();
  const ending = endingOf(bare);
  const letters = [...bare.slice(0, bare.length - ending.length)].slice(0, nameMaximum - ending.length);
  const stem = letters.join("").replace(/^[. ]+|[. ]+$/g, "");
  return `${stem || "文件"}${ending}`;
}
