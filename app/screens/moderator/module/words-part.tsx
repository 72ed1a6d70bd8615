import { Link } from "@remix-run/react";
import { topicContentMax } from "contract/forum/constants";
import type { DescriptionVersions, ModeratedSection } from "contract/moderation/sections/calls";
import { summaryMax } from "contract/moderation/sections/fields";
import { MissingPart } from "~/failure/missing-part";
import { TextArea } from "~/forms/form/text-area";
import { TextField } from "~/forms/inputs/text-field";
import { Fold } from "~/moderation/fold";
import { ReasonField } from "~/moderation/reason-field";
import { Prose } from "~/ui/prose";
import { RelativeTime } from "~/ui/relative-time";
import { TextChanges } from "~/ui/text-changes";
import styles from "./module.module.css";
import { SectionForm } from "./section-form";

interface Props {
  section: ModeratedSection;
  versions: DescriptionVersions | null;
  /** The address that shows one change. */
  versionHref: (version: number) => string;
}

/** A section's description and rules, with the history of their changes. */
export function WordsPart({ section, versions, versionHref }: Props) {
  return (
    <>
      <SectionForm
        fid={section.fid}
        intents={["describe"]}
        values={{ summary: section.summary, rules: section.rules }}
        label="介绍与版规"
        hidden={["base"]}
      >
        <input type="hidden" name="base" value={section.version} />
        <TextField label="介绍" hint="一句话，列在版块名下面" name="summary" maxLength={summaryMax} />
        <TextArea
          label="版规"
          hint="支持 Markdown，显示在版块页面旁边；留空表示没有版规"
          name="rules"
          rows={12}
          maxLength={topicContentMax}
        />
        <ReasonField label="修改说明（可不填）" hint="写进管理日志" />
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="describe" data-primary>
            保存
          </button>
        </p>
      </SectionForm>
      {section.rulesHtml ? (
        <Fold title="现在大家看到的版规">
          <Prose html={section.rulesHtml} />
        </Fold>
      ) : null}
      {versions === null ? <MissingPart name="修改记录" /> : null}
      {versions?.shown ? (
        <Versions fid={section.fid} versions={versions} shown={versions.shown} href={versionHref} />
      ) : null}
    </>
  );
}

function Versions({
  fid,
  versions: { edits },
  shown,
  href,
}: {
  fid: number;
  versions: DescriptionVersions;
  shown: NonNullable<DescriptionVersions["shown"]>;
  href: (version: number) => string;
}) {
  return (
    <section className={styles.versions} aria-labelledby="versions">
      <h2 id="versions">修改记录</h2>
      <ol>
        {edits.map(({ id, editor, at }) => (
          <li key={id}>
            <Link to={href(id)} preventScrollReset aria-current={id === shown.id ? "true" : undefined}>
              <RelativeTime at={at} /> {editor.nickName}
            </Link>
          </li>
        ))}
      </ol>
      <TextChanges
        label="这次修改改了什么"
        head={shown.summary ? { name: "介绍", ...shown.summary } : null}
        changes={shown.changes}
      />
      <SectionForm fid={fid} intents={[`restore:${shown.id}`]} className={styles.buttons}>
        <button type="submit" className="button" name="intent" value={`restore:${shown.id}`}>
          恢复到这次修改之前
        </button>
      </SectionForm>
    </section>
  );
}
