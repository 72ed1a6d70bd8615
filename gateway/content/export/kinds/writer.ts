import type { ContentBody } from "contract/content/kinds/bodies";
import type { Pack } from "../../pack/parse-pack";
import type { ExportedFiles } from "../exported-files";

/** What the writers of all kinds know of the pack that was loaded last, and of the portal. */
export interface Exporting {
  pack: Pack;
  files: ExportedFiles;
  /** The keys of sections by their numbers. */
  sectionKeys: ReadonlyMap<number, string>;
  /** What a pack calls an account, a member's key or its email, by the account's number. */
  accountNames: ReadonlyMap<number, string>;
}

/** A piece that the browser holds. `body` is null for one that was taken down. */
export interface HeldPiece {
  key: string;
  title: string;
  body: ContentBody | null;
}

/** Puts the pieces of one kind that the browser holds into the files of a pack. */
export type PieceWriter = (exporting: Exporting, pieces: HeldPiece[]) => void;

interface TextPieces {
  folder: string;
  /** The pack's file of each piece, by key. */
  present(pack: Pack): Map<string, string>;
  write(
    body: ContentBody,
    key: string,
    exporting: Exporting,
  ): { front: Record<string, unknown>; content: string };
}

/** The writer of a kind with a file for each piece; a piece keeps the file that it has in the pack. */
export const writesTexts =
  ({ folder, present, write }: TextPieces): PieceWriter =>
  (exporting, pieces) => {
    const { files, pack } = exporting;
    const paths = present(pack);
    for (const { key, body } of pieces) {
      const path = paths.get(key) ?? `${folder}/${key}.md`;
      if (body === null) files.texts.delete(path);
      else {
        const { front, content } = write(body, key, exporting);
        files.writeText(path, front, content);
      }
    }
  };

/** The file of each text of a pack, by its key. */
export const filesByKey = <Front>(
  texts: { file: string; front: Front }[],
  keyOf: (front: Front) => string | number,
): Map<string, string> => new Map(texts.map(({ file, front }) => [String(keyOf(front)), file]));

/** The Chinese name of a choice, as packs write it. */
export const nameOf = <Code extends string>(
  choices: readonly { code: Code; name: string }[],
  code: unknown,
): string | undefined => choices.find((choice) => choice.code === code)?.name;
