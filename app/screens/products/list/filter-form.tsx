import { useLocation, useNavigate } from "@remix-run/react";
import type { ProductFacet } from "contract/products/shapes";
import { unitChoices } from "contract/products/units";
import { type FormEvent, useEffect, useRef } from "react";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./filter-form.module.css";
import { asAddress, type Filters, type Listing, limitFields, listFields } from "./filters";
import { Histogram } from "./histogram";

interface FilterFormProps {
  facets: ProductFacet[];
  listing: Listing;
  problems: Record<string, string[]>;
  total: number;
}

const formId = "product-filter";
/** The number of choices that are visible before the rest is unfolded. */
const choicesMax = 8;

/** The filters of a class, as a GET form. With JavaScript a tick applies at once, and a typed value with Enter. */
export function FilterForm({ facets, listing, problems, total }: FilterFormProps) {
  const { filters } = listing;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { name: shell } = useShell();
  const form = useRef<HTMLFormElement>(null);
  // Resets the fields to the new address, so that a filter that a link removed is not ticked; the focus stays in its
  // field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes
  useEffect(() => form.current?.reset(), [search]);
  const go = () => {
    if (!form.current) return;
    const fields = new URLSearchParams(
      [...new FormData(form.current)].map(([name, value]) => [name, String(value)]),
    );
    navigate(`${pathname}?${asAddress(fields)}`, { preventScrollReset: true });
  };
  const change = (event: FormEvent<HTMLFormElement>) => {
    const field = event.target;
    if (field instanceof HTMLInputElement && field.type === "checkbox") go();
  };
  const count = Object.keys(filters).length;
  return (
    <details
      className={`surface ${styles.box}`}
      open={shell === "desktop" || Object.keys(problems).length > 0}
    >
      <summary>
        <Icon name="list-check" />
        筛选{count > 0 ? `（${count}）` : ""}
      </summary>
      <form
        ref={form}
        id={formId}
        method="get"
        action={pathname}
        className={styles.form}
        onChange={change}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <HiddenFields fields={listFields({ ...listing, filters: {}, order: "", page: 1 })} />
        {facets.map((facet) =>
          facet.type === "choice" || facet.type === "yes" ? (
            <Choices key={facet.name} facet={facet} problems={problems} chosen={filters[facet.name] ?? []} />
          ) : (
            <Limits key={facet.name} facet={facet} filters={filters} problems={problems} />
          ),
        )}
        <div className={styles.end}>
          <button type="submit" className="button" data-primary>
            查看 {total} 个产品
          </button>
        </div>
      </form>
    </details>
  );
}

/** What a form leaves as it is. */
export function HiddenFields({ fields }: { fields: [string, string][] }) {
  return fields.map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ));
}

function Problem({ id, messages }: { id: string; messages: string[] | undefined }) {
  return messages ? (
    <p id={id} className={styles.problem} role="alert">
      <Icon name="alert-circle" />
      {messages.join("；")}
    </p>
  ) : null;
}

interface FieldProps {
  facet: ProductFacet;
  problems: Record<string, string[]>;
}

function Choices({ facet: { name, title, choices }, chosen, problems }: FieldProps & { chosen: string[] }) {
  const possibleChoices = choices.filter(({ value, count }) => count > 0 || chosen.includes(value));
  const [first, rest] = [possibleChoices.slice(0, choicesMax), possibleChoices.slice(choicesMax)];
  const strange = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  const box = ({ value, name: text, count }: ProductFacet["choices"][number]) => (
    <label key={value} className={styles.choice}>
      <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
      <span>{text}</span>
      <small>{count}</small>
    </label>
  );
  return (
    <fieldset>
      <legend>{title}</legend>
      {strange.map((value) => box({ value, name: value, count: 0 }))}
      {first.map(box)}
      {rest.length > 0 ? (
        <details open={rest.some(({ value }) => chosen.includes(value)) || undefined}>
          <summary>另外 {rest.length} 个</summary>
          {rest.map(box)}
        </details>
      ) : null}
      <Problem id={`problem-${name}`} messages={problems[name]} />
    </fieldset>
  );
}

