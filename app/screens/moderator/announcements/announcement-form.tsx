import {
  announcementKinds,
  announcementTextMax,
  announcementTitleMax,
  audienceNames,
  audiences,
  bannerDaysMax,
} from "contract/announcements/constants";
import { TextArea } from "~/forms/form/text-area";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import type { FormFailure } from "~/forms/result";
import { Fold } from "~/moderation/fold";
import { ModerationForm } from "~/moderation/moderation-form";
import styles from "../module/module.module.css";
import own from "./announcements.module.css";
import type { Beside } from "./announcements.server";

interface Props {
  submissionId: string;
  failure: FormFailure | undefined;
  beside: Beside | undefined;
}

/** The form of a new announcement, with its preview. */
export function AnnouncementForm({ submissionId, failure, beside }: Props) {
  return (
    <Fold title="写一条公告" open={failure !== undefined}>
      <ModerationForm
        id="announcement"
        asks={["send", "preview", "test"]}
        failure={failure}
        submissionId={submissionId}
        label="写公告"
        className={styles.box}
      >
        <div className={styles.fields}>
          <SelectField label="种类" hint="用户可以按种类不收" name="kind">
            <Options of={announcementKinds} />
          </SelectField>
          <SelectField label="发给谁" name="audience">
            <Options of={audienceNames.map((name) => [name, audiences[name].says] as const)} />
          </SelectField>
          <div className={styles.long}>
            <TextField
              label="是哪一个"
              hint="产品型号、标签、版块、活动或课程的名称，或地址里的编号；发给一类人时不用填"
              name="target"
              maxLength={100}
            />
          </div>
        </div>
        <TextField label="标题" name="title" maxLength={announcementTitleMax} />
        <TextArea label="正文" name="text" rows={5} maxLength={announcementTextMax} />
        <div className={styles.fields}>
          <div className={styles.long}>
            <TextField
              label="链接"
              hint="可不填；本站的地址，如 /eventActivities/details/1"
              name="link"
              maxLength={200}
            />
          </div>
          <TextField label="发送时间" hint="北京时间；不填就马上发" name="sendAt" type="datetime-local" />
        </div>
        <CheckboxField
          name="byMail"
          label="也发邮件"
          hint="发给绑定了邮箱的人，一分钟最多 60 封；每封都能一键退订这个种类"
        />
        <div className={styles.fields}>
          <TextField
            label="横幅显示到"
            hint={`可不填，最多 ${bannerDaysMax} 天`}
            name="bannerUntil"
            type="date"
          />
          <div className={styles.long}>
            <CheckboxField
              name="bannerOnly"
              label="只显示横幅"
              hint="横幅是每一页上方的标题和链接，各人可以关掉；只显示横幅时不发消息和邮件，正文可以不填"
            />
          </div>
        </div>
        {beside?.preview ? <Preview preview={beside.preview} /> : null}
        {beside?.tested ? (
          <p className={own.said} role="status">
            已发给你自己，在消息中心的系统消息里
            {beside.tested.mailed ? "，邮件也在路上" : ""}。还没有发给别人。
          </p>
        ) : null}
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="preview">
            预览
          </button>
          <button type="submit" className="button" name="intent" value="test">
            先发给自己
          </button>
          <button type="submit" className="button" name="intent" value="send" data-primary>
            发送
          </button>
        </p>
      </ModerationForm>
    </Fold>
  );
}

function Preview({ preview }: { preview: NonNullable<Beside["preview"]> }) {
  const { kind, title, text, link, audience, people, declined, mails, byMail, bannerOnly, bannerUntil } =
    preview;
  return (
    <section className={own.said} aria-label="预览" role="status">
      <p>
        <strong>
          {announcementKinds[kind]}：{title}
        </strong>
      </p>
      {bannerUntil ? <BannerLine title={title} link={link} /> : null}
      {text ? <p className={own.text}>{text}</p> : null}
      {link ? <p>{link}</p> : null}
      <p className="facts">
        <span>{audience}</span>
        <span>
          现在有 {people} 人会{bannerOnly ? "看到" : "收到"}
        </span>
        {declined > 0 ? <span>{declined} 人不收这类消息</span> : null}
        {bannerUntil ? <span>横幅显示到 {bannerUntil} 结束</span> : null}
        {byMail ? <span>其中 {mails} 人也会收到邮件</span> : null}
      </p>
    </section>
  );
}

/** The banner as its readers get it. */
function BannerLine({ title, link }: { title: string; link: string }) {
  return (
    <p className={own.banner}>
      {title}
      {link ? <span>查看</span> : null}
      <span>关闭</span>
    </p>
  );
}
