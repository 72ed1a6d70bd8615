import { basename, resolve } from "node:path";
import type { Services } from "../../server/context";
import type { BinaryFacts } from "../pack/check/binaries";
import { fingerprintOf, type PackFolder } from "../pack/pack-files";
import type { Pack } from "../pack/parse-pack";
import type { ChangesByKind } from "./rows/changes";

/**
 * What a load did. Sections and policies are those in the pack; members, topics and posts those newly
 * inserted.
 */
export interface LoadResult {
  sections: number;
  moderators: number;
  policies: number;
  pictures: number;
  members: number;
  topics: number;
  posts: number;
  /** Of each kind of the operator's things how many are new, changed and taken down; those without are left out. */
  changes: ChangesByKind;
  /** What the operator should know although it stopped nothing, in Chinese. */
  notices: string[];
}

/** Where a load is: `check` reads the folder, `files` and `texts` come before the one transaction of `write`. */
export type LoadStep = "check" | "files" | "texts" | "write";

export interface LoadOptions {
  /** Members and topics too. */
  demo: boolean;
  /** Says what would change, and writes nothing. */
  dryRun?: boolean;
  /** The pack before, from what was kept of it: the next start still knows which state of its folder it has loaded. */
  again?: boolean;
  /** Who asked for it; nobody at the start and on the command line. */
  accountId?: number;
  /** Told after every step of the work: bytes of files, texts; throwing there ends the load. */
  progress?: (step: LoadStep, done: number, total: number) => void | Promise<void>;
}

/**
 * The settings are for the demo alone: with them its members' searches are marked as they would be themselves. Without
 * stores files go into the database.
 */
export type LoadServices = Pick<Services, "database" | "texts" | "now"> &
  Partial<Pick<Services, "settings" | "files">>;

/** A pack that was read and is in order. */
export interface CheckedPack {
  folder: PackFolder;
  pack: Pack;
  facts: BinaryFacts;
}

/** What a pack goes by: its folder's name. */
export const packName = (folder: string) => basename(resolve(folder));

/** Key of the document that remembers which state of a pack was loaded last. */
export const packDocument = (folder: string) => `pack:${packName(folder)}`;

/** The value of that document: whether members and topics were loaded matters as much as the files. */
export function packState(folder: PackFolder, demo: boolean): { fingerprint: string; demo: boolean } {
  return { fingerprint: fingerprintOf(folder), demo };
}
