import { MissingPart } from "~/failure/missing-part";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { RadioGroup } from "~/forms/inputs/choices-field";
import { useRoot } from "~/navigation/use-shell";
import { FavoritesVisibility } from "../favorites-visibility";
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

/** The display preferences of this browser, and whether others see the member's favourites. */
export function General({ data }: { data: SectionData<typeof generalSection> }) {
  const preferences = useRoot()?.preferences;
  const display = useScreenForm({
    id: "display",
    intent: "display",
    defaultValue: { shell: preferences?.shell ?? "auto", scheme: preferences?.scheme ?? "system" },
  });
  const { visibility } = data;
  return (
    <>
      <SettingPart title="显示" text="只在这个浏览器里生效。“自动”会按设备选择：手机看手机版，电脑看桌面版。">
        <ScreenForm of={display} className={styles.form} preventScrollReset replace reloadDocument>
          {groups.map(({ name, legend, choices }) => (
            <RadioGroup key={name} name={name} label={legend} options={choices} />
          ))}
          <button type="submit" className="button" data-primary name="intent" value="display">
            保存
          </button>
        </ScreenForm>
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
