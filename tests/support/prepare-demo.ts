import { prepareDemoData } from "./demo-data";

// Runs while the gateway's tests run, so that tests of the built portal do not wait for its first start.
await prepareDemoData();
