import type { CallName } from "contract";

/** Every value under this key, anywhere in an answer, in its order. */
export function valuesOf(answer: unknown, key: string): unknown[] {
  if (typeof answer !== "object" || answer === null) return [];
  if (Array.isArray(answer)) return answer.flatMap((one) => valuesOf(one, key));
  return Object.entries(answer).flatMap(([name, value]) =>
    name === key ? [value, ...valuesOf(value, key)] : valuesOf(value, key),
  );
}

/** Every text of an answer with the key that it stands under. */
export function textsOf(answer: unknown, key = ""): [key: string, text: string][] {
  if (typeof answer === "string") return [[key, answer]];
  if (typeof answer !== "object" || answer === null) return [];
  return Object.entries(answer).flatMap(([name, value]) =>
    textsOf(value, Array.isArray(answer) ? key : name),
  );
}

/** Keys of pictures in the contract's answers; an `icon` is one where it is a person's. */
const pictureKeys = ["image", "picture", "poster", "cover", "photo"];

/** The addresses of all pictures of an answer, empty ones left out. */
export function picturesOf(answer: unknown): string[] {
  if (typeof answer !== "object" || answer === null) return [];
  const own = Object.entries(answer).flatMap(([key, value]) => {
    if (!(pictureKeys.includes(key) || (key === "icon" && "uid" in answer))) return [];
    const address: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "url") : value;
    return typeof address === "string" && address !== "" ? [address] : [];
  });
  return [...own, ...Object.values(answer).flatMap(picturesOf)];
}

/**
 * What the gateway's own answers have named so far: the ids, names and addresses that further requests ask about. Each
 * asker has one of its own, above what visitors found.
 */
export class Found {
  private readonly answers = new Map<CallName, unknown>();
  constructor(
    readonly uid: number,
    readonly fid: number | undefined,
    private readonly beneath: Found | null = null,
  ) {}

  note(name: CallName, answer: unknown): void {
    this.answers.set(name, answer);
  }

  answer(name: CallName): unknown {
    return this.answers.get(name) ?? this.beneath?.answer(name);
  }

  /** The first number under a path of keys in the answer to a call. */
  number(name: CallName, ...keys: string[]): number | undefined {
    return this.values(name, keys).find((value): value is number => typeof value === "number");
  }

  /** The first text that is not empty, in the same way. */
  text(name: CallName, ...keys: string[]): string | undefined {
    return this.values(name, keys).find(
      (value): value is string => typeof value === "string" && value !== "",
    );
  }

  private values(name: CallName, keys: string[]): unknown[] {
    return keys.reduce<unknown[]>(
      (all, key) => all.flatMap((one) => valuesOf(one, key)),
      [this.answer(name)],
    );
  }
}
