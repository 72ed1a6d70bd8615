import { Form, Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { type FileTextState, fileTextStates, findTextMax } from "contract/resources/constants";
import { PageLink } from "~/document/page-link";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Marked } from "~/search/marked";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import styles from "./find-inside.module.css";
import { type Need, WhatIsNeeded } from "./what-is-needed";

/**
 * What the address says of the search inside a document: the text, the version's id, and the page of the list of pages.
 */
export interface InsideQuery {
  find: string;
  in?: number | undefined;
  foundPage: number;
  /** The version whose document is open, and its page. */
  read?: number | undefined;
  at: number;
}

export interface Inside {
  find: string;
  /** The version that is searched, and what came of reading its file. */
  version: number;
  state: FileTextState;
  /** All versions that are documents, the newest first. */
  choices: { id: number; version: string }[];
  /** What the visitor lacks to read the file; `unknown` while nobody can say whether the disclaimer is accepted. */
  need: Need | null;
  problem: string | null;
  /** Null without a search, and where it could not be made. */
  answer: CallResponse<"resourcePages"> | null;
  /** The page at which the document is open beside it; null where it is not. */
  reading: number | null;
}

/** The search inside a resource's documents: a form, and the pages that match, each with its sentence. */
export function FindInside({ resource, inside }: { resource: number; inside: Inside }) {
  const { to } = useShell();
  const { find, version, problem, need, answer, state, reading } = inside;
  // An open document is the one that is searched.
  const choices = reading === null ? inside.choices : [];
  const action = to(paths.resource(resource));
  const note = fileTextStates.find(({ code }) => code === state)?.note ?? null;
  // Of a file that is being read, the pages that are there are found.
  const hasText = state === "read" || state === "cut" || state === "waiting";
  return (
    <section className={`surface ${styles.box}`} id="find" aria-labelledby="find-title">
      <h2 id="find-title">在文档内查找</h2>
      {need === null ? (
        <>
          {hasText || choices.length > 1 ? (
            <Form
              key={`${find} ${version}`}
              method="get"
              action={`${action}#find`}
              className={styles.form}
              preventScrollReset
            >
              {reading === null ? null : (
                <>
                  <input type="hidden" name="read" value={version} />
                  <input type="hidden" name="at" value={reading} />
                </>
              )}
              <input
                type="search"
                name="find"
                className="plain-input"
                defaultValue={find}
                maxLength={findTextMax}
                placeholder="词语、寄存器名、报错"
                aria-label="在文档内查找的内容"
                aria-invalid={problem ? true : undefined}
                aria-describedby={problem ? "find-problem" : undefined}
                autoComplete="off"
                enterKeyHint="search"
              />
              {choices.length > 1 ? (
                <select name="in" className="plain-input" defaultValue={version} aria-label="版本">
                  {choices.map(({ id, version: name }) => (
                    <option key={id} value={id}>
                      版本 {name}
                    </option>
                  ))}
                </select>
              ) : null}
              <button type="submit" className="button">
                <Icon name="search" />
                查找
              </button>
            </Form>
          ) : null}
          {problem ? (
            <p id="find-problem" className={styles.problem} role="alert">
              <Icon name="alert-circle" />
              {problem}
            </p>
          ) : null}
          {note ? <p className={styles.note}>{note}</p> : null}
          {answer ? <FoundPages resource={resource} inside={inside} answer={answer} /> : null}
          {find !== "" && !problem && !answer ? (
            <p className={styles.note}>暂时查不了，过一会儿再试。</p>
          ) : null}
        </>
      ) : (
        <>
          <WhatIsNeeded need={need} purpose="在文档内查找" />
          {find ? <p className={styles.note}>要查找的是“{find}”。</p> : null}
        </>
      )}
    </section>
  );
}

interface FoundPagesProps {
  resource: number;
  inside: Inside;
  answer: NonNullable<Inside["answer"]>;
}

function FoundPages({ resource, inside: { find, version, reading }, answer }: FoundPagesProps) {
  const { to } = useShell();
  const { found, total, partial, address, page, pages } = answer;
  const open = reading === null ? {} : { read: version, at: reading };
  const href = (next: number) =>
    `${to(paths.resource(resource, { ...open, find, in: version, foundPage: next > 1 ? next : undefined }))}#find`;
  /** The viewer at a page, with the pages that were found beside it. */
  const at = (next: number) =>
    paths.resource(resource, { find, in: version, foundPage: page, read: version, at: next });
  return (
    <>
      <p role="status" className={styles.note}>
        {total > 0 ? `版本 ${answer.version} 有 ${total} 页` : `版本 ${answer.version} 里没有找到`}
        {partial && total > 0 ? "，没有同时包含所有词的页，这些页包含其中一部分" : ""}。
      </p>
      {found.length > 0 ? (
        <ol className={styles.pages}>
          {found.map((each) => (
            <li key={each.page}>
              {address ? (
                <PageLink file={address} page={each.page} reading={at(each.page)}>
                  第 {each.page} 页
                </PageLink>
              ) : (
                <Link to={to(at(each.page))} preventScrollReset={reading !== null}>
                  第 {each.page} 页
                </Link>
              )}{" "}
              <p>
                <Marked parts={each.excerpt} />
              </p>
            </li>
          ))}
        </ol>
      ) : null}
      <Pagination page={page} pages={pages} href={href} />
      <p>
        <Link to={to(paths.resource(resource, open))} preventScrollReset>
          结束查找
        </Link>
      </p>
    </>
  );
}
