import { useNavigate } from "@remix-run/react";
import { withQuery } from "~/navigation/address-query";
import { useShell } from "~/navigation/use-shell";
import { useStylesAlong } from "~/ui/styles-along";
import sheet from "./consent.module.css?inline";
import { DisclaimerDialog, DisclaimerView } from "./disclaimer-dialog";
import type { Gate } from "./gate.server";
import { PolicyBesideDialog, PolicyDialog, RefusalDialog } from "./policy-dialog";

const styles = import.meta.env.SSR ? sheet : "";

/** The policy dialog above a page; its code loads only when it is shown. */
export default function GateDialog({ gate }: { gate: Gate }) {
  useStylesAlong(styles);
  const { here } = useShell();
  const navigate = useNavigate();
  const { declaration } = gate;
  const key = `${declaration.privacyId} ${declaration.version}`;
  if (gate.kind === "disclaimer") return <DisclaimerDialog key={key} declaration={declaration} />;
  if (gate.kind === "view") {
    const leave = () => navigate(withQuery(here, "view", null), { replace: true, preventScrollReset: true });
    return <DisclaimerView declaration={declaration} onClose={leave} />;
  }
  if (gate.refusing) return <RefusalDialog declaration={declaration} />;
  return gate.keepsPage ? (
    <PolicyBesideDialog declaration={declaration} />
  ) : (
    <PolicyDialog key={key} declaration={declaration} next={gate.next} />
  );
}
