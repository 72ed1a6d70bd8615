import { Link } from "@remix-run/react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";

/**
 * Whether others can see the member's favourites, and the button that changes it. It is rendered inside a form with
 * the intents `show` and `hide`.
 */
export function FavoritesVisibility({ open, uid }: { open: boolean; uid: number }) {
  const { to } = useShell();
  return (
    <>
      <span>
        <Icon name={open ? "eye" : "lock"} /> {open ? "收藏对所有人可见" : "收藏仅自己可见"}
      </span>
      <button type="submit" className="button" name="intent" value={open ? "hide" : "show"}>
        {open ? "设为仅自己可见" : "公开我的收藏"}
      </button>
      {open ? <Link to={to(paths.user(uid, "favorites"))}>看看别人看到的</Link> : null}
    </>
  );
}
