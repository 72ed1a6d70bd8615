import { Checkboxes } from "~/forms/inputs/choices-field";
import { TextField } from "~/forms/inputs/text-field";
import styles from "../editing.module.css";
import type { PieceAnswer } from "../piece.server";

interface Product {
  id: number;
  name: string;
}

interface Props {
  name: string;
  label: string;
  hint: string | undefined;
  /** The products that the piece names. */
  known: Product[];
  found: PieceAnswer["found"];
  /** The ticked ones of a form that comes back. */
  typed: unknown;
  /** The page's address: after a search the form comes back here, at what was found. */
  here: string;
}

/** The products of a piece, and a search that adds more to tick. It works before JavaScript: the form comes back. */
export function ProductsField({ name, label, hint, known, found, typed, here }: Props) {
  const ticked = [typed ?? []].flat().map(Number).filter(Boolean);
  const byId = new Map([...known, ...(found?.products ?? [])].map((product) => [product.id, product.name]));
  for (const id of ticked) if (!byId.has(id)) byId.set(id, "");
  return (
    <div className={styles.wide} id="products">
      {/* Without a tick the field is sent empty, so that its messages find it. */}
      <input type="hidden" name={name} value="" />
      <Checkboxes
        name={name}
        label={label}
        hint={hint}
        layout="many"
        text={byId.size === 0 ? <p className={styles.none}>还没有选</p> : null}
        options={[...byId].map(([id, title]) => [String(id), `${title || "产品"}（${id}）`] as const)}
      />
      <div className={styles.find}>
        <TextField name="productText" label="查找产品" hint="名称的一部分，或编号" maxLength={60} />
        <button
          type="submit"
          className="button"
          name="intent"
          value="find"
          formAction={`${here}#products`}
          formNoValidate
        >
          查找
        </button>
      </div>
      {found ? (
        <p role="status">
          {found.products.length === 0
            ? `没有找到“${found.text}”。还没发布的产品找不到，请先发布它`
            : `找到 ${found.products.length} 个，已列在上面，勾选要关联的`}
        </p>
      ) : null}
    </div>
  );
}
