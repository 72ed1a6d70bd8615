import { Link, useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { roleNames } from "~/format/roles";
import { shortCount } from "~/format/text";
import { FollowButton } from "~/lists/follow-button";
import { BlockButton } from "~/lists/reading/block-button";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import styles from "./person-card.module.css";

type Card = CallResponse<"authorInfo">;
type OpenCard = { link: HTMLAnchorElement; card: Card };

/** Milliseconds before a card appears and disappears: enough to move the pointer from the link into it. */
const [coming, going] = [300, 250];
const [width, height, gap] = [300, 220, 6];

/** The link to a person's page that contains the event's target, and the person's uid. */
function personAt(target: EventTarget | null): { link: HTMLAnchorElement; uid: string } | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  const uid = link && /^(?:\/h5)?\/userhomepage\?uid=(\d+)$/.exec(link.getAttribute("href") ?? "")?.[1];
  return link && uid ? { link, uid } : null;
}

async function cardOf(uid: string, signal: AbortSignal): Promise<Card | null> {
  try {
    const response = await fetch(`/people/card?uid=${uid}`, { signal });
    return response.ok ? ((await response.json()) as { card: Card | null }).card : null;
  } catch {
    // Without a card: the link itself leads to the person's page.
    return null;
  }
}

/** The card's position: below its link, or above when there is no room; always inside the window. */
function placeOf(link: HTMLAnchorElement): CSSProperties {
  const { left, top, bottom } = link.getBoundingClientRect();
  const above = bottom + gap + height > innerHeight && top > height;
  return {
    left: Math.max(gap, Math.min(left, innerWidth - width - gap)),
    ...(above ? { bottom: innerHeight - top + gap } : { top: bottom + gap }),
  };
}

/**
 * The card of the person whose link has the pointer or the focus (WCAG 1.4.13). It stays while the pointer is on the
 * link or the card; Escape closes it. Arrow down moves the focus into it; Tab continues on the page.
 */
export function PersonCard() {
  const [openCard, setShown] = useState<OpenCard | null>(null);
  const box = useRef<HTMLElement>(null);
  const at = useRef<OpenCard | null>(null);
  at.current = openCard;
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the card
  useEffect(() => setShown(null), [key]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let abort = new AbortController();
    const stop = () => {
      clearTimeout(timer);
      abort.abort();
    };
    const show = (person: ReturnType<typeof personAt>) => {
      if (!person) return;
      stop();
      if (at.current?.link === person.link) return;
      abort = new AbortController();
      const { signal } = abort;
      timer = setTimeout(async () => {
        const card = await cardOf(person.uid, signal);
        if (!signal.aborted && person.link.isConnected) setShown(card && { link: person.link, card });
      }, coming);
    };
    const hide = (soon: number) => {
      stop();
      // The card stays while a dialog opened by one of its buttons is open.
      timer = setTimeout(() => box.current?.querySelector("dialog") ?? setShown(null), soon);
    };
    const isIn = (target: EventTarget | null) => target instanceof Node && box.current?.contains(target);
    const over = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === "touch") return;
      if (isIn(target)) return stop();
      const person = personAt(target);
      if (person) show(person);
      else if (!isIn(document.activeElement)) hide(going);
    };
    const focus = ({ target }: FocusEvent) => {
      if (isIn(target)) return stop();
      const person = personAt(target);
      if (person?.link.matches(":focus-visible")) show(person);
      else hide(0);
    };
    const press = (event: KeyboardEvent) => {
      const { link } = at.current ?? {};
      if (!link) return;
      if (event.key === "Escape" && !box.current?.querySelector("dialog")) {
        event.preventDefault();
        if (isIn(document.activeElement)) link.focus();
        stop();
        setShown(null);
      } else if (event.key === "ArrowDown" && document.activeElement === link) {
        event.preventDefault();
        box.current?.querySelector<HTMLElement>("a, button")?.focus();
      }
    };
    // Listeners on the document also cover elements that appear later.
    const leave = () => {
      if (at.current) hide(0);
    };
    document.addEventListener("pointerover", over);
    document.addEventListener("focusin", focus);
    document.addEventListener("keydown", press);
    addEventListener("scroll", leave, { passive: true });
    // A link already has the pointer or the focus, because that loaded this code.
    show(personAt(document.querySelector("a:hover") ?? document.activeElement));
    return () => {
      stop();
      document.removeEventListener("pointerover", over);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("keydown", press);
      removeEventListener("scroll", leave);
    };
  }, []);

  const reached = openCard?.link.matches(":focus-visible");
  return (
    <>
      <p className="visually-hidden" role="status">
        {reached ? `${openCard?.card.nickName}的名片，按向下键进入` : ""}
      </p>
      {openCard ? (
        <section
          ref={box}
          className={styles.card}
          style={placeOf(openCard.link)}
          aria-label={`${openCard.card.nickName}的名片`}
        >
          <Inside card={openCard.card} />
        </section>
      ) : null}
    </>
  );
}

function Inside({ card }: { card: Card }) {
  const { to } = useShell();
  const me = useRoot()?.me;
  const facts = [
    { name: "帖子", count: card.topics },
    { name: "获赞", count: card.likesReceived },
    { name: "被采纳", count: card.answersAccepted },
  ];
  return (
    <>
      <div className={styles.who}>
        <Avatar icon={card.icon} size={48} />
        <p className={styles.name}>
          <Link to={to(paths.user(card.uid))}>{card.nickName}</Link>
          {roleNames[card.role] ? (
            <span className="label" data-kind="pinned">
              {roleNames[card.role]}
            </span>
          ) : null}
        </p>
        <FollowButton kind="user" target={card.uid} followed={card.followed} name={card.nickName} />
      </div>
      <p className={styles.intro}>{card.intro || "这个人还没有写简介。"}</p>
      <div className={styles.foot}>
        <dl className={styles.counts}>
          {facts.map(({ name, count }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{shortCount(count)}</dd>
            </div>
          ))}
        </dl>
        {me && me.uid !== card.uid ? (
          <BlockButton uid={card.uid} name={card.nickName} blocked={card.blocked} />
        ) : null}
      </div>
    </>
  );
}
