import { attachmentEndings, imageEndings } from "contract/files/constants";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Icon } from "~/ui/icon";
import { useEditorTarget } from "../textarea/editor-target";
import tools from "../textarea/editor-tools.module.css";
import { watchComposition } from "../textarea/quiet-edit";
import { LocalNotices } from "./local-notices";
import { type LocalReference, localPicturesIn, localReferences } from "./local-references";
import { UploadList } from "./upload-list";
import { uploadQueueOf } from "./upload-queue";
import styles from "./uploads.module.css";

/** Milliseconds without typing before the text is searched for images of this computer. */
const quiet = 300;

/**
 * Uploading in the editor: a button to choose files, pasting and dragging, the list of uploads, and a question about
 * images whose files are on the author's computer.
 */
export function UploadTool() {
  const target = useEditorTarget();
  const { textarea, box, below, picturesOnly } = target;
  const what = picturesOnly ? "图片" : "图片或附件";
  const queue = uploadQueueOf(target);
  const items = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const picker = useRef<HTMLInputElement>(null);
  const [references, setReferences] = useState<LocalReference[]>([]);
  const [lost, setLost] = useState<string[]>([]);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    textarea.addEventListener(
      "paste",
      (event) => {
        const data = event.clipboardData;
        if (!data) return;
        // Office programs copy an image of the text beside the text: the text is used.
        if (data.files.length > 0 && !data.types.includes("text/plain")) {
          event.preventDefault();
          queue.add([...data.files]);
        } else setLost(localPicturesIn(data.getData("text/html")));
      },
      { signal },
    );
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const mark = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      box.dataset.dropping = "";
    };
    const unmark = () => delete box.dataset.dropping;
    box.addEventListener("dragenter", mark, { signal });
    box.addEventListener("dragover", mark, { signal });
    box.addEventListener(
      "dragleave",
      (event) => void (box.contains(event.relatedTarget as Node | null) || unmark()),
      { signal },
    );
    box.addEventListener(
      "drop",
      (event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        unmark();
        queue.add([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    let timer = 0;
    const search = () => setReferences(localReferences(textarea.value));
    textarea.addEventListener(
      "input",
      () => {
        clearTimeout(timer);
        timer = window.setTimeout(search, quiet);
      },
      { signal },
    );
    search();
    const stopWatching = watchComposition(textarea);
    return () => {
      stop.abort();
      clearTimeout(timer);
      unmark();
      stopWatching();
    };
  }, [textarea, box, queue]);

  return (
    <div className={tools.group}>
      <button
        type="button"
        className={tools.tool}
        tabIndex={-1}
        aria-label={`上传${what}`}
        title={`上传${what}（也可以粘贴或拖进来）`}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => picker.current?.click()}
      >
        <Icon name="paperclip" />
      </button>
      {createPortal(
        <>
          <input
            ref={picker}
            type="file"
            className={styles.hidden}
            multiple
            accept={(picturesOnly ? imageEndings : [...imageEndings, ...attachmentEndings]).join(",")}
            aria-label={`选择要上传的${what}`}
            onChange={({ currentTarget }) => {
              queue.add([...(currentTarget.files ?? [])]);
              currentTarget.value = "";
            }}
          />
          <LocalNotices
            references={references}
            lost={lost}
            onPick={(files, reference) => {
              queue.add(files, reference);
              if (!reference) setLost([]);
            }}
            onDismiss={() => setLost([])}
          />
          <UploadList items={items} queue={queue} />
        </>,
        below,
      )}
    </div>
  );
}
