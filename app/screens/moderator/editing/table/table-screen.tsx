import { Link, useActionData, useLocation } from "@remix-run/react";
import { fileLinesMost, tableWrittenMost, workbookBytesMost } from "contract/content/constants";
import { FileField } from "~/forms/inputs/file-field";
import { FilterForm } from "~/forms/inputs/filter-form";
import { SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { failureOfAny } from "~/forms/result";
import { listAddress } from "~/lists/kit/list-address";
import { ModerationForm } from "~/moderation/moderation-form";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import filter from "../../fields/filter.module.css";
import { ModeratorScreen } from "../../frame";
import { KindTabs } from "../kind-tabs";
import { type ProductTable, parameterTitle } from "./columns";
import styles from "./table.module.css";
import type { loadTable, TableAnswer } from "./table.server";
import { TableChanges, TableProblems } from "./table-changes";
import { TableGrid } from "./table-grid";

type Loaded = Awaited<ReturnType<typeof loadTable>>;
interface Query {
  table: number;
  text?: string;
  page: number;
}
const { listHref } = listAddress<Query>({ narrowing: ["text"] });
const [gridIntents, changeIntents] = [
  ["check", "again", "apply"],
  ["apply", "again"],
];

/** The parameters of a class's products as a table: typed cell by cell, pasted, or sent as a file. */
export function TableScreen({ classes, chosen, table, text }: Loaded & { text: string }) {
  const { to } = useShell();
  const answer = useActionData() as TableAnswer | undefined;
  return (
    <ModeratorScreen title="产品参数表">
      <KindTabs kind="products" />
      <FilterForm
        id="filter"
        values={{ table: String(chosen), text }}
        action={to(staffPaths.contentPieces("products"))}
        className={filter.filter}
        aria-label="选择产品分类"
      >
        <SelectField label="产品分类" name="table">
          {classes.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label="产品名称或编号" name="text" maxLength={60} />
        <button type="submit" className="button">
          查找
        </button>
      </FilterForm>
      {table === null || table.parameters.length === 0 || table.products.length === 0 ? (
        <NothingThere table={table} />
      ) : answer?.plan ? (
        <Changes answer={answer} plan={answer.plan} productClass={chosen} />
      ) : (
        <Whole table={table} productClass={chosen} text={text} />
      )}
    </ModeratorScreen>
  );
}

function NothingThere({ table }: { table: ProductTable | null }) {
  if (table === null) return <EmptyState title="还没有产品分类" text="先建分类，写好它的参数，再来填表。" />;
  if (table.parameters.length === 0)
    return (
      <EmptyState title={`分类“${table.name}”没有参数`} text="先在“产品分类”里给它加上参数，再来填表。" />
    );
  return <EmptyState title="没有这样的产品" text="换个名称再找，或者选别的分类。" />;
}

/** The table itself, and the file in and out. */
function Whole({ table, productClass, text }: { table: ProductTable; productClass: number; text: string }) {
  const { to } = useShell();
  const failure = failureOfAny(useActionData(), gridIntents);
  const path = to(staffPaths.contentPieces("products"));
  const query = { table: productClass, text, page: 1 };
  // One address for both shells.
  const file = (as: "csv" | "xlsx") => staffPaths.productTableFile(productClass, as);
  return (
    <>
      <p className={styles.lead}>
        “{table.name}”和它下面的分类共 {table.total} 个产品，显示每个产品最新一版的参数，包括还没发布的修改。
        先看会改什么，再写入。
      </p>
      <ModerationForm
        id="grid"
        asks={[]}
        failure={failure}
        label={`${table.name}的参数`}
        className={styles.form}
      >
        <input type="hidden" name="class" value={productClass} />
        <TableGrid table={table} failure={failure} />
        <p className={styles.buttons}>
          <button type="submit" className="button" data-primary name="intent" value="check">
            看会改什么
          </button>
          {table.pages > 1 ? <span className={styles.hint}>换页之前先写入，换页不保留没写入的</span> : null}
        </p>
      </ModerationForm>
      <Pagination page={table.page} pages={table.pages} href={(page) => listHref(path, query, { page })} />
      <section className={styles.files} aria-labelledby="files-title">
        <h2 id="files-title">在表格软件里改</h2>
        <p>
          <Link to={file("csv")} reloadDocument prefetch="none">
            下载 CSV
          </Link>{" "}
          <Link to={file("xlsx")} reloadDocument prefetch="none">
            下载 XLSX
          </Link>
        </p>
        <FileForm productClass={productClass} parameters={table.parameters} />
      </section>
    </>
  );
}

function FileForm({
  productClass,
  parameters,
}: {
  productClass: number;
  parameters: ProductTable["parameters"];
}) {
  const failure = failureOfAny(useActionData(), ["file"]);
  const [first] = parameters;
  const { pathname, search } = useLocation();
  return (
    <ModerationForm
      id="file"
      asks={[]}
      failure={failure}
      action={`${pathname}${search}#files-title`}
      encType="multipart/form-data"
      className={styles.form}
    >
      <input type="hidden" name="class" value={productClass} />
      <FileField
        name="table"
        label="改好的表"
        accept=".xlsx,.csv,.txt,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,text/plain"
        hint={`XLSX（不超过 ${workbookBytesMost / 1_000_000} MB，读第一张工作表）或 CSV（UTF-8 或 GB18030），最多 ${fileLinesMost.toLocaleString("en-US")} 行，一次最多改 ${tableWrittenMost} 个产品。第一行是列名：“编号”必有，其他列写参数的名称${first ? `，例如“${parameterTitle(first)}”` : ""}；没有的列不改，空着的格表示去掉这个值。“版本”列留着不改，别人之后改过的就不会被盖掉。`}
      />
      <p className={styles.buttons}>
        <button type="submit" className="button" name="intent" value="file">
          看这个文件会改什么
        </button>
      </p>
    </ModerationForm>
  );
}

/** What would change, or the mistakes of a file. */
function Changes({
  answer,
  plan,
  productClass,
}: {
  answer: TableAnswer;
  plan: NonNullable<TableAnswer["plan"]>;
  productClass: number;
}) {
  const { to } = useShell();
  const { search } = useLocation();
  const failure = failureOfAny(answer, changeIntents);
  const back = `${to(staffPaths.contentPieces("products"))}${search}`;
  if (plan.problems.length > 0) return <TableProblems plan={plan} back={back} />;
  return <TableChanges plan={plan} failure={failure} productClass={productClass} back={back} />;
}
