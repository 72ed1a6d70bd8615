import fc from "fast-check";

// Every run generates the same values, so a failure can be repeated and no run fails by chance. For other values:
// TEST_SEED=random, or the seed that a failure prints.
const { TEST_SEED = "20261122" } = process.env;
fc.configureGlobal({ seed: TEST_SEED === "random" ? undefined : Number(TEST_SEED) });
