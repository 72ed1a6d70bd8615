import { useActionData } from "@remix-run/react";
import { MissingPart } from "~/failure/missing-part";
import { problem } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import { FavoritesVisibility } from "~/lists/favorites-visibility";
import { useRoot } from "~/navigation/use-shell";
import type { generalSection } from "./general.server";
import type { SectionData } from "./sections.server";
import styles from "./setting.module.css";
import { SettingForm, SettingPart } from "./setting-form";

const groups = [
  {
    name: "shell",
    legend: "页面版本",
    choices: [
      ["auto", "自动"],
      ["desktop", "桌面版"],
      ["h5", "手机版"],
    ],
  },
  {
    name: "scheme",
    legend: "配色",
    choices: [
      ["system", "跟随系统"],
      ["light", "浅色"],
      ["dark", "深色"],
    ],
  },
] as const;

/** How the site looks in this browser, and who sees one's favourites. */
export function General({ data }: { data: SectionData<typeof generalSection> }) {
  const preferences = useRoot()?.preferences;
  const errors = failureOf(useActionData(), "display")?.result.error ?? {};
  const chosen = { shell: preferences?.shell ?? "auto", scheme: preferences?.scheme ?? "system" };
  const { visibility } = data;
  return (
    <>
      <SettingPart title="显示" text="只在这个浏览器里生效。“自动”会按设备选择：手机看手机版，电脑看桌面版。">
        <SettingForm intents={["display"]} reloadDocument>
          {groups.map(({ name, legend, choices }) => (
            <fieldset key={name} aria-describedby={errors[name] ? `${name}-problem` : undefined}>
              <legend>{legend}</legend>
              {choices.map(([value, label]) => (
                <label key={value} className={styles.choice}>
                  <input type="radio" name={name} value={value} defaultChecked={chosen[name] === value} />
                  {label}
                </label>
              ))}
              <p id={`${name}-problem`}>{problem(errors[name] ?? undefined)}</p>
            </fieldset>
          ))}
          <button type="submit" className="button" data-primary name="intent" value="display">
            保存
          </button>
        </SettingForm>
      </SettingPart>
      <SettingPart title="我的收藏" text="公开后，别人能在你的主页看到你收藏的帖子。">
        {visibility ? (
          <SettingForm intents={["show", "hide"]} className={styles.row}>
            <FavoritesVisibility {...visibility} />
          </SettingForm>
        ) : (
          <MissingPart name="收藏的设置" />
        )}
      </SettingPart>
    </>
  );
}
