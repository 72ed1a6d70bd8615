import { createHash } from "node:crypto";
import { tokens } from "./tokens.gen";

const countdowns = Array.from({ length: 60 }, (_, index) => `.left-${index + 1}{--wait:${index + 1}s}`).join(
  "",
);

/**
 * The one style sheet of the pages that the gateway serves itself, with the portal's tokens, light and dark. These
 * pages load no other file.
 */
export const stylesheet = `
${tokens}
@property --seconds{syntax:"<integer>";inherits:false;initial-value:60}
:root{--brand:var(--light,#0f2a2a) var(--dark,#0a1a1b);--brand-ink:var(--light,#e6f2ef) var(--dark,#d7e9e4);--trace:var(--light,#2b6f63) var(--dark,#1f5a50)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;background:var(--page);color:var(--ink);
font:16px/1.5 var(--font);text-autospace:normal}
a{color:var(--primary-strong);text-underline-offset:3px}
h1{font-size:28px;line-height:1.3;margin:0 0 24px;font-weight:600}
:focus-visible{outline:2px solid var(--primary);outline-offset:2px;border-radius:4px}
.brand{background:var(--brand);color:var(--brand-ink);padding:8px 16px;display:flex;align-items:center}
.brand a{color:inherit;text-decoration:none}
.brand :focus-visible{outline-color:currentColor}
.home{display:inline-flex;align-items:center;gap:12px;min-height:44px;font-size:16px;font-weight:600}
.mark{color:#4fc3ae;flex:none}
.motto,.traces{display:none}
.panel{padding:32px 16px 48px}
.sheet{max-width:400px;margin:0 auto}
.wide .sheet{max-width:1000px}
.tabs{display:flex;gap:24px;border-bottom:1px solid var(--line);margin-bottom:24px}
.tabs a{min-height:44px;display:inline-flex;align-items:center;color:var(--ink-soft);text-decoration:none;border-bottom:2px solid transparent;margin-bottom:-1px}
.tabs a:hover{color:var(--ink)}
.tabs [aria-current]{color:var(--ink);font-weight:600;border-color:var(--primary)}
form{display:grid;gap:20px}
.field{display:grid;gap:6px}
label{font-weight:500;font-size:14px}
.control{display:flex;gap:8px}
input:not([type=checkbox],[type=hidden]){flex:1;min-width:0;width:100%;height:44px;padding:0 12px;font:inherit;color:inherit;
background:var(--surface);border:1px solid var(--line-strong);border-radius:var(--radius)}
textarea{flex:1;min-width:0;width:100%;padding:10px 12px;font:inherit;color:inherit;resize:vertical;background:var(--surface);border:1px solid var(--line-strong);border-radius:var(--radius)}
input:focus-visible,textarea:focus-visible{border-color:var(--primary);outline-offset:0;border-radius:var(--radius)}
.wrong input:not([type=checkbox],[type=hidden]),.wrong textarea{border-color:var(--danger)}
.button{display:inline-grid;place-items:center;min-height:44px;padding:0 16px;font:inherit;font-size:15px;white-space:nowrap;cursor:pointer;
color:var(--ink);background:var(--surface);border:1px solid var(--line-strong);border-radius:var(--radius);text-decoration:none}
.button:hover{border-color:var(--primary);color:var(--primary-strong)}
.control .button{min-width:116px}
.primary{background:var(--primary-fill);border-color:var(--primary-fill);color:var(--on-fill);font-size:16px;font-weight:600}
.primary:hover{background:var(--primary-fill-strong);border-color:var(--primary-fill-strong);color:var(--on-fill)}
form .primary{width:100%}
.unseen,.enter{position:absolute;width:1px;height:1px;margin:-1px;padding:0;border:0;overflow:hidden;clip-path:inset(50%)}
.link{min-height:44px;padding:0 8px;border:0;background:none;font:inherit;font-size:14px;color:var(--primary-strong);text-decoration:underline;text-underline-offset:3px;cursor:pointer}
.hint,.message{margin:0;font-size:14px;color:var(--ink-soft)}
.message{display:flex;gap:6px;color:var(--danger)}
.icon{flex:none;margin-top:2px}
.done{color:var(--primary-strong);font-weight:500}
.done .icon{vertical-align:-4px;margin:0 4px 0 0}
.banner{display:flex;gap:8px;margin:0 0 20px;padding:10px 12px;border-radius:var(--radius);font-size:14px;line-height:1.6}
.banner.error{background:var(--danger-soft);color:var(--danger)}
.banner.success{background:var(--primary-soft);color:var(--primary-strong)}
.captcha{display:flex;align-items:center;gap:8px}
.captcha img{display:block;background:#f2f5f7;border:1px solid var(--line);border-radius:var(--radius)}
.check{display:flex;gap:10px;align-items:flex-start;font-weight:400;min-height:44px;padding-top:10px}
.check input{flex:none;width:20px;height:20px;margin:1px 0 0;accent-color:var(--primary)}
.aside{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;margin:16px 0 0;font-size:14px;color:var(--ink-soft)}
.aside>*{display:inline-flex;align-items:center;min-height:44px}
h2{margin:24px 0 12px;font-size:16px}
.lead{margin:0 0 24px;color:var(--ink-soft)}
.actions{display:flex;flex-wrap:wrap;gap:12px;margin:0}
.counting>*{grid-area:1/1}
.counting .again{animation:appear 0s var(--wait) both}
.counting .left{animation:vanish 0s var(--wait) both;color:var(--ink-soft)}
.counting .left::after{counter-reset:seconds var(--seconds);content:"剩余" counter(seconds) "秒";animation:count 60s linear calc(var(--wait) - 60s) both}
@keyframes count{to{--seconds:0}}
@keyframes appear{from{visibility:hidden}to{visibility:visible}}
@keyframes vanish{from{visibility:visible}to{visibility:hidden}}
${countdowns}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;padding:10px 12px;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--ink-soft);font-weight:500;white-space:nowrap}
td time,td.recipient{white-space:nowrap;font-variant-numeric:tabular-nums}
@media (max-width:640px){
thead{position:absolute;clip-path:inset(50%)}
tr{display:flex;flex-wrap:wrap;gap:0 12px;padding:12px 0;border-bottom:1px solid var(--line)}
td{padding:2px 0;border:0}
td.content{flex-basis:100%}
}
@media (min-width:960px){
body:not(.wide){display:grid;grid-template-columns:minmax(360px,5fr) 7fr}
body:not(.wide) .brand{position:sticky;top:0;height:100vh;overflow:hidden;flex-direction:column;align-items:flex-start;padding:40px}
body:not(.wide) .home{font-size:20px}
body:not(.wide) .motto{display:block;position:relative;z-index:1;max-width:17em;margin:auto 0 0;font-size:20px;line-height:1.6}
body:not(.wide) .traces{display:block;position:absolute;inset:0;width:100%;height:100%;color:var(--trace);mask-image:linear-gradient(transparent 11%,#000 22%,#000 60%,transparent 80%)}
body:not(.wide) .home{position:relative;z-index:1}
body:not(.wide) .panel{display:grid;align-items:center;padding:48px}
body:not(.wide) .sheet{width:400px}
.wide .brand{padding:8px 40px}
}
@media (prefers-reduced-motion:no-preference){.button,.tabs a,input{transition:border-color .12s,background-color .12s,color .12s}}
@media print{.brand,.traces{display:none}}
`.trim();

/** The address changes with the content, so browsers may cache it for good. */
export const stylesheetPath = "/gateway/signin/style.css";
export const stylesheetUrl = `${stylesheetPath}?v=${createHash("sha256").update(stylesheet).digest("base64url").slice(0, 10)}`;
