import { prepareDemoData } from "./demo-data";

// Beside the gateway's tests, so that what needs the built portal need not wait for its first start.
await prepareDemoData();