function Limits({ facet, filters, problems }: FieldProps & { filters: Filters }) {
  const { name, title, unit, type, low, high } = facet;
  const units = unitChoices(facet.units, unit);
  const limits = limitFields(facet, filters);
  const limit = (end: "min" | "max", label: string, placeholder: string | null) => {
    const field = `${name}.${end}`;
    return (
      <input
        className="plain-input"
        name={field}
        defaultValue={limits[end]}
        placeholder={facet.bins.length > 0 ? "" : (placeholder ?? "")}
        aria-label={`${title}${label}`}
        aria-invalid={problems[field] ? true : undefined}
        aria-describedby={problems[field] ? `problem-${field}` : undefined}
        maxLength={40}
        autoComplete="off"
      />
    );
  };
  return (
    <fieldset>
      <legend>
        {title}
        {unit && units.length < 2 ? <small>{units[0] ?? unit}</small> : null}
      </legend>
      <Histogram facet={facet} />
      <div className={styles.limits} data-units={units.length > 1 ? "" : undefined}>
        {limit("min", type === "range" ? "，要覆盖从" : "，不小于", low)}
        <span aria-hidden="true">~</span>
        {limit("max", type === "range" ? "，要覆盖到" : "，不大于", high)}
        {units.length > 1 ? (
          <select
            key={limits.chosen}
            className="plain-input"
            name={`${name}.unit`}
            aria-label={`${title}的单位`}
            defaultValue={limits.chosen}
          >
            {units.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        ) : null}
      </div>
      {type === "range" ? <p className={styles.hint}>填要覆盖的值或范围</p> : null}
      <Problem id={`problem-${name}.min`} messages={problems[`${name}.min`]} />
      <Problem id={`problem-${name}.max`} messages={problems[`${name}.max`]} />
    </fieldset>
  );
}

const toHead = ({ key, name }: { key: string; name: string }) => ({ value: `p.${key}`, name });
/** What only the heads of a table sort by; cards on a phone have none. */
const heads = [
  { value: "state", name: "状态" },
  { value: "package", name: "封装" },
];

interface OrderFieldProps {
  columns: { key: string; name: string; unit: string }[];
  order: string;
  problem: string | undefined;
}

/** The order of the list, a field of the filter's form that may be elsewhere on the page. */
export function OrderField({ columns, order, problem }: OrderFieldProps) {
  const hasHeads = useShell().name === "desktop";
  const orders = [
    { value: "", name: "推荐排序" },
    { value: "new", name: "最新上市" },
    { value: "name", name: "名称" },
    ...columns
      .filter(({ unit }) => unit !== "")
      .flatMap(({ key, name }) => [
        { value: `p.${key}`, name: `${name} 从小到大` },
        { value: `-p.${key}`, name: `${name} 从大到小` },
      ]),
    ...(hasHeads ? [] : [...heads, ...columns.filter(({ unit }) => unit === "").map(toHead)]).flatMap(
      ({ value, name }) => [
        { value, name: `${name} 顺序` },
        { value: `-${value}`, name: `${name} 倒序` },
      ],
    ),
  ];
  // A column's head may sort by what the list of orders does not offer.
  if (order !== "" && !orders.some(({ value }) => value === order))
    orders.push({ value: order, name: "按表头排序" });
  return (
    <span className={styles.order}>
      <select
        key={order}
        form={formId}
        name="order"
        className="plain-input"
        aria-label="排序"
        aria-invalid={problem ? true : undefined}
        defaultValue={order}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {orders.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" form={formId} className="button needs-no-script">
        排序
      </button>
      {problem ? <Problem id="problem-order" messages={[problem]} /> : null}
    </span>
  );
}
