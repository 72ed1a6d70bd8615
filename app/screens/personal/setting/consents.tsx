import { Link, useNavigate } from "@remix-run/react";
import { type PrivacyId, privacyTitles } from "contract/privacy/constants";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Dialog, DialogButtons } from "~/ui/dialog";
import { Icon } from "~/ui/icon";
import { RelativeTime } from "~/ui/relative-time";
import type { consentsSection } from "./consents.server";
import type { SectionData } from "./sections.server";
import styles from "./setting.module.css";
import { SettingForm, SettingPart, SettingProblems } from "./setting-form";

type Data = SectionData<typeof consentsSection>;

const decisions = {
  "1": { icon: "circle-check", name: "同意" },
  "2": { icon: "x", name: "拒绝" },
  "0": { icon: "arrow-back-up", name: "撤回同意" },
} as const;

/** The text for the member's present state of one policy. */
function stateOf({ version, signedVersion }: Data["policies"][number]): string {
  if (signedVersion === null) return "未同意";
  return signedVersion === version ? "已同意" : `已同意旧版本 ${signedVersion}，现行版本会再次征求你的同意`;
}

/** The member's present consents with links to withdraw them, and the ledger of all decisions. */
export function Consents({ data: { policies, records, next, later, withdrawing } }: { data: Data }) {
  const { to } = useShell();
  const here = paths.setting("privacy");
  return (
    <>
      <SettingPart title="政策与声明" text="这里是社区请你同意的文件，以及你现在是否同意。同意随时可以撤回。">
        <SettingProblems intents={["withdraw"]} />
        <ul className={styles.sessions}>
          {policies.map((policy) => (
            <li key={policy.privacyId}>
              <Icon name={policy.signedVersion === null ? "alert-circle" : "circle-check"} />
              <div>
                <p>
                  <Link to={to(paths.policy(policy.privacyId))}>
                    <strong>{policy.title}</strong>
                  </Link>
                </p>
                <p className={`facts ${styles.facts}`}>
                  <span>现行版本 {policy.version}</span>
                  <span>{stateOf(policy)}</span>
                </p>
              </div>
              {policy.signedVersion === null ? null : (
                <Link
                  className="button"
                  to={to(`${here}&withdraw=${policy.privacyId}`)}
                  preventScrollReset
                  prefetch="none"
                >
                  撤回同意<span className="visually-hidden">：{policy.title}</span>
                </Link>
              )}
            </li>
          ))}
        </ul>
      </SettingPart>
      <SettingPart
        title="同意记录"
        text="你每一次的决定：哪份文件的哪个版本，在什么时候，从哪里。记录只增加，不修改。"
      >
        {records.length === 0 ? <p className={styles.hint}>还没有记录。</p> : null}
        <ol className={styles.sessions}>
          {records.map((record) => (
            <li key={record.id}>
              <Icon name={decisions[record.decision].icon} />
              <div>
                <p>
                  {decisions[record.decision].name}
                  <Link to={to(paths.policy(record.privacyId, record.version))}>
                    《{record.title}》{record.version}
                  </Link>
                </p>
                <p className={`facts ${styles.facts}`}>
                  <RelativeTime at={record.at} />
                  <span>{record.address || "地址未知"}</span>
                  <span>{[record.browser, record.system].filter(Boolean).join(" · ") || "未知设备"}</span>
                </p>
              </div>
            </li>
          ))}
        </ol>
        <p className={styles.row}>
          {later ? <Link to={to(here)}>回到最新的记录</Link> : null}
          {next === null ? null : <Link to={to(`${here}&before=${next}`)}>更早的记录</Link>}
        </p>
      </SettingPart>
      {withdrawing ? <WithdrawDialog {...withdrawing} back={to(here)} /> : null}
    </>
  );
}

/** Tells the consequences before a consent is withdrawn. */
function WithdrawDialog({
  privacyId,
  leaves,
  back,
}: {
  privacyId: PrivacyId;
  leaves: boolean;
  back: string;
}) {
  const navigate = useNavigate();
  const title = privacyTitles[privacyId];
  return (
    <Dialog
      title={`撤回对《${title}》的同意`}
      onEscape={() => navigate(back, { replace: true, preventScrollReset: true })}
    >
      <p>
        {leaves
          ? `撤回后你会立即退出登录，只能以访客身份浏览。下次登录时会再次请你同意《${title}》。你已发布的内容和账号都会保留。`
          : `撤回后，提交意见建议和投诉之前会再次请你同意《${title}》，其他功能不受影响。`}
      </p>
      <SettingForm intents={[]} reloadDocument className="">
        <input type="hidden" name="privacyId" value={privacyId} />
        <DialogButtons>
          <Link className="button" to={back} replace preventScrollReset prefetch="none">
            取消
          </Link>
          <button type="submit" className="button" data-primary name="intent" value="withdraw">
            撤回同意
          </button>
        </DialogButtons>
      </SettingForm>
    </Dialog>
  );
}
