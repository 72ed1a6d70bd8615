import { Link } from "@remix-run/react";
import { type DigestChoice, type MutableEvent, mutableEvents } from "contract/messages/events";
import { typed } from "~/forms/field-parts";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { Checkboxes, RadioGroup } from "~/forms/inputs/choices-field";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import type { noticesSection } from "./notices.server";
import type { SectionData } from "./sections.server";
import styles from "./setting.module.css";
import { SettingPart } from "./setting-form";

const eventTexts: Record<MutableEvent, string> = {
  reply: "有人回复我",
  mention: "有人 @ 我",
  topicReply: "我关注的帖子有新回复",
  invite: "有人邀请我回答",
  accept: "我的回答被采纳",
  like: "有人赞我的帖子或回复",
  follow: "有人关注我",
  productVersion: "我关注的产品有新版本",
  productNotice: "我关注的产品有勘误、变更等通知",
  listNews: "我的清单里的东西有变化",
  inner: "有人发私信给我",
  announceSite: "社区公告",
  announceActivity: "活动的消息",
  announceProduct: "产品的消息",
  announceCourse: "课程的消息",
};
const digestTexts: [DigestChoice, string][] = [
  ["off", "不发"],
  ["daily", "每天一封"],
  ["weekly", "每周一封"],
];

/** The settings with which the form began, so that it changes only what differs. */
function ShownSettings({ before, digest }: { before: string; digest: string }) {
  return (
    <>
      <input type="hidden" name="shown" value={mutableEvents.join(" ")} />
      <input type="hidden" name="before" value={before} />
      <input type="hidden" name="digestBefore" value={digest} />
    </>
  );
}

/** The notices that the member receives, and how often by mail. A refused form keeps its values. */
export function Notices({ data }: { data: SectionData<typeof noticesSection> }) {
  const { to } = useShell();
  const stored = {
    told: mutableEvents.filter((event) => !data.muted.includes(event)),
    digest: data.digest,
  };
  const form = useScreenForm({ id: "notices", intent: "notices", defaultValue: stored });
  // A refused form comes back with what was typed, which began with the settings of that time.
  const posted = form.failure?.result.initialValue;
  const begun = posted
    ? { before: typed(posted.before) ?? "", digest: typed(posted.digestBefore) ?? "" }
    : { before: stored.told.join(" "), digest: stored.digest };
  return (
    <ScreenForm of={form} className={styles.form} preventScrollReset replace>
      <ShownSettings {...begun} />
      <SettingPart
        title="告诉我"
        text="没有勾选的事不会进消息中心；私信仍会留在会话里，只是不计入未读提示。审核结果和账号变更总会告诉你。"
      >
        <Checkboxes
          name="told"
          label="哪些事要告诉我"
          hideLabel
          options={mutableEvents.map((event) => [event, eventTexts[event]] as const)}
        />
      </SettingPart>
      <SettingPart
        title="邮件摘要"
        text="有新的未读消息时，把条数和标题发到你的邮箱；没有就不发。每封邮件里都能退订。"
      >
        {data.email === null ? (
          <p className={styles.hint}>
            还没有绑定邮箱，绑定后才能接收。<Link to={to(paths.info(2))}>去绑定邮箱</Link>
          </p>
        ) : (
          <p className={styles.hint}>发到：{data.email}</p>
        )}
        <RadioGroup name="digest" label="多久发一次" hideLabel options={digestTexts} />
      </SettingPart>
      <button type="submit" className="button" data-primary name="intent" value="notices">
        保存
      </button>
    </ScreenForm>
  );
}
