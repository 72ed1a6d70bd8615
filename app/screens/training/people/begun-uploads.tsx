import { useActionData } from "@remix-run/react";
import { recordingKeptDays } from "contract/training/constants";
import type { BegunUpload } from "contract/training/uploads/calls";
import { shownBytes } from "~/format/bytes";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { failureOf } from "~/forms/result";
import styles from "./people.module.css";

/** Unfinished uploads of recordings. An upload resumes when the lecturer chooses the same file again. */
export function BegunUploads({ begun }: { begun: BegunUpload[] }) {
  if (begun.length === 0) return null;
  return (
    <section aria-labelledby="begun">
      <h2 id="begun" className={styles.part}>
        没有传完的录像（{begun.length}）
      </h2>
      <p className={styles.hint}>
        在上面再选一次同一个文件，就从停下的地方接着传；放着不动的，{recordingKeptDays} 天后清理。
      </p>
      <ul className={styles.uploads}>
        {begun.map((one) => (
          <Begun key={one.id} one={one} />
        ))}
      </ul>
    </section>
  );
}

function Begun({ one: { id, name, bytes, received, note } }: { one: BegunUpload }) {
  const failure = failureOf(useActionData(), "drop");
  const own = failure?.result.initialValue?.begun === String(id) ? failure : undefined;
  const form = useScreenForm({ id: `drop-${id}`, intent: "drop", failure: own });
  return (
    <li>
      <div>
        <h3>{name}</h3>
        <p className="facts">
          <span>
            已传 {shownBytes(received)} / {shownBytes(bytes)}（{Math.floor((received * 100) / bytes)}%）
          </span>
        </p>
        {note ? <p className={styles.intro}>{note}</p> : null}
      </div>
      <ScreenForm of={form}>
        <NoDefaultButton />
        <input type="hidden" name="begun" value={id} />
        {own ? <QuestionBox intents={["drop"]} /> : null}
        <button type="submit" className="link-button" name="intent" value="drop">
          放弃<span className="visually-hidden"> {name}</span>
        </button>
      </ScreenForm>
    </li>
  );
}
