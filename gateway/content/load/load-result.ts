import { basename, resolve } from "node:path";
import type { Services } from "../../server/context";
import type { BinaryFacts } from "../pack/check/binaries";
import { fingerprintOf, type PackFolder } from "../pack/pack-files";
import type { Pack } from "../pack/parse-pack";
import type { NamesByKind } from "./rows/changed-names";
import type { ChangesByKind } from "./rows/changes";

/**
 * The result of a load. It counts the sections and policies of the pack, and the newly inserted members, topics and
 * posts.
 */
export interface LoadResult {
  sections: number;
  moderators: number;
  policies: number;
  pictures: number;
  members: number;
  topics: number;
  posts: number;
  /** The numbers of added, changed and delisted items of each kind that changed. */
  changes: ChangesByKind;
  /** Which these are; of a dry run alone. */
  names?: NamesByKind;
  /** Warnings for the operator, in Chinese. */
  notices: string[];
}

/** The step of a load: `check` reads the folder, `files` and `texts` come before the one transaction of `write`. */
export type LoadStep = "check" | "files" | "texts" | "write";

/** What a load calls with the finished bytes of files, or the finished texts. Throwing there ends the load. */
export type LoadProgress = (step: LoadStep, done: number, total: number) => void | Promise<void>;

export interface LoadOptions {
  /** Loads members and topics too. */
  demo: boolean;
  /** Reports the changes and writes nothing. */
  dryRun?: boolean;
  /**
   * Loads another pack than the server's folder: the stored previous one, or an uploaded one. The recorded state of the
   * folder stays, so the next start does not load it.
   */
  again?: boolean;
  /** The administrator who started the load; none at the start of the server and on the command line. */
  accountId?: number;
  progress?: LoadProgress | undefined;
}

/**
 * The settings are for the demo alone: with them its members' searches are marked as they would be themselves. Without
 * stores files go into the database.
 */
export type LoadServices = Pick<Services, "database" | "texts" | "now"> &
  Partial<Pick<Services, "settings" | "files">>;

/** A pack that was read and is valid. */
export interface CheckedPack {
  folder: PackFolder;
  pack: Pack;
  facts: BinaryFacts;
}

/** The name of a pack: that of its folder. */
export const packName = (folder: string) => basename(resolve(folder));

/** The key of the document with the state of the pack at its last load. */
export const packDocument = (folder: string) => `pack:${packName(folder)}`;

/** The value of that document: the hash of the files, and whether members and topics were loaded. */
export function packState(folder: PackFolder, demo: boolean): { fingerprint: string; demo: boolean } {
  return { fingerprint: fingerprintOf(folder), demo };
}
