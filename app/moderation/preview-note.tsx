import { Link } from "@remix-run/react";
import type { ContentKind } from "contract/content/kinds/words";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./fields.module.css";

/** Says that a page shows a version that is not published, with the way back to its form. */
export function PreviewNote({ kind, contentKey }: { kind: ContentKind; contentKey: string }) {
  const { to } = useShell();
  return (
    <p className={styles.preview} role="status">
      预览：这是最新保存的一版，只有知道这个地址的人能看到。
      <Link to={to(paths.contentPiece(kind, contentKey))} prefetch="none">
        回到编辑
      </Link>
    </p>
  );
}
