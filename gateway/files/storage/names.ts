const nameMaximum = 100;

/** The ending of a file name with its dot, in small letters; empty if there is none. */
export function endingOf(name: string): string {
  return /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0].toLowerCase() ?? "";
}

/**
 * Makes a file name safe to show and save: removes folders, and characters that break file systems, headers or the
 * reading direction (they can make `gnp.exe` look like `exe.png`). Never empty; at most 100 characters with the ending.
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
