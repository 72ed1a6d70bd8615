import { main } from "gateway/content/load/check-cli";
import { endSafelyOnUncaught } from "../last-words";
import { failToStart } from "../start-error";

/** `npm run content:check -- DIR`: needs neither a database nor settings. */
endSafelyOnUncaught();
main(process.argv.slice(2)).then((code) => process.exit(code), failToStart);
