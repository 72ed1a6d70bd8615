import { Link, useLocation, useNavigate } from "@remix-run/react";
import { compareMax } from "contract/products/constants";
import { type FormEvent, Fragment, type ReactNode, useEffect, useRef } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { HiddenFields } from "./filter-form";
import { type Listing, listFields, readCompared } from "./filters";
import styles from "./list-form.module.css";

interface ListFormProps {
  listing: Listing;
  /** The products of this page. */
  ids: number[];
  tray: { id: number; name: string }[];
  /** The button was pressed and nothing was ticked. */
  nothingTicked: boolean;
  href: (change: Partial<Listing>) => string;
  children: ReactNode;
}

/**
 * The rows of a list as a form that ticks products for a comparison, and the tray of those that were ticked. The tray
 * is in the address, so it follows to other pages, orders and filters. With JavaScript a tick changes the address;
 * without, a button does.
 */
export function ListForm({ listing, ids, tray, nothingTicked, href, children }: ListFormProps) {
  const { pathname, search } = useLocation();
  const { to } = useShell();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { compare } = listing;
  // Ticks follow the address, as when a link takes a product out of the tray; those made before this code came stay.
  const address = useRef(search);
  useEffect(() => {
    if (address.current === search) return;
    address.current = search;
    form.current?.reset();
  }, [search]);
  const ticked = () => {
    const fields = form.current ? new FormData(form.current).getAll("compare").map(String) : [];
    return readCompared(new URLSearchParams(fields.map((id) => ["compare", id])));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const chosen = ticked();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (chosen.length === 0 || submitter?.getAttribute("name") !== "go") return;
    event.preventDefault();
    navigate(to(paths.compare(chosen)));
  };
  const others = compare.filter((id) => !ids.includes(id));
  const nameless = compare.filter((id) => !tray.some((product) => product.id === id));
  return (
    <form
      ref={form}
      method="get"
      action={pathname}
      onChange={() =>
        navigate(href({ compare: ticked(), page: listing.page }), { preventScrollReset: true, replace: true })
      }
      onSubmit={submit}
    >
      <HiddenFields fields={listFields({ ...listing, compare: [] })} />
      {others.map((id) => (
        <input key={id} type="hidden" name="compare" value={id} />
      ))}
      {children}
      <div className={`${styles.tray} no-print`}>
        <p role="status">
          {compare.length > compareMax
            ? `已选 ${compare.length} 个，一次最多对比 ${compareMax} 个：去掉一个，或在对比页上换`
            : compare.length > 0
              ? `对比栏 ${compare.length}/${compareMax}`
              : nothingTicked
                ? "先勾选要对比的产品"
                : `勾选要对比的产品，最多 ${compareMax} 个`}
        </p>
        {compare.length > 0 ? (
          <ul aria-label="对比栏">
            {tray.map(({ id, name }) => (
              <Fragment key={id}>
                <li>
                  {name}
                  <Link
                    to={href({ compare: compare.filter((one) => one !== id), page: listing.page })}
                    preventScrollReset
                    replace
                    aria-label={`从对比栏去掉 ${name}`}
                  >
                    <Icon name="x" />
                  </Link>
                </li>{" "}
              </Fragment>
            ))}
            {nameless.length > 0 ? <li>另外 {nameless.length} 个</li> : null}
          </ul>
        ) : null}
        <span className={styles.buttons}>
          {compare.length > 0 ? (
            <Link
              className={styles.clear}
              to={href({ compare: [], page: listing.page })}
              preventScrollReset
              replace
            >
              清空
            </Link>
          ) : null}{" "}
          {compare.length > 0 ? (
            <Link className="button" to={to(paths.addToList("product", compare))} prefetch="none">
              加入清单
            </Link>
          ) : null}{" "}
          <button type="submit" className="button needs-no-script">
            放进对比栏
          </button>{" "}
          <button
            type="submit"
            name="go"
            value="compare"
            className="button"
            data-primary={compare.length > 1 || undefined}
          >
            对比所选
          </button>
        </span>
      </div>
    </form>
  );
}
