import fc from "fast-check";

// The same generated values in every run: one that fails fails again, and no run fails by chance. Others:
// TEST_SEED=random, or the seed that a failure names.
const { TEST_SEED = "20261122" } = process.env;
fc.configureGlobal({ seed: TEST_SEED === "random" ? undefined : Number(TEST_SEED) });
