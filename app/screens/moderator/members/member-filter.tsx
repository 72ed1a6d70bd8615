import {
  type MemberOrder,
  memberRecords,
  memberRoles,
  memberTypes,
} from "contract/moderation/members/fields";
import { FilterForm } from "~/forms/inputs/filter-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { Fold } from "~/moderation/fold";
import type { Option } from "~/profile/profile-data";
import styles from "../theme/theme.module.css";
import type { MembersFilter } from "./members-query";

interface Props {
  action: string;
  filter: MembersFilter;
  order: MemberOrder;
  sections: { fid: number; name: string }[];
  provinces: Option[];
  cities: Option[];
}

const choices = (options: Option[]) => options.map(({ value, name }) => [value, name] as const);

/** The filters of the list of members; all but the name are folded until one of them is used. */
export function MemberFilterForm({ action, filter, order, sections, provinces, cities }: Props) {
  const { user: _user, ...further } = filter;
  const isNarrowed = Object.values(further).some((value) => value !== undefined);
  return (
    <FilterForm
      id="filter"
      values={{ ...filter, order }}
      action={action}
      className={styles.filter}
      aria-label="筛选用户"
    >
      <input type="hidden" name="order" value={order} />
      <div className={styles.first}>
        <TextField label="用户（uid 或昵称开头）" name="user" maxLength={40} />
        <button type="submit" className="button" data-primary>
          查找
        </button>
      </div>
      <Fold title="更多条件" open={isNarrowed}>
        <div className={styles.more}>
          <TextField label="注册不早于" name="since" type="date" />
          <TextField label="注册不晚于" name="to" type="date" />
          <TextField label="这天起来过" name="seenSince" type="date" />
          <TextField label="这天后没再来过" name="seenTo" type="date" />
          <TextField label="发帖不少于" name="postsMin" type="number" inputMode="numeric" />
          <TextField label="发帖不多于" name="postsMax" type="number" inputMode="numeric" />
          <SelectField label="处罚和备注" name="record">
            <option value="">不限</option>
            <Options of={memberRecords} />
          </SelectField>
          <SelectField label="关注或管理的版块" name="fid">
            <option value="">不限</option>
            <Options of={sections.map(({ fid, name }) => [String(fid), name] as const)} />
          </SelectField>
          <SelectField label="角色" name="role">
            <option value="">不限</option>
            <Options of={memberRoles} />
          </SelectField>
          <SelectField label="开发者类型" name="type">
            <option value="">不限</option>
            <Options of={memberTypes} />
          </SelectField>
          <SelectField label="省份" name="province">
            <option value="">不限</option>
            <Options of={choices(provinces)} />
          </SelectField>
          {cities.length > 0 ? (
            <SelectField label="城市" name="city">
              <option value="">不限</option>
              <Options of={choices(cities)} />
            </SelectField>
          ) : null}
        </div>
      </Fold>
    </FilterForm>
  );
}
