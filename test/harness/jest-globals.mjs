/**
 * What suites import as `@jest/globals`. Jest makes these functions anew for each suite, while a module that several
 * suites use is loaded once: it has to see those of the current suite.
 */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

export function setGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
