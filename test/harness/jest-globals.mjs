/**
 * What suites import as `@jest/globals`. Jest creates these functions for each suite, but a module that several suites
 * use is loaded only once, so it has to get those of the current suite.
 */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

export function setGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
