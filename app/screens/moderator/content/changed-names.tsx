import type { ContentCheck } from "contract/content/calls";
import { Fold } from "~/moderation/fold";
import styles from "./content.module.css";

type Change = ContentCheck["changes"][number];

/** What becomes of things, and which: of the many the first, and how many more. */
const groupsOf = ({ added, changed, delisted, addedNames, changedNames, delistedNames }: Change) =>
  [
    { does: "新增", names: addedNames, all: added },
    { does: "修改", names: changedNames, all: changed },
    { does: "下架", names: delistedNames, all: delisted },
  ].filter(({ names }) => names.length > 0);

/** The things that a load would add, change and take down, by name. A gateway that says only numbers has none. */
export function ChangedNames({ changes }: { changes: ContentCheck["changes"] }) {
  const kinds = changes.map((change) => ({ name: change.name, groups: groupsOf(change) }));
  const named = kinds.filter(({ groups }) => groups.length > 0);
  if (named.length === 0) return null;
  return (
    <div>
      {named.map(({ name, groups }) => (
        <Fold
          key={name}
          title={`${name}：${groups.map(({ does, all, names }) => `${does} ${Math.max(all, names.length)}`).join("，")}`}
        >
          <dl className={styles.names}>
            {groups.map(({ does, names, all }) => (
              <div key={does}>
                <dt>{does}</dt>
                <dd>
                  <ul>
                    {names.map((each, at) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: two things may have one name
                      <li key={at}>{each}</li>
                    ))}
                    {all > names.length ? <li>另有 {all - names.length} 项</li> : null}
                  </ul>
                </dd>
              </div>
            ))}
          </dl>
        </Fold>
      ))}
    </div>
  );
}
